export { parseTemplate } from './template.js';
export type { Template } from './template.js';
