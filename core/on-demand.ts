import { later } from './later.js';

// What commands and a few services call, each loaded with its first call.
const scaffold = later<typeof import('./scaffold/add-files.js')>(import.meta.url, './scaffold/add-files.js');
export const addFiles = scaffold('addFiles');
export const skeletonName = scaffold('skeletonName');
export const decisionSection = later<typeof import('./tests/decision-section.js')>(
  import.meta.url,
  './tests/decision-section.js'
)('decisionSection');
export const loadService = later<typeof import('./commands/load-service.js')>(
  import.meta.url,
  './commands/load-service.js'
)('loadService');
export const parseTemplate = later<typeof import('./templates/template.js')>(
  import.meta.url,
  './templates/template.js'
)('parseTemplate');
export const readLines = later<typeof import('./commands/read-lines.js')>(
  import.meta.url,
  './commands/read-lines.js'
)('readLines');
