export { escapeRegex } from './escape-regex.js';
export { DIGIT, foldText, LETTER, sortOf } from './letters.js';
export { hasNeedle, needlesOf } from './needle.js';
export type { Needle } from './needle.js';
export { sourceOf } from './pattern-source.js';
export { MOST_WAYS, PatternError, parsePattern } from './pattern.js';
export type { Node } from './pattern.js';
