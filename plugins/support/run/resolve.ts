import { type Reading, readIn } from '../conversation/reading.js';
import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import { wishesIn } from '../conversation/wishes.js';
import type { Intent } from '../kinds/intent.js';
import type { KnownTicket, RememberedSlots, Wish } from '../records/types.js';
import { escalate } from './end.js';
import { followUpsFor, fallbackFollowUps } from './follow-up.js';
import { namesAnItem } from './prerequisites.js';
import { askChoice, askWhichOrder, askWhichWish, dropped, takenBack, unclear } from './questions.js';
import type { Run } from './run.js';
import type { Received, Resolved, RunEnding, Services, Task } from './steps.js';

/** What a message asks for in its conversation: something to do, or a question that is open. */
type Meaning =
  | { readonly kind: 'task'; readonly task: Task; readonly intent: string; readonly slots: RememberedSlots }
  | { readonly kind: 'wishes'; readonly wishes: readonly Wish[] }
  | Reading;

/** From what was said to what is wished for in this conversation, on record with the rules it follows from. */
export async function resolve(received: Received, run: Run, services: Services): Promise<Resolved | RunEnding> {
  const { said } = received;
  const meaning = await meaningOf(received, run, services);
  const intent =
    meaning.kind === 'wishes'
      ? commonIntent(meaning.wishes, run)
      : (('intent' in meaning ? run.policy.intents.get(meaning.intent) : undefined) ?? run.policy.unknown);
  const resumed = meaning.kind === 'wish' && meaning.resumed;
  run.record({
    type: 'classification',
    intent: intent.name,
    confidence: said.confidence,
    candidates: said.candidates,
    resumed,
    rules: said.hits.map(({ intent: name, weight, file, line }) => ({ intent: name, weight, file, line }))
  });
  run.evidence.push({ reference: 'message#1', kind: 'customer_message', text: run.message });
  const { memory } = run.conversation;
  if (said.sensitive !== null) return escalate('sensitive_topic', { intent, memory });

  const slots = 'slots' in meaning ? meaning.slots : {};
  const waitingIssue = run.policy.issues.find(({ name }) => name === slots.issue);
  const task: Task =
    meaning.kind === 'task'
      ? meaning.task
      : waitingIssue?.intent === intent.name
        ? { does: 'issue', issue: waitingIssue }
        : { does: 'wish' };
  const fixed = meaning.kind === 'wish' && meaning.waiting !== undefined && meaning.slots.order_id !== undefined;
  const resolved: Resolved = { ...received, intent, slots, resumed, corrects: corrects(received), task, fixed, memory };
  switch (meaning.kind) {
    case 'task':
      return resolved;
    case 'wish':
      return meaning.waiting === undefined
        ? resolved
        : { ...resolved, memory: { ...memory, waiting: meaning.waiting } };
    case 'wishes':
      return askWhichWish(resolved, run, meaning.wishes);
    case 'which_order':
      return askWhichOrder(resolved, run, meaning);
    case 'choice':
      return askChoice(resolved, run, meaning);
    case 'taken_back':
      return takenBack(resolved);
    case 'dropped':
      return dropped(resolved);
    default:
      return unclear(resolved, run);
  }
}

const commonIntent = (wishes: readonly Wish[], { policy }: Run): Intent => {
  const [name, ...others] = new Set(wishes.map(({ intent }) => intent));
  return (others.length === 0 && name !== undefined ? policy.intents.get(name) : undefined) ?? policy.unknown;
};

const SURE = 0.5;
/** What opens or closes a ticket needs more. */
const VERY_SURE = 0.6;

const corrects = ({ found, acts }: Received) => found.corrects || does(acts, 'correction');

const does = (acts: Received['acts'], name: string) => acts[0]?.act === name && acts[0].score >= SURE;

async function meaningOf(received: Received, run: Run, services: Services): Promise<Meaning> {
  const { said, found } = received;
  const { memory } = run.conversation;
  const gone = withdrawn(received, run);
  if (gone !== undefined) return gone;
  const trouble = issue(received, run);
  if (trouble !== undefined) return trouble;
  const corrected = correction(received, run);
  if (corrected !== undefined) return corrected;
  const chosen = chosenWish(received, run);
  if (chosen !== undefined) return chosen;
  const answer = followUp(received, run);
  if (answer !== undefined) return answer;
  const same = questionAboutSettled(received, run);
  if (same !== undefined) return same;
  const next = nextWaiting(received, run);
  if (next !== undefined) return next;
  const wishes = memory.known === undefined || memory.pending !== undefined ? [] : wishesIn(run.message, received, run);
  if (wishes.length > 1) return inTurn(wishes, run);

  const reading = await settle(readIn(said, run.conversation), received, run, services);
  if (reading.kind === 'which_order' && memory.known !== undefined) return severalOrders(reading, received, run);
  if (reading.kind !== 'unclear' && reading.kind !== 'choice') return reading;
  const told = tellAbout(received, run);
  if (told !== undefined) return told;
  const asked = asks(run.message, run.policy.opensQuestion) || said.slots.words.length > 2;
  const ways = found.unknown.length > 0 || !asked ? [] : fallbackFollowUps(run);
  // "Refund or return?" names wishes and asks nothing about what is on record.
  const least = reading.kind === 'choice' ? 3 : 1;
  if (ways.length === 0 || said.slots.words.length < least) return reading;
  return asTask({ does: 'answer', followUps: ways }, received, run);
}

const asTask = (task: Task, { found }: Received, { conversation: { memory }, policy }: Run): Meaning => {
  const [named, another] = ordersSaid(found);
  const order_id = named !== undefined && another === undefined ? named : memory.order_id;
  const other = named !== undefined && named !== memory.decided?.order_id;
  const intent =
    (other ? undefined : memory.decided?.intent) ?? memory.settled ?? openTickets(memory.tickets).at(-1)?.intent;
  return {
    kind: 'task',
    task,
    intent: intent ?? policy.unknown.name,
    slots: order_id === undefined ? {} : { order_id }
  };
};

/** "Forget it": what is open about the order that is talked about is taken back. */
function withdrawn(received: Received, run: Run): Meaning | undefined {
  const { found, said, acts } = received;
  const { memory } = run.conversation;
  if (!does(acts, 'withdraw')) return undefined;
  if (decidesNewly(said.intent, run) && acts[0]!.score < VERY_SURE) return undefined;
  const open = openTickets(memory.tickets);
  const named = ordersSaid(found);
  const about = (ids: readonly string[]) => open.filter(({ order_id }) => order_id !== null && ids.includes(order_id));
  const meant = named.length > 0 ? about(named) : about(memory.order_id === undefined ? [] : [memory.order_id]);
  const tickets: readonly KnownTicket[] = meant.length > 0 ? meant : named.length > 0 ? [] : open.slice(-1);
  if (tickets.length > 0) return asTask({ does: 'withdraw', tickets }, received, run);
  return memory.pending === undefined ? undefined : { kind: 'dropped' };
}

/** A wish that something is decided about and that is another one than the one that was settled. */
function decidesNewly(name: string, { policy, conversation: { memory } }: Run): boolean {
  const intent = policy.intents.get(name);
  return intent?.decide !== undefined && name !== (memory.decided?.intent ?? memory.settled);
}

/** Something went wrong, and nothing that is decided is wished for because of it. */
function issue({ troubles, said, found }: Received, { policy, conversation: { memory } }: Run): Meaning | undefined {
  const [sure] = troubles;
  const named = policy.issues.find(({ name }) => name === sure?.act && sure.score >= VERY_SURE);
  const meant = named ?? policy.issues.find(({ fact }) => fact !== null && fact === said.slots.reported_issue);
  if (meant === undefined || policy.intents.get(said.intent)?.decide !== undefined) return undefined;
  if (named === undefined && said.intent !== 'unknown') return undefined;
  const order_id = found.orders[0]?.order_id ?? memory.order_id;
  const slots: RememberedSlots = {
    issue: meant.name,
    ...(meant.fact === null ? {} : { reported_issue: meant.fact }),
    ...(order_id === undefined ? {} : { order_id })
  };
  return { kind: 'task', task: { does: 'issue', issue: meant }, intent: meant.intent, slots };
}

/** "No, 1008", "I meant a refund", "the other one": the same again of another order, or another wish about the same. */
function correction(received: Received, run: Run): Meaning | undefined {
  if (!corrects(received)) return undefined;
  const { said, found } = received;
  const { pending, settled, decided, order_id, line_ids } = run.conversation.memory;
  const before = pending !== undefined && pending.intent !== 'unknown' ? pending.intent : (decided?.intent ?? settled);
  const names = found.orders.length > 0 || found.lines.length > 0;
  // "Just a refund instead": in a correction, what it sounds like most is enough.
  const likely = said.intent === 'unknown' ? (said.candidates[0] ?? '') : said.intent;
  if (before === undefined || (!names && !decidesNewly(likely, run))) return undefined;
  const intent = decidesNewly(likely, run) ? likely : before;
  const [named] = found.orders;
  const slots: RememberedSlots = {
    ...pending?.slots,
    ...(order_id === undefined ? {} : { order_id }),
    ...(named === undefined && line_ids !== undefined ? { line_ids } : {}),
    ...(named === undefined ? {} : { order_id: named.order_id })
  };
  return { kind: 'wish', intent, slots, resumed: true };
}

/** A question about what was settled is answered from the records, unless the message wishes for something else. */
function followUp(received: Received, run: Run): Meaning | undefined {
  const { said, acts } = received;
  const ways = followUpsFor(received, run);
  const [first] = ways;
  if (first === undefined || (acts[0]?.score ?? 0) < SURE) return undefined;
  const wishes = run.policy.intents.get(said.intent)?.decide !== undefined;
  if (wishes && !asks(run.message, run.policy.opensQuestion)) return undefined;
  const particular = first.after.length + first.decisions.length + first.reasons.length + first.needs.length > 0;
  const plain = (acts[0]?.score ?? 0) >= VERY_SURE && asks(run.message, run.policy.opensQuestion);
  if (decidesNewly(said.intent, run) && !(plain && ordersSaid(received.found).length === 0)) return undefined;
  if (said.intent !== 'unknown' && !particular) return undefined;
  // What an intent of its own tells about an order, it tells better.
  if (first.hints.length === 0 && first.after.includes(said.intent)) return undefined;
  return asTask({ does: 'answer', followUps: ways }, received, run);
}

/** "Is that too heavy for a label?" sounds like the wish that was handed over, and asks about it. */
function questionAboutSettled(received: Received, run: Run): Meaning | undefined {
  const { said, found } = received;
  const { policy, conversation, message } = run;
  const { memory } = conversation;
  const about = openTickets(memory.tickets).some(each => each.order_id !== null && each.order_id === memory.order_id);
  const named = ordersSaid(found);
  if (!about || memory.pending !== undefined || named.some(order => order !== memory.order_id)) return undefined;
  if (policy.intents.get(said.intent)?.decide === undefined || !asks(message, policy.opensQuestion)) return undefined;
  const ways = fallbackFollowUps(run);
  return ways.length === 0 ? undefined : asTask({ does: 'answer', followUps: ways }, received, run);
}

/** Any word of it could open a question. */
const wonders = (message: string, openings: readonly string[]) =>
  asks(message, openings) || (message.toLowerCase().match(/\p{L}+/gu) ?? []).some(word => openings.includes(word));

const asks = (message: string, openings: readonly string[]) => {
  const text = message.trim().toLowerCase();
  return text.endsWith('?') || openings.some(opening => text.startsWith(`${opening} `));
};

/** "Yes, go on", "both", "the other one then": the next of the wishes that wait. */
function nextWaiting({ acts, said, found }: Received, { conversation: { memory } }: Run): Meaning | undefined {
  const [next, ...rest] = memory.waiting ?? [];
  if (next === undefined || memory.pending !== undefined) return undefined;
  const agrees =
    said.slots.affirmation === 'yes' ||
    ['yes', 'ready', 'both', 'done'].some(name => does(acts, name) && name !== 'done');
  const named =
    found.orders.some(({ order_id }) => order_id === next.slots.order_id) ||
    said.slots.other_order ||
    said.slots.pick === 'other' ||
    found.mentions.some(({ how }) => how === 'other');
  if (!agrees && !(named && (said.intent === 'unknown' || said.intent === next.intent))) return undefined;
  return { kind: 'wish', intent: next.intent, slots: next.slots, resumed: true, waiting: rest };
}

/** One of several wishes is taken first; the others wait. */
function chosenWish({ said, found, acts }: Received, { conversation: { memory } }: Run): Meaning | undefined {
  const wishes = memory.pending?.wishes ?? [];
  if (wishes.length < 2) return undefined;
  const place = { first: 0, second: 1, third: 2, last: wishes.length - 1 };
  const { pick } = said.slots;
  const lines = found.lines.map(({ line_id }) => line_id);
  const named = wishes.filter(
    ({ slots }) =>
      found.orders.some(({ order_id }) => order_id === slots.order_id) &&
      (lines.length === 0 || slots.line_ids === undefined || slots.line_ids.some(line => lines.includes(line)))
  );
  const all = pick === 'all' || does(acts, 'both') || does(acts, 'yes') || said.slots.affirmation === 'yes';
  const chosen =
    (named.length === 1 ? named[0] : undefined) ??
    (pick !== null && pick in place ? wishes[place[pick as keyof typeof place]] : undefined) ??
    wishes.find(({ intent }) => intent === said.intent) ??
    (all || named.length > 1 ? wishes[0] : undefined);
  if (chosen === undefined) return undefined;
  const waiting = wishes.filter(wish => wish !== chosen);
  return { kind: 'wish', intent: chosen.intent, slots: chosen.slots, resumed: true, waiting };
}

/** A message that names orders and wishes for nothing known asks how they stand. */
function tellAbout({ said, found, acts }: Received, run: Run): Meaning | undefined {
  const { policy, conversation, message } = run;
  const { memory } = conversation;
  const [order, another] = ordersSaid(found);
  const teller = [...policy.intents.values()].find(each => each.requires.order && each.decide === undefined);
  if (order === undefined || teller === undefined || memory.pending !== undefined || memory.known === undefined)
    return undefined;
  // Telling changes nothing: where that is one of the readings, it is worth more than a question about them.
  const decides = said.candidates.some(name => policy.intents.get(name)?.decide !== undefined);
  if (found.unknown.length > 0 || (decides && !said.candidates.includes(teller.name))) return undefined;
  const asked = run.policy.followUps.some(each => each.acts.includes(acts[0]?.act ?? ''));
  if (['withdraw', 'no'].includes(acts[0]?.act ?? '') || said.hits.some(({ negated }) => negated)) return undefined;
  if (!said.slots.only_slots && !asked && !wonders(message, policy.opensQuestion)) return undefined;
  if (another !== undefined)
    return { kind: 'task', task: { does: 'overview', orders: ordersSaid(found) }, intent: teller.name, slots: {} };
  return { kind: 'wish', intent: teller.name, slots: { order_id: order }, resumed: false };
}

/** What only tells about an order is answered at once, and the others wait; else the customer says which comes first. */
function inTurn(wishes: readonly Wish[], { policy }: Run): Meaning {
  const reads = wishes.find(
    ({ intent, slots }) => policy.intents.get(intent)?.decide === undefined && slots.order_id !== undefined
  );
  if (reads === undefined) return { kind: 'wishes', wishes };
  const waiting = wishes.filter(wish => wish !== reads);
  return { kind: 'wish', intent: reads.intent, slots: reads.slots, resumed: false, waiting };
}

/** One wish for several orders: told together where that is all, else one after the other. */
function severalOrders(
  { intent: name, orders, slots }: Extract<Reading, { kind: 'which_order' }>,
  { found }: Received,
  { policy }: Run
): Meaning {
  const intent = policy.intents.get(name);
  if (intent?.requires.order === true && intent.decide === undefined)
    return { kind: 'task', task: { does: 'overview', orders }, intent: name, slots: {} };
  const wishes = orders.map((order_id): Wish => {
    const line_ids = found.lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
    return { intent: name, slots: { ...slots, order_id, ...(line_ids.length === 0 ? {} : { line_ids }) } };
  });
  return { kind: 'wishes', wishes };
}

/** "What about the lamp?" is the settled wish once more if an order of the customer holds a lamp. */
async function settle(reading: Reading, { words, found }: Received, run: Run, services: Services): Promise<Reading> {
  if (reading.kind !== 'same_for_item') return reading;
  const intent: Intent | undefined = run.policy.intents.get(reading.intent);
  const named = found.orders.length > 0 || found.lines.length > 0;
  const same =
    intent !== undefined && (named || (await namesAnItem({ intent, words, slots: {}, found }, run, services)));
  return same ? { ...reading, kind: 'wish', resumed: true } : { kind: 'unclear', slots: reading.slots };
}
