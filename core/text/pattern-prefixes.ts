import type { Node } from './pattern-syntax.js';

interface Prefix {
  readonly text: string;
  /** The literal text covers the whole node, so what follows may extend it. */
  readonly open: boolean;
}

/** Known prefixes: a node stands in many patterns when it came from a macro. */
let known = new WeakMap<Node, readonly Prefix[]>();

/** Called once all patterns of a set are made: their nodes stay, and nobody asks for the prefixes again. */
export const forgetPrefixes = (): void => void (known = new WeakMap());

const LONGEST_PREFIX = 10;
const MOST_PREFIXES = 400;

/** Literal beginnings of which every match has one. An empty text means that there is none. */
export function prefixesOf(node: Node): readonly Prefix[] {
  if (node.kind !== 'seq' && node.kind !== 'alt') return makePrefixes(node);
  let prefixes = known.get(node);
  if (prefixes === undefined) known.set(node, (prefixes = makePrefixes(node)));
  return prefixes;
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
