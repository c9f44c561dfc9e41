import { MOST_WAYS, type Node, parsePattern, PatternError } from '../../../core/text/index.js';
import { waysOf } from './ways.js';

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

/** At least as many characters as what a pattern looks ahead or back to; a group that is repeated is shorter than its source. */
function widthOfLook(source: string): number {
  let width = source.length;
  for (const [, group, most] of source.matchAll(/(\)?)\{(?:\d+,)?(\d+)\}/g))
    width += Number(most) * (group === '' ? 1 : source.length);
  return width;
}

/** The most characters that a pattern can match, with those around them that it looks at. */
function widthOf(node: Node): number {
  switch (node.kind) {
    case 'literal':
      return node.text.length;
    case 'set':
      return 1;
    case 'look':
      return widthOfLook(node.source);
    case 'rest':
      return 80;
    case 'gap':
      return node.unit === 'words' ? node.max * 41 : node.max;
    case 'seq':
      return node.items.reduce((sum, item) => sum + widthOf(item), 0);
    case 'alt':
      return Math.max(...node.options.map(widthOf));
    case 'repeat':
      return node.max * widthOf(node.item);
  }
}
