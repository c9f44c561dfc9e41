import { askedParts } from '../../meaning/asked-parts.js';
import { opensAsWish } from '../../conversation/sentence-form.js';
import {
  answersItself,
  isDecided,
  isForPerson,
  personIntent,
  type Received,
  type ReadTurn,
  tellsOfOrder,
  type Turn
} from '../../meaning/turn.js';
import { fromArticle } from '../../meaning/follow-ups.js';
import { meaningOf } from '../../meaning/weigh.js';
import type { Conversation } from '../../records/types.js';
import { identityHolds } from '../call-tool.js';
import { decide } from '../decide.js';
import { provenanceOf, verifyText } from '../end.js';
import { gather } from '../gather.js';
import { prerequisites } from '../prerequisites.js';
import { hear } from '../receive.js';
import type { RunPolicy } from '../../policy/run-policy.js';
import type { Run } from '../run.js';
import { isEnding, type Ready, type Resolved, type Services } from '../steps.js';
import { withTold } from '../tasks.js';

/** One of several things that a message asks for, read by itself. */
export interface PartAsked {
  readonly received: Received;
  readonly read: ReadTurn;
}

/** What a message asks for beside the one thing that is done, or that it asks first. */
export interface SeveralAsked {
  readonly main: PartAsked;
  readonly before: readonly PartAsked[];
  readonly after: readonly PartAsked[];
  /** What was offered is not wanted. */
  readonly declined?: true;
}

interface Part extends PartAsked {
  readonly does: 'tells' | 'opens' | 'nothing';
}

interface PartAround {
  /** As it is after the parts before. */
  readonly conversation: Conversation;
  /** One of those opens something. */
  readonly opened: boolean;
  readonly run: Run;
  readonly services: Pick<Services, 'requireIdentity'>;
}

const MOST_PARTS = 4;

/**
 * "When is it due, and do you bring it on a Saturday?": each part is read by itself. Undefined where that is not known of
 * all of them, or where more than one of them would do something: then the message is read as a whole.
 */
export function severalAsked(run: Run, services: Pick<Services, 'requireIdentity'>): SeveralAsked | undefined {
  const { policy, conversation } = run;
  const { pending, to_withdraw } = conversation.memory;
  if (pending !== undefined || to_withdraw !== undefined) return undefined;
  const parts = askedParts({ message: run.message, policy });
  if (parts.length < 2 || parts.length > MOST_PARTS) return undefined;
  const asked: Part[] = [];
  let before = conversation;
  for (const { text, bare } of parts) {
    const opened = asked.some(({ does }) => does === 'opens');
    // "Well now, it came and it is lovely. … So I'd like to send it back": where the story hides it, the part alone.
    const around = { conversation: before, opened, run, services };
    const part = readPart(text, around) ?? readPart(bare, around);
    if (part === undefined) return undefined;
    if (part.does === 'nothing') continue;
    asked.push(part);
    before = after(part, before, policy);
  }
  const opening = asked.findIndex(({ does }) => does === 'opens');
  if (asked.length < 2 || asked.filter(({ does }) => does === 'opens').length > 1) return undefined;
  const at = Math.max(opening, 0);
  return { main: asked[at]!, before: asked.slice(0, at), after: asked.slice(at + 1) };
}

/** Undefined where it is not known what it asks for, or where it cannot stand beside others. */
export function readPart(text: string, { conversation, opened, run, services }: PartAround): Part | undefined {
  const received = hear(text, conversation, run);
  const turn = { ...received, conversation, policy: run.policy };
  const meant = meaningOf(turn);
  // What is not likely read like that by itself, and is asked of no article, is not known.
  const { intent_likely, article_fits } = run.policy.weighing;
  const little = (meant.weighed[0]?.share ?? 1) < intent_likely;
  if (little && (turn.told[0]?.score ?? 0) < article_fits) return undefined;
  const read = opened ? inGeneral(meant, turn) : meant;
  const does = doneBy(read, received, run, services);
  return does === undefined || (does === 'tells' && isUncertain(turn)) ? undefined : { received, read, does };
}

/** What is opened first is not on record yet: what an article says answers a question about it, where one does. */
function inGeneral(read: ReadTurn, turn: Turn): ReadTurn {
  const [best] = turn.told;
  const { meaning } = read;
  if (meaning.kind !== 'task' || meaning.task.does !== 'answer') return read;
  // "And was I charged already?": the order says that whatever is opened.
  const { question } = meaning.task;
  if (question !== undefined && turn.policy.ofOrders.has(question) && !OF_REQUESTS.has(question)) return read;
  const fits = best !== undefined && best.score >= turn.policy.weighing.article_fits_subject;
  return { ...read, meaning: fits ? fromArticle(best, turn) : { kind: 'unclear', slots: {} } };
}

/** What is asked of orders, and as well of what was just opened. */
const OF_REQUESTS: ReadonlySet<string> = new Set(['when', 'status']);

/** "I'd like to return something": what says what is wanted is told of only where an article says just that. */
const isUncertain = (turn: Turn): boolean =>
  opensAsWish(turn) && (turn.told[0]?.score ?? 0) < turn.policy.weighing.article_fits;

/** Acts that ask something beside those that are questions. */
const ASKS: ReadonlySet<string> = new Set(['status', 'rules', 'hypothetical', 'until_when']);

/** What a part does; undefined where it is not known, or where it cannot stand beside others. */
function doneBy(
  { meaning }: ReadTurn,
  { said }: Received,
  run: Run,
  services: Pick<Services, 'requireIdentity'>
): Part['does'] | undefined {
  const { policy } = run;
  if (meaning.kind === 'task') {
    if (meaning.task.does === 'issue') return 'opens';
    if (meaning.task.does === 'tell') return 'tells';
    // "No?" is none of the things that are asked.
    const [answer] = meaning.task.does === 'answer' ? meaning.task.followUps : [];
    const asked = answer?.acts.every(act => policy.asking.has(act) || ASKS.has(act)) === true;
    return asked && meaning.task.does === 'answer' && identityHolds(run, services) ? 'tells' : undefined;
  }
  if (meaning.kind !== 'wish' || meaning.first !== undefined || meaning.resumed) return undefined;
  const intent = policy.intents.get(meaning.intent);
  if (intent === undefined || intent.ends.state === 'refused') return undefined;
  // What opens something is named, or calls a person.
  if (isDecided({ policy }, intent.name) || isForPerson({ policy }, intent.name))
    return said.named.includes(intent.name) || intent.name === personIntent(policy) ? 'opens' : undefined;
  // "How are you?"
  if (intent.plan.length === 0) return 'nothing';
  const proved = !intent.requires.identity || identityHolds(run, services);
  const known = !tellsOfOrder(intent) || meaning.slots.order_id !== undefined;
  return answersItself(intent) && proved && known ? 'tells' : undefined;
}

/** What the next part leans on: what this one is about and opens, and what is told of it. */
function after(
  {
    received: {
      message,
      found,
      told: [best]
    },
    read: { meaning },
    does
  }: Part,
  conversation: Conversation,
  policy: RunPolicy
): Conversation {
  const { memory } = conversation;
  const { intent = '', slots = {} } = 'intent' in meaning && 'slots' in meaning ? meaning : {};
  const order_id = slots.order_id ?? found.orders[0]?.order_id;
  const line_ids = found.lines.filter(line => line.order_id === order_id).map(line => line.line_id);
  const lines = line_ids.length === 0 ? {} : { line_ids };
  const about = order_id === undefined ? {} : { order_id, ...lines };
  if (does === 'opens') {
    const opened = { ...NO_TICKET, intent, order_id: order_id ?? null, line_ids };
    const tickets = [...(memory.tickets ?? []), opened];
    return { ...conversation, memory: { ...memory, ...about, subject: intent, settled: intent, tickets } };
  }
  const answers = meaning.kind === 'wish' || (meaning.kind === 'task' && meaning.task.does === 'tell');
  const tells = answers && best !== undefined && best.score >= policy.weighing.article_fits_subject;
  const subject = meaning.kind === 'wish' ? { subject: intent, settled: intent } : {};
  const next = { ...memory, ...about, ...subject };
  return { ...conversation, memory: tells ? withTold(next, best.text, { policy, message }) : next };
}

/** Stands for one that will be open when the reply is sent. */
const NO_TICKET = { ticket_id: '', amount: null, destination: null, withdrawn: false } as const;

/**
 * "Cancel the blanket and the bowls", of which one has left already: what the rules refuse is said at once.
 * @returns places of the wishes that are left, one at least
 */
export async function notRefused(
  wishes: readonly Resolved[],
  run: Run,
  services: Services
): Promise<readonly number[]> {
  const left: number[] = [];
  for (const [nth, wish] of wishes.entries()) {
    const last = left.length === 0 && nth === wishes.length - 1;
    if (last || (await tellPart(wish, true, run, services)) === undefined) left.push(nth);
  }
  return left;
}

/** What a message asks beside the one thing that is done is gathered and told, each in its place; what cannot be is left out. */
export async function tellParts(ready: Ready, run: Run, services: Services): Promise<Ready> {
  for (const part of ready.before) await tellPart(part, true, run, services);
  let { memory } = ready;
  for (const part of ready.after) {
    memory = { ...memory, ...(await tellPart(part, false, run, services)) };
  }
  return { ...ready, memory };
}

/** @returns what the next message may lean on: what was told of an article, and what was offered */
async function tellPart(part: Resolved, before: boolean, run: Run, services: Services) {
  const given = await prerequisites(part, run, services);
  if (isEnding(given)) return undefined;
  const gathered = await gather(given, run, services);
  if (isEnding(gathered)) return undefined;
  const decided = await decide(gathered, run, services);
  if (isEnding(decided) || decided.template === undefined) return undefined;
  const text = run.say(decided.template, { ...decided.data }).trim();
  const { verification, disclosed } = verifyText(run, text);
  if (text === '' || !verification.supported || disclosed) return undefined;
  run.beside.push({ text, provenance: provenanceOf(verification), before });
  const { told, offered, offered_slots } = decided.memory;
  return {
    ...(told === undefined ? {} : { told }),
    ...(offered === undefined ? {} : { offered }),
    ...(offered_slots === undefined ? {} : { offered_slots })
  };
}
