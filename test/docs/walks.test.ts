import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { PAGES } from './pages.js';
import { walkThrough } from './walk.js';

/** Long pages have a file of their own each, so that they are walked through beside the others. */
const OWN = new Set(readdirSync(import.meta.dirname).map(name => /^walks-(.+)\.test\.js$/.exec(name)?.[1]));

for (const page of PAGES) if (!OWN.has(basename(page, '.md'))) walkThrough(page);
