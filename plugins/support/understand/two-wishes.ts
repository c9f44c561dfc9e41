import { shuffled, type Example } from '../../../core/learn/index.js';

/** How two wishes are joined to one message of both, to learn what such a message reads like. */
export interface PairSettings {
  /** How many messages of two wishes are made. */
  readonly pairs: number;
  /** How much each counts. */
  readonly pair_weight: number;
  /** Messages with more characters are stories and are not joined. */
  readonly pair_length: number;
  /** What stands between the two. */
  readonly pair_joins: readonly string[];
}

/** Messages of two wishes, made of messages of one each; the same of the same. */
export function joinedPairs(wishes: readonly Example[], label: string, settings: PairSettings): Example[] {
  const { pairs, pair_weight, pair_length, pair_joins } = settings;
  const short = wishes.filter(({ text }) => text.length <= pair_length);
  const made: Example[] = [];
  if (new Set(short.map(each => each.label)).size < 2 || pair_joins.length === 0) return made;
  for (let round = 0; made.length < pairs; round++) {
    const firsts = shuffled(short.length, 2 * round);
    const seconds = shuffled(short.length, 2 * round + 1);
    for (let nth = 0; nth < short.length && made.length < pairs; nth++) {
      const first = short[firsts[nth]!]!;
      const second = short[seconds[nth]!]!;
      if (first.label === second.label) continue;
      const join = pair_joins[made.length % pair_joins.length]!;
      const text = `${first.text.replace(/[.?!]+$/, '')}${join}${second.text.charAt(0).toLowerCase()}${second.text.slice(1)}`;
      made.push({ text, label, weight: pair_weight });
    }
  }
  return made;
}
