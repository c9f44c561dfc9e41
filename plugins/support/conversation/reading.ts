import type { Told } from '../knowledge/question-index.js';
import type { Conversation, Pending, RememberedSlots, Wish } from '../records/types.js';
import { answerByPlace, others, picked } from './places.js';
import type { Slots, Understanding } from '../understand/types.js';

/** What the message, read together with what the conversation remembers, asks for. */
export type Reading =
  | {
      readonly kind: 'wish';
      readonly intent: string;
      readonly slots: RememberedSlots;
      readonly resumed: boolean;
      readonly waiting?: readonly Wish[];
      /** Is told before it: it changes nothing. */
      readonly first?: Wish;
      /** Answers what is asked beside it. */
      readonly told?: readonly Told[];
      /** What was settled before is replaced by it. */
      readonly replaces?: boolean;
      /** It takes the place of nothing that is open. */
      readonly beside?: boolean;
      /** The message asks whether it could be done: nothing is opened before the customer says yes. */
      readonly asked?: boolean;
      /** Order and lines are settled, whatever else the message names. */
      readonly fixed?: boolean;
    }
  /** The settled wish once more, if the message turns out to name an item. */
  | { readonly kind: 'same_for_item'; readonly intent: string; readonly slots: RememberedSlots }
  | {
      readonly kind: 'which_order';
      readonly intent: string;
      readonly orders: readonly string[];
      readonly slots: RememberedSlots;
      /** All of them are meant, and they are taken one at a time. */
      readonly all?: boolean;
    }
  | {
      readonly kind: 'choice';
      readonly candidates: readonly string[];
      readonly slots: RememberedSlots;
      readonly all?: boolean;
    }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'unclear'; readonly slots: RememberedSlots };

/**
 * Joins a message to the pending wish of its conversation. A message that only supplies what was asked for resumes
 * the wish; one with a wish of its own replaces it; one that only names another order asks the same of that one.
 */
export function readIn(said: Understanding, conversation: Conversation): Reading {
  const { pending, order_id: lastOrder } = conversation.memory;
  // A choice between wishes leaves open which order they are about: the last one, unless the wishes named several.
  const last = lastOrder === undefined ? {} : { order_id: lastOrder };
  const open = pending?.missing === 'choice' && pending.orders === undefined;
  const slots = mergeSlots({ ...(open ? last : {}), ...pending?.slots }, said.slots);

  const told = answerToRule(said, pending);
  if (told !== undefined)
    return {
      kind: 'wish',
      intent: pending!.intent,
      slots: { ...slots, answers: { ...slots.answers, ...told } },
      resumed: true
    };
  const answer = answerByPlace(said.slots, conversation);
  if (answer !== undefined) return answer;
  const wish =
    picked(said.slots, pending?.candidates) ??
    (said.intent !== 'unknown' && !isVague(said, conversation) ? said.intent : chosen(said, pending));
  if (wish !== undefined) {
    const resumed = pending !== undefined && (pending.intent === wish || pending.candidates?.includes(wish) === true);
    const base = resumed ? slots : mergeSlots(said.slots.other_order ? others(conversation) : last, said.slots);
    return aboutOne(said.slots, { kind: 'wish', intent: wish, slots: base, resumed });
  }
  // Proved who they are, the customer goes on with what waited for it, whatever it sounds like now.
  if (pending?.missing === 'identity' && conversation.identity_verified && said.slots.affirmation !== 'no')
    if (pending.intent !== 'unknown' && (said.named.length === 0 || said.candidates.includes(pending.intent)))
      return aboutOne(said.slots, { kind: 'wish', intent: pending.intent, slots, resumed: true });
  // "Onto my friend's card", after a refund was settled.
  if (pending === undefined && said.slots.refund_destination !== null && said.named.length === 0)
    return followUp(said, conversation);
  if (said.ambiguous && said.candidates.length > 1) return { kind: 'choice', candidates: said.candidates, slots };
  const names = said.slots.order_ids.length > 0;
  if (said.slots.affirmation === 'no' && !names) return { kind: 'dropped' };
  if (pending?.missing === 'choice') {
    if (names) return { kind: 'choice', candidates: pending.candidates ?? [], slots };
  } else if (pending !== undefined && supplies(said, pending, conversation))
    return aboutOne(said.slots, { kind: 'wish', intent: pending.intent, slots, resumed: true });
  // Which items, or how many, depends on the order: the wish is looked at again with what was said now.
  if (pending !== undefined && ['items', 'quantity', 'fact'].includes(pending.missing))
    return { kind: 'wish', intent: pending.intent, slots, resumed: true };
  return pending === undefined ? followUp(said, conversation) : { kind: 'unclear', slots };
}

/** After the proof of who they are, what sounds a little like another wish and names no deed goes on with what waited. */
const isVague = ({ named, hits, confidence }: Understanding, { memory, identity_verified }: Conversation): boolean =>
  memory.pending?.missing === 'identity' &&
  memory.pending.intent !== 'unknown' &&
  identity_verified &&
  named.length + hits.length === 0 &&
  confidence < VAGUE;

const VAGUE = 0.6;

/** What a message says of the fact that a rule asked for: yes or no, or the one of its words that it has. */
function answerToRule({ intent, denies, slots }: Understanding, pending: Pending | undefined) {
  if (pending?.fact === undefined || (intent !== 'unknown' && intent !== pending.intent)) return undefined;
  const { name, values } = pending.fact;
  if (values === null) return slots.affirmation === null ? undefined : { [name]: slots.affirmation === 'yes' };
  const value = denies ? undefined : wordAmong(slots.words.join(' '), values);
  return value === undefined ? undefined : { [name]: value };
}

/** The only one of these values that stands among words. */
export function wordAmong(words: string, values: readonly string[]): string | undefined {
  const [value, another] = values.filter(each => ` ${words} `.includes(` ${each.replaceAll('_', ' ')} `));
  return another === undefined ? value : undefined;
}

/** A wish about one order at a time: where several are named, which of them is asked. */
function aboutOne({ order_ids }: Slots, wish: Extract<Reading, { kind: 'wish' }>): Reading {
  return order_ids.length > 1 ? { ...wish, kind: 'which_order', orders: order_ids } : wish;
}

/** The candidate a customer picked out of those they were asked about, if it is exactly one. */
function chosen(said: Understanding, pending: Pending | undefined): string | undefined {
  if (pending?.missing !== 'choice') return undefined;
  const { candidates = [] } = pending;
  // "I would rather have a refund", where a return was offered.
  if (said.named.some(deed => !candidates.includes(deed))) return undefined;
  if (candidates.length === 1 && said.slots.affirmation === 'yes') return candidates[0];
  const [picked, another] = said.candidates.filter(candidate => candidates.includes(candidate));
  if (picked === undefined || another !== undefined || said.slots.only_slots) return undefined;
  // "Please tell me once more" sounds a little like any of them, and names none.
  return said.named.includes(picked) || said.hits.length > 0 || said.confidence >= VAGUE ? picked : undefined;
}

function supplies(
  { slots, candidates }: Understanding,
  { missing }: Pending,
  { identity_verified }: Conversation
): boolean {
  if (slots.order_ids.length > 0) return true;
  if (missing === 'identity') return identity_verified;
  // A message that describes a thing and wishes for nothing ("the blue one") may describe the order.
  return missing === 'order' && candidates.length === 0 && slots.words.length > 0;
}

/** "No, I meant ORD-1003" and "what about the lamp?" after something was settled about another order. */
function followUp({ slots, candidates, ambiguous, named }: Understanding, { memory }: Conversation): Reading {
  const intent = memory.settled;
  // A bare number hints at an order's status; any other hint is a wish of its own that was not understood.
  const hints = slots.only_slots ? [] : candidates.filter(candidate => candidate !== intent);
  const now = mergeSlots({}, slots);
  const detail = slots.quantity !== null || slots.part !== null || slots.refund_destination !== null;
  const place = slots.refund_destination !== null && named.length === 0;
  if (intent === undefined || (ambiguous && !place)) return { kind: 'unclear', slots: now };
  // "I meant only two of them", "then on the original card": the same with another detail.
  if (detail && memory.order_id !== undefined)
    return { kind: 'wish', intent, slots: { order_id: memory.order_id, ...now }, resumed: true };
  if (hints.length > 0) return { kind: 'unclear', slots: now };
  if (slots.order_ids.length > 0) return aboutOne(slots, { kind: 'wish', intent, slots: now, resumed: true });
  return slots.words.length > 0 ? { kind: 'same_for_item', intent, slots: now } : { kind: 'unclear', slots: now };
}

/** What is said now goes before what was said earlier. Several orders are none: nobody said which. */
export function mergeSlots(before: RememberedSlots, now: Slots): RememberedSlots {
  const { order_id: earlierOrder, part, reported_issue, ...earlier } = before;
  const issue = now.reported_issue ?? (now.fault_denied ? undefined : reported_issue);
  const [order_id = earlierOrder, another] = now.order_ids;
  // "Both" counts the orders then, and no pieces.
  const quantity = another === undefined ? now.quantity : null;
  return {
    ...earlier,
    ...(order_id === undefined || another !== undefined ? {} : { order_id }),
    ...(issue === undefined ? {} : { reported_issue: issue }),
    ...(now.refund_destination === null ? {} : { refund_destination: now.refund_destination }),
    ...(now.delivery_charge_only ? { delivery_charge_only: true } : {}),
    ...(now.goods ? { goods: true } : {}),
    ...(quantity === null
      ? partOf(now.part ?? part)
      : { quantity, ...partOf(now.part === 'except' ? 'except' : undefined) })
  };
}

const partOf = (part: RememberedSlots['part']) => (part === undefined ? {} : { part });
