import type { RunPolicy } from '../policy/run-policy.js';
import type { LineRef, Mention, Resolution } from '../refer/types.js';
import { messageSentences, requests } from './turn.js';
import type { Understanding } from '../understand/types.js';

interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly said: Pick<Understanding, 'named' | 'declined' | 'likely'>;
  /** Asks, and requests nothing. */
  readonly asks: boolean;
}

const MOST_SENTENCES = 12;
/** Words of "And the mat too.", which goes with the wish before it. */
const FEW = 6;

/**
 * "The pot is lovely. But the runner is too short. I want to send the runner back": of a story, what the sentence that
 * wishes for something names is meant, or what was named just before it.
 */
export function wishedOf(found: Resolution, message: string, policy: RunPolicy): Resolution {
  const named = found.mentions.filter(isNamed);
  const things = new Set(
    named.flatMap(({ orders, lines }) => [...lines.map(keyOf), ...(lines.length > 0 ? [] : orders)])
  );
  if (things.size < 2 || found.whole) return found;
  const sentences = messageSentences(message).map(([start, end]): Sentence => {
    const text = message.slice(start, end);
    return {
      start,
      end,
      said: policy.understander.understand(text),
      asks: /\?\W*$/.test(text) && !requests({ message: text, policy })
    };
  });
  if (sentences.length < 2 || sentences.length > MOST_SENTENCES) return found;
  const wishes = sentences.filter(each => deedOf(each) !== undefined);
  const deeds = new Set(wishes.map(deedOf));
  const [first] = wishes;
  if (first === undefined || deeds.size > 1) return found;
  const within = ({ start, end }: Sentence) => named.filter(each => each.start >= start && each.end <= end);
  const own = wishes.flatMap(within);
  const before = sentences.filter(({ end }) => end <= first.start).map(within);
  // "Please refund the other item".
  const other = found.mentions.some(
    ({ how, lines, excluded, start, end }) =>
      how === 'other' && !excluded && lines.length === 0 && start >= first.start && end <= first.end
  );
  const last = before.findLast(mentions => mentions.length > 0) ?? [];
  if (other)
    return only(
      found,
      linesOf(before.flat()).filter(line => !linesOf(last).some(each => keyOf(each) === keyOf(line))),
      []
    );
  if (own.length > 0) {
    const short = (each: Sentence) =>
      each.start >= first.end && (message.slice(each.start, each.end).match(/\p{L}+/gu)?.length ?? 0) <= FEW;
    const more = sentences.filter(each => deedOf(each) === undefined && short(each)).flatMap(within);
    return narrowed(found, [...own, ...more]);
  }
  const pointed = found.mentions.some(
    ({ how, start, end }) => how === 'pronoun' && start >= first.start && end <= first.end
  );
  return pointed && before.flat().length > last.length ? narrowed(found, last) : found;
}

/** What a sentence wishes for. */
const deedOf = ({ said: { named, declined, likely }, asks }: Sentence): string | undefined =>
  asks ? undefined : named.find(deed => deed === likely[0]?.intent && !declined.includes(deed));

const isNamed = ({ how, excluded, orders, lines }: Mention): boolean =>
  !excluded && how !== 'pronoun' && orders.length + lines.length > 0;

const keyOf = ({ order_id, line_id }: LineRef): string => `${order_id}/${line_id}`;
const linesOf = (mentions: readonly Mention[]): readonly LineRef[] => mentions.flatMap(({ lines }) => lines);

/** What these mentions mean, of all that is meant. */
function narrowed(found: Resolution, mentions: readonly Mention[]): Resolution {
  const lines = new Set(linesOf(mentions).map(keyOf));
  const orders = mentions.flatMap(each => each.orders);
  return only(
    found,
    found.lines.filter(line => lines.has(keyOf(line))),
    orders
  );
}

function only(found: Resolution, lines: readonly LineRef[], orders: readonly string[]): Resolution {
  const meant = new Set([...orders, ...lines.map(({ order_id }) => order_id)]);
  const kept = found.orders.filter(({ order_id }) => meant.has(order_id));
  if (kept.length === 0) return found;
  return {
    ...found,
    orders: kept,
    lines: found.lines.filter(line => lines.some(each => keyOf(each) === keyOf(line))),
    reasons: [...found.reasons, 'what the wish itself names is meant']
  };
}
