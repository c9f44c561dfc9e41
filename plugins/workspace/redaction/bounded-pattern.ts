import { MOST_WAYS, parsePattern, PatternError } from '../../../core/text/index.js';
import { waysOf } from './ways.js';
import { widthOf } from './width.js';

export { PatternError };

const MACRO = /(?<!\\)\{([a-z][a-z0-9_]*)\}/g;

/**
 * A regular expression of which is known, before it runs, that its cost from one place is bounded: repetitions have a
 * bound and do not nest. `{name}` stands for a macro.
 * @throws PatternError
 */
export function boundedPattern(
  text: string,
  flags: string,
  macros: ReadonlyMap<string, string>
): { regexp: RegExp; width: number } {
  const source = expand(text, macros, 0);
  const node = parsePattern(source, { get: () => undefined });
  let regexp: RegExp;
  try {
    regexp = new RegExp(source, flags);
  } catch (error) {
    throw new PatternError(`is not a regular expression: ${(error as Error).message}`);
  }
  const ways = waysOf(node);
  if (ways > MOST_WAYS) throw new PatternError(`can match in ${ways} ways from one place, at most ${MOST_WAYS}`);
  return { regexp, width: widthOf(node) };
}

const DEEPEST = 4;

function expand(text: string, macros: ReadonlyMap<string, string>, depth: number): string {
  if (depth > DEEPEST) throw new PatternError('macros lead back to themselves');
  return text.replace(MACRO, (_, name: string) => {
    const macro = macros.get(name);
    if (macro === undefined) throw new PatternError(`no macro is called ${name}`);
    return expand(macro, macros, depth + 1);
  });
}
