export { byPlace, loadDocuments } from './load.js';
export { isProven } from './proven.js';
export { DOCUMENTS, FOLDERS, TEST_FILES, parseBytes, readAll, readOnce } from './read.js';
export type { ReadFile, Reader } from './read.js';
export { validate } from './schema.js';
