import { Denied } from '../sandbox/denied.js';

/** Unicode mode where the expression allows it; else the lenient mode, which takes escapes such as `\-`. */
export function compileRegex(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    try {
      return new RegExp(source, flags);
    } catch (error) {
      const why = error instanceof Error ? error.message.split(': ').at(-1) : 'bad syntax';
      const advice =
        'expressions are JavaScript: no inline flags such as (?i) (use case), no possessive or atomic groups';
      throw new Denied('invalid_pattern', `the expression is not valid: ${why} (${advice})`);
    }
  }
}
