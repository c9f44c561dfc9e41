import { serveContrary, type Mode } from './contrary.js';

serveContrary(process.argv[2] as Mode);
