// The files themselves, for tools that read, check and compare them; a service has its set from the kernel.
export { byPlace, loadDocuments } from './load.js';
export { parseBytes } from './parse.js';
export type { ReadFile } from './parse.js';
export { DOCUMENTS, foldersOf, readAll, readOnce, ROOT_FILE, TEST_FILES } from './read.js';
export type { Folders, Reader } from './read.js';
export { closed, documentSchema } from './closed.js';
export { validate } from './schema.js';
