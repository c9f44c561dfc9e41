import { foldLiteral } from './fold.js';
import { sourceOf } from './pattern-source.js';

/** A pattern in a rule file cannot be used: the message says what is wrong and what to write instead. */
export class PatternError extends Error {}

/** A parsed piece of a pattern. Every piece knows how many ways it can match, so that cost is bounded before use. */
export type Node =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'look'; readonly source: string }
  | { readonly kind: 'rest' }
  | { readonly kind: 'gap'; readonly unit: 'words' | 'characters'; readonly max: number }
  | { readonly kind: 'seq'; readonly items: readonly Node[] }
  | { readonly kind: 'alt'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly item: Node; readonly min: number; readonly max: number };

/** Shared vocabulary by name. */
export interface Macros {
  get(name: string): Node | undefined;
}

const sets = new Map<string, boolean>();

/** With the classes sound, all that the notation lets through is a regular expression. */
function isSet(source: string): boolean {
  let sound = sets.get(source);
  if (sound === undefined) {
    try {
      sound = new RegExp(source).source !== '';
    } catch {
      sound = false;
    }
    sets.set(source, sound);
  }
  return sound;
}

const QUANTIFIERS = new Set(['?', '*', '+', '{']);
const SPECIAL = new Set(['d', 'w', 's', 'b', 'D', 'W', 'S', 'B', 'n']);

/**
 * Parses the notation of rule files: a regular expression without unbounded repetition, plus
 * `{name}` a macro, `<4>` up to four words, `<c8>` up to eight characters, `~` the rest of a word,
 * `^` the start of a sentence (of a line in `raw`).
 */
export function parsePattern(source: string, macros: Macros): Node {
  const text = foldLiteral(source);
  let at = 0;

  const fail = (message: string): never => {
    throw new PatternError(`${message} (at character ${at + 1} of "${source}")`);
  };

  function alternatives(depth: number): Node {
    if (depth > 8) fail('groups are nested too deeply');
    const options: Node[] = [sequence(depth)];
    while (text[at] === '|') {
      at++;
      options.push(sequence(depth));
    }
    return options.length === 1 ? (options[0] as Node) : { kind: 'alt', options };
  }

  function sequence(depth: number): Node {
    const items: Node[] = [];
    while (at < text.length && text[at] !== '|' && text[at] !== ')') {
      const item = quantified(atom(depth));
      const last = items.at(-1);
      // Letters in a row are one piece: there are far fewer pieces to look at than letters.
      if (item.kind === 'literal' && last?.kind === 'literal') items[items.length - 1] = joined(last, item);
      else items.push(item);
    }
    return items.length === 1 ? (items[0] as Node) : { kind: 'seq', items };
  }

  function quantified(item: Node): Node {
    if (!QUANTIFIERS.has(text[at] as string)) return item;
    const rest = text.slice(at, at + 12);
    if (rest.startsWith('*') || rest.startsWith('+')) fail('unbounded repetition; give a bound such as {0,8}');
    if (rest.startsWith('?')) {
      at++;
      return { kind: 'repeat', item, min: 0, max: 1 };
    }
    const bounds = /^\{(\d{1,3})(,?)(\d{0,3})\}/.exec(rest);
    if (bounds === null) return item;
    if (bounds[2] === ',' && bounds[3] === '') fail('unbounded repetition; give a bound such as {0,8}');
    at += bounds[0].length;
    const min = Number(bounds[1]);
    const max = bounds[2] === ',' ? Number(bounds[3]) : min;
    if (max < min) fail('the bounds of a repetition are reversed');
    if (max > 1 && repeats(item)) fail('a repetition inside a repetition; use <n> for words');
    return { kind: 'repeat', item, min, max };
  }

  function group(depth: number): Node {
    const look = /^\((\?=|\?!|\?<=|\?<!)/.exec(text.slice(at));
    at += look?.[0].length ?? (text.startsWith('(?:', at) ? 3 : 1);
    const inner = alternatives(depth + 1);
    if (text[at] !== ')') fail('a group is not closed');
    at++;
    return look === null ? inner : { kind: 'look', source: `(${look[1] ?? ''}${sourceOf(inner, 'words')})` };
  }

  function set(): Node {
    let end = at + 2;
    while (end < text.length && (text[end] !== ']' || text[end - 1] === '\\')) end++;
    if (end >= text.length) fail('a character class is not closed');
    const source = text.slice(at, end + 1);
    if (!isSet(source)) fail('a character class is malformed');
    at = end + 1;
    return { kind: 'set', source };
  }

  function atom(depth: number): Node {
    const char = text[at] as string;
    if (char === '(') return group(depth);
    if (char === '[') return set();
    const gap = char === '<' ? /^<(c?)(\d{1,3})> ?/.exec(text.slice(at, at + 8)) : null;
    if (gap !== null) {
      const unit = gap[1] === 'c' ? 'characters' : 'words';
      at += unit === 'words' ? gap[0].length : gap[0].trimEnd().length;
      return { kind: 'gap', unit, max: Number(gap[2]) };
    }
    if (char === '{') {
      const name = /^\{([a-z][a-z0-9_]*)\}/.exec(text.slice(at));
      if (name === null) return fail('a brace opens neither a macro nor a repetition; write \\{');
      const macro = macros.get(name[1] as string);
      if (macro === undefined) return fail(`no macro is called ${name[1] ?? ''}`);
      at += name[0].length;
      return macro;
    }
    at++;
    if (char === '~') return { kind: 'rest' };
    if (char === '.') return { kind: 'set', source: '.' };
    if (char === '^' || char === '$') return { kind: 'look', source: char };
    if (char === '*' || char === '+' || char === '?') return fail('a repetition has nothing to repeat');
    if (char !== '\\') return { kind: 'literal', text: char };
    const escaped = text[at++];
    if (escaped === undefined) return fail('a backslash ends the pattern');
    if (escaped === 'b' || escaped === 'B') return { kind: 'look', source: `\\${escaped}` };
    if (escaped === 'n') return { kind: 'literal', text: '\n' };
    return SPECIAL.has(escaped) ? { kind: 'set', source: `\\${escaped}` } : { kind: 'literal', text: escaped };
  }

  const node = alternatives(0);
  if (at < text.length) fail('a closing parenthesis has no partner');
  return node;
}

type Literal = Extract<Node, { kind: 'literal' }>;

const joined = (a: Literal, b: Literal): Literal => ({ kind: 'literal', text: a.text + b.text });

function repeats(node: Node): boolean {
  switch (node.kind) {
    case 'gap':
    case 'rest':
      return true;
    case 'repeat':
      return node.max > 1 || repeats(node.item);
    case 'seq':
      return node.items.some(repeats);
    case 'alt':
      return node.options.some(repeats);
    default:
      return false;
  }
}
