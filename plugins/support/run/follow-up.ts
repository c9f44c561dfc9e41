import { without } from '../conversation/asked.js';
import { MOST_TOLD } from '../conversation/known-orders.js';
import { ordersSaid } from '../conversation/references.js';
import { ticketInMind } from '../conversation/tickets.js';
import { tableOf } from '../decide/ruling.js';
import type { FollowUp } from '../kinds/follow-ups/answer.js';
import { decisionAbout } from '../meaning/follow-ups.js';
import { messageWords } from '../conversation/phrases.js';
import { orderTeller, type Task } from '../meaning/turn.js';
import type { LastDecision, Memory } from '../records/types.js';
import { statedEvidence } from '../policy/system-facts.js';
import { evidenceText } from '../verify/evidence-text.js';
import { linesMeant, withRecords } from './answer-records.js';
import { identityHolds } from './call-tool.js';
import { repeats } from './end.js';
import { noteRule } from './evidence.js';
import { runPlan, tellBeside } from './gather.js';
import { besideOpen } from './questions.js';
import type { Run } from './run.js';
import { ownOrders, tellAndOffer } from './tasks.js';
import type { Around, Gathered, Ready, ReplyData, RunEnding, Services } from './steps.js';

/** Looks up what the answers need, until one can be given; of several orders that are named, one for each. */
export async function gatherFollowUp(
  given: Ready,
  { followUps, question, ofAll, told, beside }: Extract<Task, { does: 'answer' }>,
  run: Run,
  services: Services
): Promise<Gathered | RunEnding> {
  const memory = question === undefined ? given.memory : Object.assign({}, given.memory, { question });
  const lines = given.found.lines.map(({ line_id }) => line_id);
  const said = ordersSaid(given.found);
  const [order] = said;
  const ofEachOne = messageWords(run.message).some(word => run.policy.ofEach.has(word));
  const spoken = order === undefined && ofEachOne ? (memory.in_play ?? []) : said;
  const orders = ofAll === true && identityHolds(run, services) ? await allOrders(given, run, services) : spoken;
  const about = decisionAbout(memory, { order, lines });
  const known = recalled(about === undefined ? memory : Object.assign({}, memory, { decided: about }), run, order);
  const none = { lineIds: [], openPart: undefined, missing: undefined };
  if (orders.length > 1 || ofAll === true) {
    const texts = await ofEach(orders, given, followUps, { run, services });
    if ('ends' in texts) return texts;
    if (texts.length > 0) {
      const data = { ...known, sentence: texts.join(' ') };
      return {
        ...given,
        ...none,
        data,
        memory: listing({ ...memory, in_play: orders }, data.sentence),
        answer: run.policy.wording.statements.told
      };
    }
  }
  const first = await firstSaid({ ...given, followUps }, known, { run, services });
  if (first !== undefined && 'ends' in first) return first;
  if (first !== undefined) {
    if (beside !== undefined) await tellBeside(given, [beside], run, services);
    const { offers, says: answer, tries, drops } = first.followUp;
    const listed = listing(memory, first.text);
    const left = drops ? without(listed, 'pending', 'unclear', 'waiting') : listed;
    // However it was asked, a last day was told.
    const asked =
      tries?.period === undefined || tries.allowing !== undefined
        ? left
        : Object.assign({}, left, { question: LAST_DAY });
    const kept = offers === undefined ? asked : { ...asked, offered: offers, ...besideOpen(given, run) };
    return { ...given, ...none, data: first.data, memory: triedOn(kept, first, given, run), answer };
  }
  if (told !== undefined) return await tellAndOffer(given, [told], run, services);
  const unproved = !identityHolds(run, services) && followUps.some(({ plan }) => plan.length > 0);
  const intent = (unproved ? orderTeller(run.policy) : undefined) ?? given.intent;
  const missing = unproved ? 'identity' : 'unclear';
  return { ...given, ...none, intent, data: known, answer: undefined, missing };
}

/** Where several orders were told of, "the second one" and "the other one" are one of these. */
function listing(memory: Memory, text: string): Memory {
  const words = text.match(/[\p{L}\p{N}-]+/gu) ?? [];
  const known = new Set((memory.known ?? []).map(({ order_id }) => order_id));
  const orders = [...new Set(words.filter(word => known.has(word)))];
  return orders.length > 1 ? Object.assign({}, memory, { in_play: orders, shown: { kind: 'orders', orders } }) : memory;
}

/** The act that asks until when something can be done. */
const LAST_DAY = 'until_when';

/** "What did the two cost?": what is said of each order; nothing where that cannot be said of all. */
async function ofEach(
  orders: readonly string[],
  given: Ready,
  followUps: readonly FollowUp[],
  around: Around
): Promise<readonly string[] | RunEnding> {
  // "Each" is each order, not each of its items.
  const ofItems = ({ words }: FollowUp) => words.some(all => all.every(word => around.run.policy.ofEach.has(word)));
  const ofOrder = followUps.filter(each => readsOrder(each) && !ofItems(each));
  const texts: string[] = [];
  for (const order_id of orders.slice(0, MOST_TOLD)) {
    const own = { ...given, slots: { ...given.slots, order_id }, followUps: ofOrder };
    const said = await firstSaid(own, {}, around);
    if (said === undefined || 'ends' in said) return said ?? [];
    texts.push(said.text);
  }
  return texts;
}

async function allOrders(given: Ready, run: Run, services: Services): Promise<readonly string[]> {
  const orders = await ownOrders(given, run, services);
  return orders.map(({ order_id }) => order_id);
}

/** Whether an answer reads the record of an order. */
export const readsOrder = ({ plan }: FollowUp): boolean =>
  plan.some(({ with: args }) => Object.values(args).includes('$order_id'));

interface Said {
  readonly followUp: FollowUp;
  readonly data: ReplyData;
  readonly text: string;
}

/** The first answer that can be given: every sentence of it is proved. */
async function firstSaid(
  { followUps, ...given }: Ready & { readonly followUps: readonly FollowUp[] },
  known: ReplyData,
  { run, services }: Around
): Promise<Said | RunEnding | undefined> {
  const identity = identityHolds(run, services);
  for (const [nth, followUp] of followUps.entries()) {
    const plan = followUp.plan.filter(({ tool, with: args }) => {
      const definition = run.policy.tools.get(tool)?.definition;
      const order = given.slots.order_id !== undefined || !Object.values(args).includes('$order_id');
      return order && (identity || definition?.requires_identity === false);
    });
    const found = await runPlan(plan, Object.assign({}, given, { lineIds: [], openPart: undefined }), known, {
      run,
      services
    });
    if ('ends' in found) return found;
    const stated = statedEvidence(followUp.source.file, followUp);
    const data = await withRecords(found.data, followUp, given, { run, services });
    const text = saidOf(followUp, data, run);
    const evidence = [...run.evidence, ...stated];
    if (text === '' || !run.policy.verifier.verify(text, evidence, run.now).supported) continue;
    // The same again says nothing: another answer to this question may.
    if (repeats(text, run) && followUps.slice(nth + 1).some(({ acts }) => acts.length > 0)) continue;
    run.evidence.push(...stated);
    return { followUp, data, text };
  }
  return undefined;
}

/** With what the rules allow of what was asked about, which "do it then" means, or with the wish of which it was told where it can be done. */
function triedOn(memory: Memory, { followUp, data }: Said, { found }: Ready, { policy }: Run): Memory {
  const table = followUp.tries?.table;
  if (table === undefined) return memory;
  const intent = [...policy.intents.keys()].find(name => tableOf(name, policy) === table);
  if (intent === undefined) return memory;
  const { rulings } = data;
  const settled = rulings === undefined ? memory : Object.assign({}, memory, { settled: intent });
  const [ruling = data.ruling, another] = rulings ?? [];
  if (ruling === undefined || another !== undefined || ruling.decision === 'not_eligible') return settled;
  const { order_id } = ruling;
  const line_ids = linesMeant(order_id, found, memory);
  const tried = { intent, slots: Object.assign({ order_id }, line_ids && { line_ids }) };
  return Object.assign({}, settled, { order_id, tried });
}

/** Empty where it reads a record that was not looked up: nobody has proved who they are, or no order is meant. */
function saidOf({ says }: FollowUp, data: ReplyData, run: Run): string {
  try {
    return run.say(says, { ...data }).trim();
  } catch {
    return '';
  }
}

/** What the conversation settled, as evidence: it was decided and recorded by an earlier run. */
function recalled({ decided, tickets }: Memory, run: Run, order: string | undefined): ReplyData {
  // "My ticket for the lamp": the one about what is named.
  const own = (tickets ?? []).findLast(
    each =>
      !each.withdrawn &&
      order !== undefined &&
      each.order_id === order &&
      (decided === undefined || decided.order_id !== order || decided.intent === each.intent)
  );
  const ticket = own ?? ticketInMind(tickets);
  const status = ticket?.worked ?? 'open';
  const step = run.record({
    type: 'recalled',
    decision: decided === undefined ? null : `${decided.table}:${decided.rule}`,
    order_id: decided?.order_id ?? null,
    ticket_id: ticket?.ticket_id ?? null
  });
  if (decided !== undefined) {
    const reference = `${decided.table}@${step}:${decided.rule}`;
    run.evidence.push({ reference, kind: 'policy_decision', text: evidenceText(stated(decided)) });
    if (decided.basis !== undefined) noteRule({ ...decided, ...decided.basis }, decided.says, run);
    if (decided.says !== '') run.evidence.push({ reference, kind: 'policy_decision', text: decided.says });
  }
  if (ticket !== undefined)
    run.evidence.push({
      reference: `ticket#${step}`,
      kind: 'system_fact',
      text: evidenceText({ escalated: true, handed_to: 'a colleague', ticket_id: ticket.ticket_id, status })
    });
  return {
    ...(decided === undefined ? {} : { decided }),
    ...(ticket === undefined ? {} : { ticket: { ticket_id: ticket.ticket_id, status } })
  };
}

const stated = ({ order_id, decision, reason, amount, asked_amount, currency, items }: LastDecision) => ({
  order_id,
  decision,
  rule: reason,
  amount,
  asked_amount: asked_amount ?? null,
  currency,
  items,
  agent_may_pay: false
});
