export { notationOf } from './notation.js';
export type { Notation } from './notation.js';
export { parseTemplate } from './template.js';
export type { Template } from './template.js';
