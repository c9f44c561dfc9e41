import { compileRegex } from './compile-regex.js';
import { checkLength } from './regex-limits.js';
import { RegexReader, type GuardedRegex } from './regex-reader.js';

/** Throws `Denied`: invalid_pattern for bad syntax, unsafe_pattern for expressions that may take exponential time. */
export function guardRegex(source: string): GuardedRegex {
  checkLength(source);
  compileRegex(source, '');
  return new RegexReader(source).read();
}
