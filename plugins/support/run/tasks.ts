import { knownOrder, listed, MOST_TOLD } from '../conversation/known-orders.js';
import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import { placeIn } from '../kinds/places.js';
import type { Told } from '../knowledge/question-index.js';
import { personIntent, type Task } from '../meaning/turn.js';
import type { KnownTicket, Memory } from '../records/types.js';
import type { KnownOrder } from '../refer/types.js';
import { OWN_TOOLS } from '../tools/registry.js';
import { callTool } from './call-tool.js';
import { repeats } from './end.js';
import { runPlan, tellBeside } from './gather.js';
import { without } from '../conversation/asked.js';
import type { Run } from './run.js';
import type { Gathered, Ready, RunEnding, Services } from './steps.js';
import { withdraw } from './tickets.js';

/** Sentences of articles, as the knowledge base holds them now. */
export async function tell(
  given: Ready,
  told: readonly Told[],
  run: Run,
  services: Services
): Promise<Gathered | RunEnding> {
  const none = { lineIds: [], openPart: undefined };
  let found: Pick<Gathered, 'data' | 'missing'> = { data: {}, missing: undefined };
  const sentences: string[] = [];
  for (const each of told) {
    const plan = [{ tool: OWN_TOOLS.articles, with: { query: each.text, topic: each.topic }, missing: undefined }];
    const read = await runPlan(plan, { ...given, ...none, told: [each] }, {}, { run, services });
    if ('ends' in read) return read;
    found = read;
    if (read.data.sentence !== undefined && read.data.sentence !== '') sentences.push(read.data.sentence);
  }
  const sentence = [...new Set(sentences)].join(' ');
  const memory = withAsked(withTold(given.memory, sentences.at(-1) ?? '', run), given);
  const answer = sentence === '' ? undefined : run.policy.wording.statements.told;
  const data = { ...found.data, sentence };
  return { ...given, ...none, ...found, data, memory, answer, missing: undefined };
}

/** Tells sentences of articles, and offers beside them that a person does what they say. */
export async function tellAndOffer(
  given: Ready,
  told: readonly Told[],
  run: Run,
  services: Services
): Promise<Gathered | RunEnding> {
  const gathered = await tell(given, told, run, services);
  if ('ends' in gathered || gathered.answer === undefined) return gathered;
  const wanted = personOffered(told, gathered.memory);
  if (wanted === undefined) return gathered;
  // Whoever has not proved who they are is not sent to do so first.
  const { policy, conversation } = run;
  const proved = conversation.identity_verified || policy.intents.get(wanted)?.requires.identity !== true;
  const offered = proved ? wanted : (personIntent(policy) ?? wanted);
  const sentence = `${gathered.data.sentence} ${run.say(run.policy.wording.statements.hand_over, {})}`;
  return { ...gathered, data: { ...gathered.data, sentence }, memory: { ...gathered.memory, offered } };
}

/** The intent with which a person does what is told, where nothing is open or waits. */
function personOffered(told: readonly Told[], { pending, waiting, offered, tickets }: Memory): string | undefined {
  const waits = [pending, waiting, offered].some(each => each !== undefined);
  return waits || openTickets(tickets).length > 0 ? undefined : told.find(({ offers }) => offers !== undefined)?.offers;
}

/** The sentence that was told, the words of it that the question had too, and the place that was named. */
export function withTold(memory: Memory, text: string, { policy, message }: Pick<Run, 'policy' | 'message'>): Memory {
  const place = policy.places === undefined ? undefined : placeIn(message, policy.places)?.name;
  const kept = place === undefined ? memory : { ...memory, place };
  return text === '' ? kept : { ...kept, told: { text, words: policy.questions.words.shared(message, text) } };
}

/** "Could 1008 be changed?", "mine too far to cancel?", answered by an article: a yes to it wishes for that. */
function withAsked(memory: Memory, { intent, said, found, slots: { order_id } }: Ready): Memory {
  const named = order_id !== undefined && ordersSaid(found).includes(order_id);
  // A no to what nobody heard offered would be one to the request that is open.
  if (openTickets(memory.tickets).some(ticket => ticket.order_id === (order_id ?? memory.order_id))) return memory;
  return (named || said.named.includes(intent.name)) && intent.decide !== undefined && said.intent === intent.name
    ? { ...memory, offered: intent.name }
    : memory;
}

/** What was open or offered is so no more. */
export const drop = (given: Ready, run: Run): Gathered => ({
  ...given,
  memory: without(given.memory, 'pending', 'unclear', 'waiting'),
  data: {},
  lineIds: [],
  openPart: undefined,
  answer: run.policy.wording.questions.get('anything_else'),
  missing: undefined
});

/** Notes on an open ticket that the customer added something. */
export async function note(
  given: Ready,
  { ticket: { ticket_id }, issue, beside }: Extract<Task, { does: 'note' }>,
  run: Run,
  services: Services
): Promise<Gathered | RunEnding> {
  if (beside !== undefined) await tellBeside(given, [beside], run, services);
  const about = issue === undefined ? { ticket_id } : { ticket_id, issue };
  const call = { tool: OWN_TOOLS.note, arguments: about, intent: given.intent };
  const { clean } = await callTool(call, run, services);
  const { noted, noted_again } = run.policy.wording.statements;
  const data = { ticket: { ticket_id, status: 'open' } };
  const answer = clean.length === 0 ? undefined : repeats(run.say(noted, data), run) ? noted_again : noted;
  const text = answer === undefined ? undefined : run.say(answer, data);
  if (text !== undefined) run.evidence.push({ reference: `ticket#${run.trace.length}`, kind: 'system_fact', text });
  return { ...given, data, lineIds: [], openPart: undefined, answer, missing: undefined };
}

/** The customer's orders as they stand now, the newest first. */
export async function ownOrders(
  { intent }: Pick<Ready, 'intent'>,
  run: Run,
  services: Services
): Promise<readonly KnownOrder[]> {
  const { clean } = await callTool({ tool: OWN_TOOLS.orders, arguments: {}, intent }, run, services);
  return clean.map(({ fields }) => knownOrder(fields));
}

/** Several orders as they stand now; the newest where none are named. */
export async function overview(
  given: Ready,
  named: readonly string[] | undefined,
  run: Run,
  services: Services
): Promise<Gathered | RunEnding> {
  const known = await ownOrders(given, run, services);
  const ids = named ?? listed(undefined, known, MOST_TOLD).map(({ order_id }) => order_id);
  const memory = {
    ...given.memory,
    ...(known.length > 0 ? { known } : {}),
    in_play: ids,
    shown: { kind: 'orders' as const, orders: ids },
    settled: given.intent.name
  };
  const orders = listed(ids, memory.known, MOST_TOLD);
  const answer = known.length === 0 ? undefined : run.policy.wording.statements.overview;
  return { ...given, memory, data: { orders }, lineIds: [], openPart: undefined, answer, missing: undefined };
}

/** Withdraws tickets; what was settled about them is settled no more. */
export async function takeBack(
  given: Ready,
  tickets: readonly KnownTicket[],
  run: Run,
  services: Services
): Promise<Gathered | RunEnding> {
  const gone = await withdraw(tickets, given.intent, run, services);
  const { settled: _settled, decided: _decided, pending: _pending, unclear: _unclear, ...memory } = given.memory;
  const kept = (memory.tickets ?? []).map(each =>
    gone.includes(each.ticket_id) ? { ...each, withdrawn: true } : each
  );
  const [ticket] = tickets;
  const order_id = ticket?.order_id ?? undefined;
  return {
    ...given,
    memory: { ...memory, tickets: kept },
    data: { replaced: gone, ...(order_id === undefined ? {} : { order_id }) },
    lineIds: [],
    openPart: undefined,
    answer: gone.length === 0 ? undefined : run.policy.wording.statements.withdrawn,
    missing: undefined
  };
}
