import type { RunPolicy } from '../policy/run-policy.js';
import type { LineRef, Mention, Resolution } from '../refer/types.js';
import { hasWishWords, messageSentences, requests } from '../conversation/sentence-form.js';
import type { Understanding } from '../understand/types.js';
import { messageWords } from '../conversation/phrases.js';
import { shareIn, shareOf, type Turn } from './turn.js';

/** "I don't like the colour, it is more orange than red": no word wishes for what it sounds like, and wishes sound otherwise. */
export const onlyTells = (turn: Turn): boolean =>
  turn.said.hits.length === 0 &&
  !hasWishWords(turn) &&
  Math.max(
    shareOf(turn, 'new_wish', 'other_deed'),
    ...turn.alone().map(each => shareIn(each, 'new_wish', 'other_deed'))
  ) < turn.policy.weighing.act_surely;

/** It has a word with which somebody is called who does it. */
export const callsSomebody = ({ message, policy }: Pick<Turn, 'message' | 'policy'>): boolean =>
  messageWords(message).some(word => policy.requestWords.wishing.includes(word));

/** A sentence or a clause. */
interface Piece {
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
 * "The pot is heavy. But the runner is too short. I want to send the runner back": of a story, what the sentence that
 * wishes for something names is meant, of several things in it those of its clause, or what was named just before it.
 * Items of one order that are named apart from each other are in doubt.
 */
export function wishedOf(found: Resolution, message: string, policy: RunPolicy): Resolution {
  const named = found.mentions.filter(isNamed);
  const things = new Set(
    named.flatMap(({ orders, lines }) => [...lines.map(keyOf), ...(lines.length > 0 ? [] : orders)])
  );
  if (things.size < 2 || found.whole) return found;
  const pieceOf = ([start, end]: readonly [number, number]): Piece => {
    const text = message.slice(start, end);
    const asks = /\?\W*$/.test(text) && !requests({ message: text, policy });
    return { start, end, said: policy.understander.understand(text), asks };
  };
  const sentences = messageSentences(message).slice(0, MOST_SENTENCES).map(pieceOf);
  const wishes = sentences.filter(each => deedOf(each) !== undefined);
  const deeds = new Set(wishes.map(deedOf));
  const [first] = wishes;
  const inDoubt = (meant: Resolution) => (sentences.every(({ asks }) => asks) ? meant : apart(meant));
  if (first === undefined || deeds.size > 1) return inDoubt(found);
  const within = ({ start, end }: Piece) => named.filter(each => each.start >= start && each.end <= end);
  const own = wishes.flatMap(within);
  const before = sentences.filter(({ end }) => end <= first.start).map(within);
  // "Please refund the other item".
  const other = found.mentions.some(
    ({ how, lines, excluded, start, end }) =>
      how === 'other' && !excluded && lines.length === 0 && start >= first.start && end <= first.end
  );
  const last = before.flat().at(-1);
  if (other && before.flat().length > 0)
    return only(
      found,
      linesOf(before.flat()).filter(
        line => !linesOf(last === undefined ? [] : [last]).some(each => keyOf(each) === keyOf(line))
      ),
      []
    );
  if (own.length > 0) {
    const short = (each: Piece) =>
      each.start >= first.end && (message.slice(each.start, each.end).match(/\p{L}+/gu)?.length ?? 0) <= FEW;
    const more = sentences.filter(each => deedOf(each) === undefined && short(each)).flatMap(within);
    const meant = [...own, ...more];
    const clauses = wishes
      .flatMap(each => clausesIn(message, each))
      .map(pieceOf)
      .filter(each => deedOf(each) !== undefined);
    const nearer = clauses.flatMap(within);
    const listed = meant.filter(({ group }) => nearer.some(each => each.group === group));
    return inDoubt(narrowed(found, listed.length > 0 ? listed : meant));
  }
  const pointed = found.mentions.find(
    ({ how, start, end }) => how === 'pronoun' && start >= first.start && end <= first.end
  );
  const group = before.flat().filter(each => each.group === last?.group);
  return inDoubt(pointed !== undefined && !pointed.all && group.length > 0 ? narrowed(found, group) : found);
}

/** Where the clauses of a sentence begin and end. */
function clausesIn(message: string, { start, end }: Piece): readonly (readonly [start: number, end: number])[] {
  const clauses = message.slice(start, end).matchAll(/(?:(?!\s[-–—]+\s|\bbut\b)[^,:()])+/gu);
  return [...clauses].map(({ 0: text, index }) => [start + index, start + index + text.length] as const);
}

/** Of lines of one order that are not listed together, nobody knows which is meant. */
function apart(found: Resolution): Resolution {
  const [line, ...others] = found.lines;
  if (line === undefined || others.some(({ order_id }) => order_id !== line.order_id)) return found;
  if (found.mentions.some(({ how, excluded }) => how === 'all' && !excluded)) return found;
  const groupsOf = (each: LineRef) =>
    found.mentions
      .filter(one => isNamed(one) && one.lines.some(own => keyOf(own) === keyOf(each)))
      .map(({ group }) => group);
  const joined = groupsOf(line).some(group => others.every(each => groupsOf(each).includes(group)));
  if (joined) return found;
  return {
    ...found,
    certain: false,
    candidates: { ...found.candidates, lines: found.lines.map(({ order_id, line_id }) => ({ order_id, line_id })) },
    reasons: [...found.reasons, 'several items are named apart from each other']
  };
}

/** What a sentence wishes for. */
const deedOf = ({ said: { named, declined, likely }, asks }: Piece): string | undefined =>
  asks ? undefined : named.find(deed => deed === likely[0]?.intent && !declined.includes(deed));

const isNamed = ({ how, excluded, orders, lines }: Mention): boolean =>
  !excluded && how !== 'pronoun' && orders.length + lines.length > 0;

const keyOf = ({ order_id, line_id }: LineRef): string => `${order_id}/${line_id}`;
const linesOf = (mentions: readonly Mention[]): readonly LineRef[] => mentions.flatMap(({ lines }) => lines);

/** What these mentions mean, of all that is meant, and how many pieces are counted off among them. */
function narrowed(found: Resolution, mentions: readonly Mention[]): Resolution {
  const lines = new Set(linesOf(mentions).map(keyOf));
  const orders = mentions.flatMap(each => each.orders);
  const counts = mentions.flatMap(({ quantity }) => quantity ?? []);
  const counted = found.mentions.some(({ quantity }) => quantity !== null);
  return only(
    counted ? { ...found, quantity: counts.length === 1 ? counts[0]! : null } : found,
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
