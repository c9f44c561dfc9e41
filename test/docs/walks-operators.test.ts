import { walkThrough } from './walk.js';

walkThrough('docs/operators.md');
