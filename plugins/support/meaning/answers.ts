import { readIn, type Reading } from '../conversation/reading.js';
import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import type { Wish } from '../records/types.js';
import { otherThing } from './changes.js';
import { followUpsFor, person, remark } from './follow-ups.js';
import { callsSomebody } from './wished.js';
import { sameQuestion } from './questions.js';
import { messageWords } from '../conversation/phrases.js';
import {
  caseOf,
  isDecided,
  type Turn,
  type TurnMeaning,
  asTask,
  orderTeller,
  clearlyLikeliest,
  handsOver
} from './turn.js';
import { severalOrders } from './wishes-of-deeds.js';

/** The message without what it sounds like: only what it names and answers counts. */
const named = ({ said, policy }: Turn): Turn['said'] => ({
  ...said,
  intent: policy.unknown.name,
  candidates: [],
  likely: [],
  named: [],
  hits: [],
  ambiguous: false
});

/** The wish that waits for an answer goes on with what the message names. */
function resumed(turn: Turn, said = named(turn)): TurnMeaning | undefined {
  const reading = readIn(said, turn.conversation);
  if (reading.kind === 'which_order' && turn.conversation.memory.known !== undefined)
    return severalOrders(reading, turn);
  return ['wish', 'which_order', 'choice'].includes(reading.kind) ? reading : undefined;
}

const namesSomething = ({ found, said }: Turn): boolean =>
  found.orders.length + found.lines.length + found.unknown.length + found.candidates.orders.length > 0 ||
  found.candidates.lines.length > 0 ||
  found.quantity !== null ||
  found.whole ||
  said.slots.pick !== null;

/** Only which order or item is meant: the wish that waits goes on, or the one that was settled is meant for it too. */
export function names(turn: Turn): TurnMeaning | undefined {
  const { found, conversation, policy } = turn;
  const { pending, decided, settled, subject, waiting, order_id } = conversation.memory;
  if (!namesSomething(turn) && pending?.missing !== 'order') return undefined;
  if (pending?.wishes !== undefined) return choice(turn);
  if (pending !== undefined) {
    const meaning = pending.intent === 'unknown' ? undefined : resumed(turn);
    const instead = meaning?.kind === 'wish' ? deedInstead(pending.intent, turn) : undefined;
    return instead === undefined ? meaning : { ...(meaning as Extract<Reading, { kind: 'wish' }>), intent: instead };
  }
  if (waiting !== undefined && goesOn(turn)) return next(turn);
  const [first, ...others] = ordersSaid(found);
  const last = decided?.intent ?? settled ?? caseOf(subject, turn);
  // What went wrong with one order is not wished for with another.
  const before = last === undefined || handsOver(turn, last) ? orderTeller(policy)?.name : last;
  if (first === undefined || before === undefined) return undefined;
  if (others.length > 0 && conversation.memory.known !== undefined)
    return severalOrders({ kind: 'which_order', intent: before, orders: [first, ...others], slots: {} }, turn);
  // "And of the other one?"
  const again = sameQuestion(turn);
  if (again !== undefined) return again;
  const same = first === order_id && found.lines.every(({ line_id }) => decided?.line_ids.includes(line_id) === true);
  if (decided !== undefined && same) return undefined;
  return { kind: 'wish', intent: before, slots: { order_id: first }, resumed: true };
}

/** "I mean cancel, not money back. The blanket": the one other deed that is named, where the first is put right. */
function deedInstead(before: string, turn: Turn): string | undefined {
  const { said, found } = turn;
  const [deed, another] = said.named.filter(
    name => name !== before && isDecided(turn, name) && !said.declined.includes(name)
  );
  return another === undefined && (found.corrects || said.declined.includes(before)) ? deed : undefined;
}

/** One of the wishes between which the customer was to choose. */
export function choice(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation } = turn;
  const { pending } = conversation.memory;
  if (pending === undefined) return upNext(turn);
  if (pending.missing !== 'choice') return names(turn);
  const wishes = pending.wishes ?? [];
  const lines = found.lines.map(({ line_id }) => line_id);
  const fitting = wishes.filter(
    ({ slots }) =>
      found.orders.some(({ order_id, how }) => how !== 'pronoun' && order_id === slots.order_id) &&
      (lines.length === 0 || slots.line_ids === undefined || slots.line_ids.some(line => lines.includes(line)))
  );
  const options: readonly (Wish | string)[] = wishes.length > 0 ? wishes : (pending.candidates ?? []);
  const at = { first: 0, second: 1, third: 2, last: options.length - 1, all: 0, other: -1 };
  const placed = said.slots.pick === null ? undefined : options[at[said.slots.pick]];
  const offered = (name: string) => options.some(option => intentOf(option) === name);
  // "I would rather have a refund", where a return was offered, is none of what was.
  if (placed === undefined && said.named.some(name => isDecided(turn, name) && !offered(name))) return undefined;
  const likely =
    [...said.named, said.intent].find(offered) ??
    clearlyLikeliest(
      said.likely.filter(({ intent }) => offered(intent)),
      turn.policy.weighing.choice_likely
    )?.intent;
  const deeds = options.filter(option => intentOf(option) === likely && !said.declined.includes(intentOf(option)));
  const chosen = (fitting.length === 1 ? fitting[0] : placed) ?? (deeds.length === 1 ? deeds[0] : undefined);
  return chosen === undefined ? undefined : taken(chosen, turn);
}

/** It names nothing, or what the wish that waits is about. */
function goesOn({ found, conversation }: Turn): boolean {
  const [wish] = conversation.memory.waiting ?? [];
  const { order_id, line_ids } = wish?.slots ?? {};
  const named = ordersSaid(found);
  const lines = found.lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
  return (
    found.excluded.orders.length + found.excluded.lines.length === 0 &&
    named.every(order => order === order_id) &&
    (line_ids === undefined || lines.every(line => line_ids.includes(line)))
  );
}

const intentOf = (option: Wish | string): string => (typeof option === 'string' ? option : option.intent);

/** A wish is taken first, and the others wait. */
function taken(chosen: Wish | string, { said, conversation }: Turn): TurnMeaning {
  const { pending, order_id } = conversation.memory;
  if (typeof chosen === 'string') {
    const [named = pending?.slots.order_id ?? order_id] = said.slots.order_ids;
    const slots = { ...pending?.slots, ...(named === undefined ? {} : { order_id: named }) };
    return { kind: 'wish', intent: chosen, slots, resumed: true };
  }
  const waiting = (pending?.wishes ?? []).filter(wish => wish !== chosen);
  return { kind: 'wish', intent: chosen.intent, slots: chosen.slots, resumed: true, waiting, fixed: true };
}

/** "And now the other one as well": the wish that waits, where nothing else is named. */
export const upNext = (turn: Turn): TurnMeaning | undefined => {
  const { pending, waiting } = turn.conversation.memory;
  return pending === undefined && waiting !== undefined && goesOn(turn) ? next(turn) : undefined;
};

/** The wish that waits comes now. */
export function next({ conversation }: Pick<Turn, 'conversation'>): TurnMeaning | undefined {
  const [wish, ...waiting] = conversation.memory.waiting ?? [];
  if (wish === undefined) return undefined;
  const fixed = wish.slots.order_id !== undefined;
  return { kind: 'wish', intent: wish.intent, slots: wish.slots, resumed: true, waiting, fixed };
}

/** What was offered or asked is taken. */
export function yes(turn: Turn): TurnMeaning | undefined {
  const { said, conversation } = turn;
  const { offered, offered_slots, offered_beside, to_withdraw, pending, waiting, order_id, line_ids, tickets } =
    conversation.memory;
  if (to_withdraw !== undefined)
    return asTask(
      { does: 'withdraw', tickets: openTickets(tickets).filter(each => to_withdraw.includes(each.ticket_id)) },
      turn
    );
  if (offered !== undefined) {
    const lines = line_ids === undefined ? {} : { line_ids };
    const slots = offered_slots ?? (order_id === undefined ? {} : { order_id, ...lines });
    const beside = offered_beside === true ? { beside: true } : {};
    return { kind: 'wish', intent: offered, slots, resumed: true, fixed: offered_slots !== undefined, ...beside };
  }
  if (pending?.missing === 'identity') return ready(turn);
  // Whether a rule was answered is found out before.
  if (pending?.missing === 'fact') return undefined;
  if (pending?.missing === 'choice')
    return pending.candidates?.length === 1 ? taken(pending.candidates[0]!, turn) : both(turn);
  if (pending !== undefined) return resumed(turn, { ...named(turn), slots: { ...said.slots, affirmation: 'yes' } });
  if (waiting !== undefined) return next(turn);
  return callsHelp(turn) ? person(turn) : remark('yes', turn);
}

/** "Yes please, have somebody do that", of what was told that a person does. */
function callsHelp(turn: Turn): boolean {
  const { told, tickets } = turn.conversation.memory;
  const { helping } = turn.policy.requestWords;
  const helps = messageWords(told?.text ?? '').some(word => helping.includes(word));
  return openTickets(tickets).length === 0 && helps && callsSomebody(turn);
}

/** What was offered or asked is not wanted. */
export function no(turn: Turn): TurnMeaning | undefined {
  const { conversation, found } = turn;
  const { offered, to_withdraw, pending, waiting } = conversation.memory;
  // Whether a rule was answered is found out before.
  if (pending?.missing === 'fact') return undefined;
  // "NO, leave the blanket cancelled", asked whether that is to be taken back.
  if (to_withdraw !== undefined) return remark('goes_on', turn) ?? { kind: 'dropped' };
  if (pending !== undefined || waiting !== undefined)
    return ordersSaid(found).length > 0 ? undefined : { kind: 'dropped' };
  return offered === undefined ? remark('no', turn) : (remark('done', turn) ?? { kind: 'dropped' });
}

/** All that was shown or offered: one after the other. */
export function both(turn: Turn): TurnMeaning | undefined {
  const { said, conversation } = turn;
  const { pending } = conversation.memory;
  if (pending === undefined) return upNext(turn);
  const [first] = pending.wishes ?? [];
  if (first !== undefined) return taken(first, turn);
  // "The one with the pot, all of it" is one order.
  if (pending.missing === 'order' && ordersSaid(turn.found).length === 1) return names(turn);
  return resumed(turn, { ...named(turn), slots: { ...said.slots, pick: 'all' } });
}

/** None of what was shown: asked once more, in other words. */
export function neither(turn: Turn): TurnMeaning | undefined {
  const { conversation, found } = turn;
  if (ordersSaid(found).length > 0) return otherThing(turn);
  const { pending } = conversation.memory;
  return pending === undefined ? undefined : ({ kind: 'unclear', slots: pending.slots } satisfies Reading);
}

/** The question cannot be answered: what the files say to that, else it is asked in other words. */
export function skip(turn: Turn): TurnMeaning | undefined {
  const { pending } = turn.conversation.memory;
  // "I do not know, is it 1008?" names one.
  if (pending === undefined || (pending.missing === 'order' && ordersSaid(turn.found).length > 0)) return undefined;
  const followUps = followUpsFor(turn, 'skip');
  if (followUps.length > 0) return asTask({ does: 'answer', followUps }, turn);
  if (pending.missing !== 'items') return neither(turn);
  return { kind: 'wish', intent: pending.intent, slots: pending.slots, resumed: true };
}

/** "Done", "ok I did": what waited for the proof goes on. */
export function ready(turn: Turn): TurnMeaning | undefined {
  const { conversation } = turn;
  const { pending } = conversation.memory;
  if (pending?.missing !== 'identity' || pending.intent === 'unknown') return undefined;
  if (!conversation.identity_verified) return { kind: 'unclear', slots: pending.slots };
  return resumed(turn) ?? { kind: 'wish', intent: pending.intent, slots: pending.slots, resumed: true };
}
