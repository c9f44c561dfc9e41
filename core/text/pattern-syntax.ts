import { foldLiteral } from './fold.js';

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

const isCharacter = (node: Node): boolean =>
  node.kind === 'set' || (node.kind === 'literal' && node.text.length === 1);

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

const ESCAPE = /[\\^$.*+?()[\]{}|/]/g;

const escapeText = (text: string): string => text.replace(ESCAPE, '\\$&');

/** What is known of a node, which stands in many patterns when it came from a macro. */
const sources = { words: new WeakMap<Node, string>(), raw: new WeakMap<Node, string>() };
const prefixes = new WeakMap<Node, readonly Prefix[]>();

/** The regular expression of a node. */
export function sourceOf(node: Node, form: 'words' | 'raw'): string {
  if (node.kind !== 'seq' && node.kind !== 'alt') return makeSource(node, form);
  let source = sources[form].get(node);
  if (source === undefined) sources[form].set(node, (source = makeSource(node, form)));
  return source;
}

function makeSource(node: Node, form: 'words' | 'raw'): string {
  switch (node.kind) {
    case 'literal':
      return form === 'raw' ? escapeText(node.text).replaceAll(' ', '[ \\n]') : escapeText(node.text);
    case 'set':
      return node.source;
    case 'look':
      if (node.source !== '^') return node.source;
      return form === 'words' ? '(?<=^|[;:] )' : '(?<=^|\\n)';
    case 'rest':
      return form === 'words' ? '[^ ;]{0,80}' : '[a-z]{0,80}';
    case 'gap':
      if (node.unit === 'words') return `(?:[^ ;]{1,40} ){0,${node.max}}?`;
      return form === 'words' ? `[^;]{0,${node.max}}?` : `[^]{0,${node.max}}?`;
    case 'seq':
      return node.items
        .map(item => (item.kind === 'alt' ? `(?:${sourceOf(item, form)})` : sourceOf(item, form)))
        .join('');
    case 'alt':
      return node.options.map(option => sourceOf(option, form)).join('|');
    case 'repeat': {
      const bounds = node.min === 0 && node.max === 1 ? '?' : `{${node.min},${node.max}}`;
      const inner = sourceOf(node.item, form);
      return isCharacter(node.item) ? inner + bounds : `(?:${inner})${bounds}`;
    }
  }
}

/** How many ways a node can match from one place: an upper bound for backtracking. */
export function waysOf(node: Node): number {
  switch (node.kind) {
    case 'gap':
      return node.max + 1;
    case 'seq':
      return node.items.reduce(
        (product, item, i) => product * (decided(item, node.items.slice(i + 1)) ? 1 : waysOf(item)),
        1
      );
    case 'alt':
      return Math.max(...node.options.map(waysOf));
    case 'repeat':
      return (node.max - node.min + 1) * waysOf(node.item);
    default:
      return 1;
  }
}

/** True when what follows a repetition of one character cannot begin with it, so that there is nothing to try again. */
function decided(node: Node, after: readonly Node[]): boolean {
  if (node.kind !== 'repeat' || !isCharacter(node.item)) return false;
  const repeated = new RegExp(`^(?:${sourceOf(node.item, 'words')})`);
  return prefixesOf({ kind: 'seq', items: after }).every(({ text }) => text !== '' && !repeated.test(text));
}

interface Prefix {
  readonly text: string;
  /** The literal text covers the whole node, so what follows may extend it. */
  readonly open: boolean;
}

const LONGEST_PREFIX = 10;
const MOST_PREFIXES = 400;

/** Literal beginnings of which every match has one. An empty text means that there is none. */
export function prefixesOf(node: Node): readonly Prefix[] {
  if (node.kind !== 'seq' && node.kind !== 'alt') return makePrefixes(node);
  let known = prefixes.get(node);
  if (known === undefined) prefixes.set(node, (known = makePrefixes(node)));
  return known;
}

function makePrefixes(node: Node): readonly Prefix[] {
  switch (node.kind) {
    case 'literal':
      return [{ text: node.text.slice(0, LONGEST_PREFIX), open: node.text.length < LONGEST_PREFIX }];
    case 'look':
      return [{ text: '', open: true }];
    case 'set': {
      const members = /^\[([^\]\\^-]{1,9})\]$/.exec(node.source)?.[1];
      if (members === undefined) return [{ text: '', open: false }];
      return [...members].map(text => ({ text, open: true }));
    }
    case 'rest':
    case 'gap':
      return [{ text: '', open: false }];
    case 'alt':
      return node.options.flatMap(prefixesOf);
    case 'repeat': {
      const inner = prefixesOf(node.item).map(({ text, open }) => ({ text, open: open && node.max === 1 }));
      return node.min === 0 ? [...inner, { text: '', open: true }] : inner;
    }
    case 'seq': {
      let list: readonly Prefix[] = [{ text: '', open: true }];
      for (const item of node.items) {
        if (!list.some(prefix => prefix.open)) break;
        const next = prefixesOf(item);
        const extended = list.flatMap(prefix => {
          if (!prefix.open || prefix.text.length >= LONGEST_PREFIX) return [{ ...prefix, open: false }];
          return next.map(({ text, open }) => ({ text: prefix.text + text, open }));
        });
        if (extended.length > MOST_PREFIXES && list.every(prefix => prefix.text !== '')) return list;
        list = extended;
      }
      return list;
    }
  }
}

const FEWEST_LETTERS = 3;

/** A second part that every match has, by the literal beginnings of which one stands where the part stands. */
export interface Requirement {
  readonly beginnings: readonly string[];
  /** The part stands in the sentence in which the match begins. */
  readonly sameSentence: boolean;
}

/**
 * What else a match has besides its beginning, so that a place without it can be passed over. Only a part that begins
 * where a word begins counts, for that is where beginnings are looked for. Null when there is none.
 */
export function requiredOf(node: Node): Requirement | null {
  if (node.kind !== 'seq') return null;
  let best: Requirement | null = null;
  let bestLength = 0;
  let sameSentence = true;
  node.items.forEach((item, i) => {
    const before = node.items[i - 1];
    if (before !== undefined && leavesSentence(before)) sameSentence = false;
    const atWord =
      before !== undefined &&
      ((before.kind === 'literal' && before.text.endsWith(' ')) || (before.kind === 'gap' && before.unit === 'words'));
    if (!atWord) return;
    const beginnings = prefixesOf(item).map(({ text }) => text.trimEnd());
    const shortest = Math.min(...beginnings.map(text => text.length));
    if (shortest < FEWEST_LETTERS || shortest < bestLength) return;
    best = { beginnings, sameSentence };
    bestLength = shortest;
  });
  return best;
}

/** True when a match of the node may reach beyond the mark that ends a sentence. */
function leavesSentence(node: Node): boolean {
  switch (node.kind) {
    case 'literal':
      return node.text.includes(';');
    case 'set':
      return !/^\[\^[^\]]*;/.test(node.source) && new RegExp(node.source).test(';');
    case 'seq':
      return node.items.some(leavesSentence);
    case 'alt':
      return node.options.some(leavesSentence);
    case 'repeat':
      return leavesSentence(node.item);
    default:
      return false;
  }
}
