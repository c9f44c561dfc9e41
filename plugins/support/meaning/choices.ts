import { asks, does, onlyNames, type TurnMeaning, type Turn, messageWords } from './turn.js';

/** One of several wishes is taken first; the others wait. */
export function chosenWish(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation } = turn;
  const wishes = conversation.memory.pending?.wishes ?? [];
  if (wishes.length < 2) return undefined;
  const place = { first: 0, second: 1, third: 2, last: wishes.length - 1 };
  const { pick } = said.slots;
  const lines = found.lines.map(({ line_id }) => line_id);
  const named = wishes.filter(
    ({ slots }) =>
      found.orders.some(({ order_id }) => order_id === slots.order_id) &&
      (lines.length === 0 || slots.line_ids === undefined || slots.line_ids.some(line => lines.includes(line)))
  );
  const all = pick === 'all' || does(turn, 'both', 'yes') || said.slots.affirmation === 'yes';
  const chosen =
    (named.length === 1 ? named[0] : undefined) ??
    (pick !== null && pick in place ? wishes[place[pick as keyof typeof place]] : undefined) ??
    (asks(turn) ? undefined : wishes.find(({ intent }) => intent === said.intent)) ??
    (all || named.length > 1 ? wishes[0] : undefined);
  if (chosen === undefined) return undefined;
  const waiting = wishes.filter(wish => wish !== chosen);
  return { kind: 'wish', intent: chosen.intent, slots: chosen.slots, resumed: true, waiting, fixed: true };
}

/** Words of a plain agreement. */
const FEW_WORDS = 4;

/** "Yes, go on", "both", "the other one then": the next of the wishes that wait. */
export function nextWaiting(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation } = turn;
  const { memory } = conversation;
  const [next, ...rest] = memory.waiting ?? [];
  if (next === undefined || memory.pending !== undefined) return undefined;
  const agrees = said.slots.affirmation === 'yes' || does(turn, 'yes', 'ready', 'both');
  const named =
    found.orders.some(({ order_id }) => order_id === next.slots.order_id) ||
    said.slots.other_order ||
    said.slots.pick === 'other' ||
    found.mentions.some(({ how }) => how === 'other') ||
    (onlyNames(turn) && found.mentions.every(({ how }) => how === 'place' || how === 'time'));
  // "Yes go on" sounds a little like other things.
  const plain = said.named.length === 0 && messageWords(turn.message).length <= FEW_WORDS;
  const same = said.intent === 'unknown' || said.intent === next.intent || (agrees && plain);
  if (!(agrees && same) && !(named && same)) return undefined;
  const fixed = next.slots.order_id !== undefined;
  return { kind: 'wish', intent: next.intent, slots: next.slots, resumed: true, waiting: rest, fixed };
}

/** "Done", "ok I did": what waited for the proof goes on. */
export function verifiedMeanwhile(turn: Turn): TurnMeaning | undefined {
  const { said, conversation, policy, found } = turn;
  const { pending } = conversation.memory;
  if (pending?.missing !== 'identity' || pending.intent === 'unknown') return undefined;
  const says =
    said.slots.acknowledgement || said.slots.affirmation === 'yes' || does(turn, 'ready', 'done', 'yes', 'thanks');
  const wishes = policy.intents.get(said.intent)?.requires.identity === true || found.orders.length > 0;
  if (says && !wishes && !asks(turn) && !conversation.identity_verified)
    return { kind: 'unclear', slots: pending.slots };
  return says && !wishes && !asks(turn)
    ? { kind: 'wish', intent: pending.intent, slots: pending.slots, resumed: true }
    : undefined;
}

/** "No thanks" to what waits or was offered. */
export function declined(turn: Turn): TurnMeaning | undefined {
  const { memory } = turn.conversation;
  const waits = memory.waiting !== undefined || memory.offered !== undefined;
  const no = turn.said.slots.affirmation === 'no' || does(turn, 'no', 'done');
  if (!waits || !no || memory.pending !== undefined || turn.said.intent !== 'unknown') return undefined;
  return { kind: 'dropped' };
}
