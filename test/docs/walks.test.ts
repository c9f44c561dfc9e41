import { PAGES } from './pages.js';
import { walkThrough } from './walk.js';

// The longest page has a file of its own, so that it is walked through beside the others.
for (const page of PAGES) if (page !== 'docs/policy-teams.md') walkThrough(page);
