import { walkThrough } from './walk.js';

walkThrough('docs/policy-teams.md');
