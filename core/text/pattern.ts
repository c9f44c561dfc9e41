import { prefixesOf, requiredOf, type Requirement } from './pattern-prefixes.js';
import { sourceOf } from './pattern-source.js';
import { PatternError, parsePattern, type Macros, type Node } from './pattern-syntax.js';
import { waysOf } from './pattern-ways.js';

export { PatternError, parsePattern } from './pattern-syntax.js';
export { forgetPrefixes } from './pattern-prefixes.js';
export type { Requirement } from './pattern-prefixes.js';
export type { Macros, Node } from './pattern-syntax.js';

/** A pattern ready to run: it is tried only where one of its `anchors` stands, and from there at bounded cost. */
export interface Pattern {
  /** Made when it is first asked for, as most patterns of a large set never run. */
  readonly regexp: RegExp;
  readonly anchors: readonly string[];
  /** What else stands in every text that matches; null when nothing is known. */
  readonly required: Requirement | null;
  /** The pattern counts only at the start of a sentence. */
  readonly atStart: boolean;
  readonly form: 'words' | 'raw';
}

/** The most ways a pattern may match from one place. Beyond it, backtracking is felt at 4,000 characters. */
export const MOST_WAYS = 12_000;

/** Scripts that put no blank between words, so that a match may end inside what looks like one. */
const UNSPACED = new Set(['zh', 'ja', 'th', 'ko']);

/** A match ends with a word, unless the pattern itself ends with a blank. */
const WORD_END = '(?:(?<= )|(?![^ ;:]))';

/** @throws PatternError when the pattern is malformed or could cost too much. */
export function compilePattern(source: string, macros: Macros, form: 'words' | 'raw', language: string): Pattern {
  const node = parsePattern(source, macros);
  checkCost(node, source);
  const anchors = shortest(prefixesOf(node).map(prefix => prefix.text.slice(0, 10)));
  if (anchors.some(anchor => anchor.trim() === '')) {
    throw new PatternError(`a pattern has to begin with a literal word, a sign or a macro of words ("${source}")`);
  }
  const end = form === 'words' && !UNSPACED.has(language) ? WORD_END : '';
  let made: RegExp | undefined;
  return {
    get regexp() {
      return (made ??= new RegExp(`(?:${sourceOf(node, form)})${end}`, 'y'));
    },
    anchors,
    required: form === 'words' ? requiredOf(node) : null,
    atStart: form === 'words' && source.startsWith('^'),
    form
  };
}

/** A pattern without an anchor, searched in the neighbourhood of a match (`unless`). */
export interface Search {
  /** Made when it is first asked for. */
  readonly regexp: RegExp;
}

/** @throws PatternError when the pattern is malformed or could cost too much. */
export function compileSearch(source: string, macros: Macros, form: 'words' | 'raw'): Search {
  const node = parsePattern(source, macros);
  checkCost(node, source);
  let made: RegExp | undefined;
  return {
    get regexp() {
      return (made ??= new RegExp(searched(sourceOf(node, form), form)));
    }
  };
}

const searched = (body: string, form: 'words' | 'raw'): string =>
  form === 'words' ? `(?<![^ ;:])(?:${body})${WORD_END}` : body;

/** Without those that begin with another one, which would try the pattern twice at one place. */
function shortest(anchors: readonly string[]): string[] {
  const all = new Set(anchors);
  return [...all].filter(anchor => {
    for (let i = 1; i < anchor.length; i++) if (all.has(anchor.slice(0, i))) return false;
    return true;
  });
}

function checkCost(node: Node, source: string): void {
  const ways = waysOf(node);
  if (ways > MOST_WAYS)
    throw new PatternError(`can match in ${ways} ways from one place, at most ${MOST_WAYS} ("${source}")`);
}
