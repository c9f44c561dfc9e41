import { type Node, sourceOf } from '../../../core/text/index.js';

/** The characters a piece can begin with: ASCII, and one for all others. */
type First = ReadonlySet<string>;

const PROBES = [...Array.from({ length: 128 }, (_, i) => String.fromCharCode(i)), 'é'];
const known = new Map<string, First>();

function firstOf(node: Node): First {
  switch (node.kind) {
    case 'literal':
    case 'set': {
      const source = sourceOf(node.kind === 'set' ? node : { kind: 'literal', text: node.text.charAt(0) }, 'words');
      const before = known.get(source);
      if (before !== undefined) return before;
      const regexp = new RegExp(`^${source}$`, 'is');
      const first = new Set(PROBES.filter(char => regexp.test(char)));
      known.set(source, first);
      return first;
    }
    case 'rest':
    case 'gap':
      return new Set(PROBES);
    case 'look':
      return new Set();
    case 'repeat':
      return firstOf(node.item);
    case 'alt':
      return new Set(node.options.flatMap(option => [...firstOf(option)]));
    case 'seq':
      return node.items.reduceRight<First>((follow, item) => before(item, follow), new Set());
  }
}

function empty(node: Node): boolean {
  if (node.kind === 'seq') return node.items.every(empty);
  if (node.kind === 'alt') return node.options.some(empty);
  if (node.kind === 'repeat') return node.min === 0 || empty(node.item);
  return node.kind === 'look' || node.kind === 'gap' || node.kind === 'rest';
}

/** What can come first where `node` stands before something that begins with `follow`. */
const before = (node: Node, follow: First): First =>
  empty(node) ? new Set([...firstOf(node), ...follow]) : firstOf(node);

/**
 * How many ways a pattern can match from one place, an upper bound for backtracking. Other than the guard's count it sees
 * that pieces which begin with different characters leave nothing to try again, which is so for most of a format.
 */
export function waysOf(node: Node, follow: First = new Set()): number {
  switch (node.kind) {
    case 'gap':
    case 'rest':
      return 81;
    case 'alt':
      return Math.max(...node.options.map(option => waysOf(option, follow)));
    case 'seq': {
      let after = follow;
      let ways = 1;
      for (const item of [...node.items].reverse()) {
        ways *= waysOf(item, after);
        after = before(item, after);
      }
      return ways;
    }
    case 'repeat': {
      const first = firstOf(node.item);
      const again = [...first].some(char => follow.has(char));
      const inner = waysOf(node.item, new Set([...first, ...follow]));
      return again ? (node.max - node.min + 1) * inner : inner;
    }
    default:
      return 1;
  }
}
