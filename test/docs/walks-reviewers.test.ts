import { walkThrough } from './walk.js';

walkThrough('docs/reviewers.md');
