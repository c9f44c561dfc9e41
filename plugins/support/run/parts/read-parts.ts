import { ordersSaid } from '../../conversation/references.js';
import { opensAsWish } from '../../conversation/sentence-form.js';
import type { PartOfMessage } from '../../meaning/asked-parts.js';
import { fromArticle } from '../../meaning/follow-ups.js';
import {
  answersItself,
  isAsking,
  isDecided,
  isForPerson,
  type PartAsked,
  type PartsRead,
  personIntent,
  type Received,
  type ReadTurn,
  tellsOfOrder,
  type Turn
} from '../../meaning/turn.js';
import { meaningOf } from '../../meaning/weigh.js';
import type { RunPolicy } from '../../policy/run-policy.js';
import type { Conversation } from '../../records/types.js';
import { identityHolds } from '../call-tool.js';
import { hear } from '../receive.js';
import type { Run } from '../run.js';
import type { Services } from '../steps.js';
import { withTold } from '../tasks.js';

export interface PartRead extends PartAsked {
  readonly does: 'tells' | 'opens' | 'nothing';
  /** How likely it is read like that, of 1. */
  readonly share: number;
  /** It is known to be meant like that, whatever stands beside it. */
  readonly sure: boolean;
}

export interface PartAround {
  /** As it is after the parts before. */
  readonly conversation: Conversation;
  /** One of those opens something. */
  readonly opened: boolean;
  readonly run: Run;
  readonly services: Pick<Services, 'requireIdentity'>;
}

const MOST_PARTS = 4;
/** Of two parts each is read in so many ways. */
const MOST_READINGS = 2;
/** How likely it has to be at least that a part is read like that, and that it opens something. */
const LEAST_SHARE = 0.1;
const LEAST_TO_OPEN = 0.25;

/**
 * Each part by itself, with what the one before it most likely leaves behind.
 * @returns ways in which all that ask for something may be meant; none where that is not known of one of them
 */
export function readPieces(pieces: readonly PartOfMessage[], around: PartAround): readonly (readonly PartRead[])[] {
  if (pieces.length > MOST_PARTS) return [];
  const most = pieces.length > 2 ? 1 : MOST_READINGS;
  let found: readonly (readonly PartRead[])[] = [[]];
  let { conversation, opened } = around;
  for (const piece of pieces) {
    const [part, ...others] = readPiece(piece, { ...around, conversation, opened });
    if (part === undefined) return [];
    if (part.does === 'nothing') continue;
    found = found.flatMap(parts => [part, ...others].slice(0, most).map(each => [...parts, each]));
    conversation = after(part, conversation, around.run.policy);
    opened ||= part.does === 'opens';
  }
  return found;
}

/** "Well now, it came and it is lovely. … So I'd like to send it back": where the story hides it, the part alone. */
function readPiece({ text, bare }: PartOfMessage, around: PartAround): readonly PartRead[] {
  const whole = readPart(text, around);
  if (text === bare || whole.some(({ sure }) => sure)) return whole;
  const alone = readPart(bare, around);
  return alone.some(({ sure }) => sure) ? alone : [...whole, ...alone];
}

/** How likely all of them are meant like that, of 1, and whether each surely is. */
export const likelihoodOf = (parts: readonly PartRead[]): Pick<PartsRead, 'share' | 'sure'> => ({
  share: parts.reduce((product, { share, sure }) => product * (sure ? 1 : share), 1),
  sure: parts.every(({ sure }) => sure)
});

/** How a part may be meant that can stand beside others, the likeliest first. */
function readPart(text: string, { conversation, opened, run, services }: PartAround): readonly PartRead[] {
  const received = hear(text, conversation, run);
  const turn: Turn = { ...received, conversation, policy: run.policy, part: true };
  const meant = meaningOf(turn);
  // What is not likely read like that by itself, and is asked of no article, is not known.
  const { intent_likely, article_fits } = run.policy.weighing;
  const likely = meant.weighed[0]?.share ?? 1;
  const fits = (turn.told[0]?.score ?? 0) >= article_fits;
  const partOf = (read: ReadTurn, share: number, known: boolean): readonly PartRead[] => {
    const does = doneBy(read, run, services);
    if (does === undefined) return [];
    const doubted = does === 'tells' ? isUncertain(turn) : does === 'opens' && !isNamed(read, received, run);
    const sure = known && !doubted;
    const least = does === 'opens' ? LEAST_TO_OPEN : LEAST_SHARE;
    return sure || share >= least ? [{ received, read, does, share, sure }] : [];
  };
  const partsOf = (read: ReadTurn, share: number, known: boolean): readonly PartRead[] => {
    const general = opened ? inGeneral(read, turn) : read;
    const particular = general === read ? [] : partOf(read, share, false);
    return [...partOf(general, share, known), ...particular];
  };
  const { next } = meant;
  const other = next === undefined ? [] : partsOf({ ...meant, meaning: next.meaning }, next.share, false);
  return [...partsOf(meant, likely, likely >= intent_likely || fits), ...other];
}

/** What is opened first is not on record yet: what an article says answers a question about it, where one does. */
function inGeneral(read: ReadTurn, turn: Turn): ReadTurn {
  const [best] = turn.told;
  const { meaning } = read;
  if (meaning.kind !== 'task' || meaning.task.does !== 'answer') return read;
  // "Cancel the blanket. And when do the bowls come?"
  if (ordersSaid(turn.found).some(order => order !== turn.conversation.memory.order_id)) return read;
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

/** What a part does; undefined where it is not known, or where it cannot stand beside others. */
function doneBy(
  { meaning }: ReadTurn,
  run: Run,
  services: Pick<Services, 'requireIdentity'>
): PartRead['does'] | undefined {
  const { policy } = run;
  if (meaning.kind === 'task') {
    if (meaning.task.does === 'issue') return 'opens';
    if (meaning.task.does === 'tell') return 'tells';
    // "No?" is none of the things that are asked.
    const [answer] = meaning.task.does === 'answer' ? meaning.task.followUps : [];
    const asked = answer?.acts.every(act => isAsking(act, policy)) === true;
    return asked && meaning.task.does === 'answer' && identityHolds(run, services) ? 'tells' : undefined;
  }
  if (meaning.kind !== 'wish' || meaning.first !== undefined || meaning.resumed) return undefined;
  const intent = policy.intents.get(meaning.intent);
  if (intent === undefined || intent.ends.state === 'refused') return undefined;
  if (isDecided({ policy }, intent.name) || isForPerson({ policy }, intent.name)) return 'opens';
  // "How are you?"
  if (intent.plan.length === 0) return 'nothing';
  const proved = !intent.requires.identity || identityHolds(run, services);
  const known = !tellsOfOrder(intent) || meaning.slots.order_id !== undefined;
  return answersItself(intent) && proved && known ? 'tells' : undefined;
}

/** What opens something is named, or calls a person, or went wrong. */
const isNamed = ({ meaning }: ReadTurn, { said }: Received, { policy }: Run): boolean =>
  meaning.kind !== 'wish' || said.named.includes(meaning.intent) || meaning.intent === personIntent(policy);

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
  }: PartRead,
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
