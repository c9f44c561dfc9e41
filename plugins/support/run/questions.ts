import type { StoreDecision } from '../decide/case.js';
import type { SeedLine } from '../kinds/seed-order.js';
import type { KnownTicket, Memory, Pending, RememberedSlots, Wish } from '../records/types.js';
import { evidenceText } from '../verify/evidence-text.js';
import { clarify, escalate } from './end.js';
import { noGoodsEvidence, notFoundEvidence } from '../policy/system-facts.js';
import { listed, listEvidence } from '../conversation/known-orders.js';
import { linesOf } from '../conversation/references.js';
import { CHOICE, countedIn, keptWords, timesAsked, without } from '../conversation/asked.js';
import { phraseIn, saidWords } from '../conversation/phrases.js';
import { personIntent } from '../meaning/turn.js';
import type { Run } from './run.js';
import type { Decided, Fields, Gathered, Resolved, RunEnding } from './steps.js';

/** The message was not understood: the open question is asked again, then a person takes over. */
export function unclear(given: Resolved, run: Run): RunEnding {
  const { pending, unclear: before = 0 } = run.conversation.memory;
  const memory = { ...given.memory, unclear: before + 1 };
  // Handed over, nothing that was asked is open.
  if (before + 1 >= run.policy.escalation.unclearMessages)
    return escalate('low_confidence', { ...given, memory: without(memory, 'pending') });
  if (pending?.missing === 'order' || pending?.missing === 'identity') {
    const intent = run.policy.intents.get(pending.intent) ?? run.policy.unknown;
    const waiting = { ...given, intent, memory };
    return pending.missing === 'order' ? askOrder(waiting, run) : askIdentity(waiting, run);
  }
  // A number alone wishes for nothing, but the wish that follows is about it.
  const { order_id } = given.slots;
  const about = order_id ?? given.found.orders.find(({ how }) => how === 'item')?.order_id;
  const named = about === undefined ? {} : { order_id: about, ...linesOf(given.found, about, run.conversation) };
  const known = { ...given, memory: { ...memory, ...named } };
  const [guess] = given.said.candidates;
  if (guess !== undefined && run.policy.intents.get(guess)?.offer !== undefined)
    return askChoice(known, run, { candidates: [guess] });
  return askAnything(known, run);
}

/** What the agent can do is listed once; afterwards a person is offered. */
function askAnything(given: Resolved, run: Run): RunEnding {
  const listed = given.memory.menu === true;
  const offered = personIntent(run.policy);
  const memory = { ...given.memory, menu: true, ...(listed && offered !== undefined ? { offered } : {}) };
  return clarify('unclear', { ...given, memory }, {}, listed);
}

/** Of more choices than this, what the message wishes for is not known. */
const MENU = 2;

/** `all`: the customer wants all of it, one after the other. */
export function askChoice(
  given: Resolved,
  run: Run,
  { candidates, all = false }: { readonly candidates: readonly string[]; readonly all?: boolean }
): RunEnding {
  const asked = candidates.filter(name => run.policy.intents.get(name)?.offer !== undefined).slice(0, 3);
  if (asked.length > MENU && given.memory.menu === true)
    return unclear({ ...given, said: { ...given.said, candidates: [] } }, run);
  const menu = `${CHOICE}${all ? 'first of ' : ''}${asked.join(' ')}`;
  if (asked.length > 1 && timesAsked(given.memory, menu) > 0)
    return unclear({ ...given, said: { ...given.said, candidates: [] } }, run);
  const choices = asked.map(name => run.policy.intents.get(name)?.offer);
  const named = given.said.slots.order_ids;
  const orders = named.length > 1 ? { orders: named } : {};
  const slots = slotsToKeep(given, run);
  const pending: Pending = { intent: 'unknown', missing: 'choice', candidates: asked, slots, ...orders };
  const memory = {
    ...given.memory,
    pending,
    asked: countedIn(given.memory, menu),
    ...(asked.length > MENU ? { menu: true } : {})
  };
  return clarify(all ? 'choice_first' : 'choice', { ...given, memory }, { choices });
}

/** Offers the wish that waits, by name, once the one before it is done; empty where none waits. */
export function offerNext({ waiting = [], known = [], pending, offered_slots }: Memory, run: Run): string {
  const [next] = waiting;
  if (next === undefined || pending !== undefined || offered_slots !== undefined) return '';
  const { order_id, line_ids = [] } = next.slots;
  const order = known.find(each => each.order_id === order_id);
  if (order_id !== undefined) run.evidence.push(...listEvidence(listed([order_id], known), run.trace.length));
  const items = (order?.lines ?? []).filter(line => line_ids.includes(line.line_id)).map(({ name }) => name);
  const { offer = next.intent, begin } = run.policy.intents.get(next.intent) ?? {};
  return ` ${run.say(run.policy.wording.statements.next_wish, { offer, begin, order_id: order_id ?? null, items })}`;
}

/** What is offered takes no place of what is open, but for "could it be returned instead?" and "not the refund, can I return it?". */
export const besideOpen = (given: Resolved, { policy }: Run): Pick<Memory, 'offered_beside'> =>
  phraseIn(saidWords(given.message), policy.requestWords.replacing) !== undefined ||
  given.said.declined.length > 0 ||
  given.found.corrects
    ? {}
    : { offered_beside: true };

/** Says that it can be done, and offers it. */
export function offerIt(gathered: Gathered, { says }: StoreDecision, run: Run): Decided {
  const { intent, slots, lineIds, data, memory } = gathered;
  const line_ids = lineIds.length === 0 ? {} : { line_ids: lineIds };
  return {
    ...gathered,
    template: run.policy.wording.statements.would_you,
    data: {
      ...data,
      says,
      offer: offerOf(gathered),
      ...(intent.begin !== undefined && { begin: intent.begin }),
      order_id: slots.order_id,
      items: data.items ?? []
    },
    memory: {
      ...memory,
      offered: intent.name,
      offered_slots: { ...slots, ...line_ids },
      ...besideOpen(gathered, run),
      tried: { intent: intent.name, slots: { ...slots, ...line_ids } }
    }
  };
}

/** Asks whether tickets are to be withdrawn. */
export function askWithdrawal(given: Resolved, run: Run, tickets: readonly KnownTicket[]): RunEnding {
  const ids = tickets.map(({ ticket_id }) => ticket_id);
  const about = { replaced: ids, order_id: tickets[0]?.order_id ?? null };
  const text = run.say(run.policy.wording.statements.withdraw, about);
  run.evidence.push({ reference: `ticket#${run.trace.length}`, kind: 'system_fact', text: evidenceText(about) });
  return { ...clarify('unclear', { ...given, memory: { ...given.memory, to_withdraw: ids } }), text };
}

/** Several things are wished for: both are named, and which comes first is asked. */
export function askWhichWish(given: Resolved, run: Run, wishes: readonly Wish[]): RunEnding {
  const { known = [] } = given.memory;
  const choices = wishes.map(({ intent, slots: { order_id, line_ids = [] } }) => {
    const lines = known.find(order => order.order_id === order_id)?.lines ?? [];
    const named = lines.filter(({ line_id }) => line_ids.includes(line_id)).map(({ name }) => name);
    const what = [
      run.policy.intents.get(intent)?.offer ?? intent,
      ...named,
      ...(order_id === undefined ? [] : [order_id])
    ];
    return what.join(', ');
  });
  const candidates = wishes.map(({ intent }) => intent);
  const same = new Set(candidates).size === 1;
  const pending: Pending = {
    intent: same ? given.intent.name : 'unknown',
    missing: 'choice',
    candidates,
    slots: {},
    wishes
  };
  const ids = wishes.flatMap(({ slots }) => slots.order_id ?? []);
  const orders = listed(ids, known);
  run.evidence.push(...listEvidence(orders, run.trace.length));
  const topic = { ...given, memory: { ...given.memory, pending } };
  return same
    ? clarify('which_order_first', topic, { orders, offer: offerOf(given) })
    : clarify('choice_first', topic, { choices });
}

export function askWhichOrder(
  given: Resolved,
  run: Run,
  { orders: ids, all = false }: { readonly orders: readonly string[]; readonly all?: boolean }
): RunEnding {
  const { memory, asked } = remember(given, run, 'order', { orders: ids });
  const topic = { ...given, memory: { ...memory, orders: ids, shown: { kind: 'orders' as const, orders: ids } } };
  if (asked > run.policy.escalation.failedSlots) return escalate('repeated_failure', topic);
  const orders = listed(ids, memory.known);
  run.evidence.push(...listEvidence(orders, run.trace.length));
  return ask(all ? 'which_order_first' : 'which_order', topic, asked, { orders, offer: offerOf(given) });
}

/** Asks who it is, in the words for the way in which it is to be proved, where there are any. */
export function askIdentity(given: Resolved, run: Run, level = run.policy.identity.accountData): RunEnding {
  const byCode = level === 'holds' && run.policy.wording.questions.has('identity_code');
  const { memory, asked } = remember(given, run, 'identity');
  const topic = { ...given, memory };
  if (asked > run.policy.escalation.failedSlots) return escalate('repeated_failure', topic);
  return ask(byCode ? 'identity_code' : 'identity', topic, asked);
}

/** Asks for the order, with the customer's own to choose from; the same vain question too often hands the run to a person. */
export function askOrder(given: Resolved, run: Run, ask_for = 'order'): RunEnding {
  // "But she gave me the number herself" names no other one.
  const strange = ask_for === NOT_FOUND || run.conversation.memory.pending?.strange === true;
  const goods = ask_for === 'order' ? given.found.strangeGoods : undefined;
  const question = strange ? NOT_FOUND : goods === undefined ? ask_for : 'goods_not_found';
  // An order that is delivered is none to cancel.
  const { known = [] } = given.memory;
  const fit = known.filter(({ status }) => !given.intent.notOf.includes(status));
  const orders = listed(undefined, fit.length === 0 ? known : fit);
  const ids = orders.map(({ order_id }) => order_id);
  const shown = ids.length === 0 ? {} : { shown: { kind: 'orders' as const, orders: ids } };
  const { memory, asked } = remember(given, run, 'order', {
    ...(ids.length === 0 ? {} : { orders: ids }),
    ...(strange ? { strange } : {})
  });
  const topic = { ...given, memory: { ...memory, ...shown } };
  if (asked > run.policy.escalation.failedSlots) return escalate('repeated_failure', topic);
  run.evidence.push(
    ...listEvidence(orders, run.trace.length),
    ...(strange
      ? [notFoundEvidence(run.trace.length)]
      : goods === undefined
        ? []
        : [noGoodsEvidence(run.trace.length, goods)])
  );
  return ask(question, topic, asked, { offer: offerOf(given), orders, goods });
}

const NOT_FOUND = 'order_not_found';

const offerOf = ({ intent }: Resolved) => intent.offer ?? intent.description;

/** The second time in other words, where the wording has them. */
const ask = (question: string, topic: Resolved, asked: number, data: Fields = {}): RunEnding =>
  clarify(question, topic, data, asked > 1);

/** Asks which lines of the order are meant. */
export function askItems(given: Resolved, run: Run, lines: readonly SeedLine[], in_turn = false): RunEnding {
  // The quantities are lost with the message; each is asked for when its item's turn has come.
  const { quantity: _quantity, ...rest } = given.slots;
  const slots: RememberedSlots = in_turn ? { ...rest, part: 'pieces' } : given.slots;
  const options = { lines: lines.map(({ line_id }) => line_id), ...(in_turn && { in_turn }) };
  const { memory, asked } = remember({ ...given, slots }, run, 'items', options);
  const order_id = slots.order_id ?? '';
  const refs = lines.map(({ line_id }) => ({ order_id, line_id }));
  const topic = { ...given, memory: { ...memory, shown: { kind: 'lines' as const, lines: refs } } };
  if (asked > run.policy.escalation.failedSlots) return escalate('repeated_failure', topic);
  const items = lines.map(({ name }) => name);
  run.evidence.push({ reference: `items#${run.trace.length}`, kind: 'system_fact', text: evidenceText({ items }) });
  return ask(in_turn ? 'which_item_first' : 'which_items', topic, asked, { items });
}

export function askHowMany(given: Resolved, run: Run): RunEnding {
  const { memory, asked } = remember(given, run, 'quantity');
  const topic = { ...given, memory };
  return asked > run.policy.escalation.failedSlots
    ? escalate('repeated_failure', topic)
    : ask('how_many', topic, asked);
}

/** Asks what a rule needs to know, in its own words; the answer resumes the wish. */
export function askFact(given: Resolved, run: Run, { says, asks }: StoreDecision): RunEnding {
  const { memory, asked } = remember(given, run, 'fact', asks === undefined ? {} : { fact: asks });
  const topic = { ...given, memory };
  if (asked > run.policy.escalation.failedSlots) return escalate('repeated_failure', topic);
  const { ask_again } = run.policy.wording.statements;
  return { ...clarify('unclear', topic), text: asked > 1 ? run.say(ask_again, { question: says }) : says };
}

/** Leaves the wish on the conversation; says how many times the same thing was asked for, whatever came between. */
function remember(
  given: Resolved,
  run: Run,
  missing: Pending['missing'],
  options: Pick<Pending, 'orders' | 'lines' | 'in_turn' | 'fact' | 'strange'> = {}
): { readonly memory: Memory; readonly asked: number } {
  const { intent } = given;
  const question = `${missing} ${intent.name}`;
  const pending: Pending = { intent: intent.name, missing, slots: slotsToKeep(given, run), ...options };
  return {
    memory: { ...given.memory, pending, asked: countedIn(given.memory, question) },
    asked: timesAsked(given.memory, question) + 1
  };
}

/** The message is gone when its wish goes on, so what it may have named is kept with the slots. */
const slotsToKeep = ({ slots, words }: Resolved, { conversation }: Run): RememberedSlots => ({
  ...slots,
  items: keptWords(slots.items, words, conversation.conversation_id)
});
