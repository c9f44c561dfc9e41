import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import type { Reading } from '../conversation/reading.js';
import type { FollowUp } from '../kinds/follow-ups.js';
import type { Intent } from '../kinds/intent.js';
import type { Issue } from '../kinds/issues.js';
import type { Told } from '../knowledge/question-index.js';
import type { RunPolicy } from '../policy/run-policy.js';
import type { Conversation, KnownTicket, RememberedSlots, Wish } from '../records/types.js';
import type { ActFound, Resolution } from '../refer/types.js';
import type { Understanding } from '../understand/types.js';

/** A message that is harmless, with what it says by itself. */
export interface Received {
  readonly said: Understanding;
  /** Which of the customer's orders and items it refers to. */
  readonly found: Resolution;
  /** What it does in the conversation, apart from wishes; the likeliest first. */
  readonly acts: readonly ActFound[];
  /** What it says went wrong, by the names of issues; the likeliest first. */
  readonly troubles: readonly ActFound[];
  /** Sentences of articles that answer what it asks, the best first. */
  readonly told: readonly Told[];
  /** Words of the message that may name an item. */
  readonly words: readonly string[];
}

/** What is to be done. */
export type Task =
  /** What the intent's file says. */
  | { readonly does: 'wish' }
  /** A question about what was settled is answered in one of these ways. */
  | { readonly does: 'answer'; readonly followUps: readonly FollowUp[] }
  /** A question is answered with a sentence of an article. */
  | { readonly does: 'tell'; readonly told: Told }
  /** Something went wrong: it is handed over, with what the files say about it. */
  | { readonly does: 'issue'; readonly issue: Issue }
  /** Several orders are told about together; all there are where none is named. */
  | { readonly does: 'overview'; readonly orders: readonly string[] | undefined }
  /** An open ticket gets a note that the customer added something. */
  | { readonly does: 'note'; readonly ticket: KnownTicket; readonly issue?: string }
  /** Tickets are taken back. */
  | { readonly does: 'withdraw'; readonly tickets: readonly KnownTicket[] };

/** What a message asks for in its conversation: something to do, or a question that is open. */
export type TurnMeaning =
  | { readonly kind: 'task'; readonly task: Task; readonly intent: string; readonly slots: RememberedSlots }
  | { readonly kind: 'wishes'; readonly wishes: readonly Wish[] }
  | Reading;

/** A message in its conversation, all that the resolvers of meaning look at. */
export interface Turn extends Received {
  readonly message: string;
  readonly conversation: Conversation;
  readonly policy: RunPolicy;
}

/** One way to read a message; undefined where it is not meant like that. */
export type MeaningResolver = (turn: Turn) => TurnMeaning | undefined;

/** From which share on an act counts. */
export const SURE = 0.5;
/** What opens or closes a ticket needs more. */
export const VERY_SURE = 0.6;

/** The message does that before all else. */
export const does = ({ acts }: Pick<Received, 'acts'>, ...names: readonly string[]): boolean =>
  acts[0] !== undefined && names.includes(acts[0].act) && acts[0].score >= SURE;

/** The message, or a clause of it, does that. */
export const doesAlso = ({ acts }: Pick<Received, 'acts'>, name: string, least = SURE): ActFound | undefined =>
  acts.find(({ act, score }) => act === name && score >= least);

/** What was understood before is put right. */
export const corrects = (turn: Pick<Received, 'acts' | 'found'>): boolean =>
  turn.found.corrects || does(turn, 'correction');

/** An intent about which rules decide. */
export const isDecided = ({ policy }: Pick<Turn, 'policy'>, name: string | undefined): boolean =>
  name !== undefined && policy.intents.get(name)?.decide !== undefined;

/** Tells how an order stands and decides nothing. */
export const tellsOfOrder = (intent: Intent | undefined): boolean =>
  intent?.requires.order === true && intent.decide === undefined;

/** The intent that tells how an order stands. */
export const orderTeller = ({ intents }: Pick<RunPolicy, 'intents'>): Intent | undefined =>
  [...intents.values()].find(tellsOfOrder);

/** The words of a message, lower case, without its figures. */
export const messageWords = (message: string): readonly string[] => message.toLowerCase().match(/\p{L}+/gu) ?? [];

/** How many words and figures a message has. */
export const lengthOf = (message: string): number => message.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** The intent with which a person is asked for. */
export const personIntent = ({ intents }: Pick<RunPolicy, 'intents'>): string | undefined =>
  [...intents.values()].find(({ ends }) => ends.state === 'escalated' && ends.reason === 'customer_request')?.name;

/** A wish that something is decided about and that is another one than the one that was settled. */
export function decidesNewly(turn: Pick<Turn, 'policy' | 'conversation'>, name: string | undefined): boolean {
  const { memory } = turn.conversation;
  return isDecided(turn, name) && name !== (memory.decided?.intent ?? memory.settled);
}

/** The likeliest wish that rules decide about, however likely. */
export const likelyWish = (turn: Turn, least: number): string | undefined =>
  turn.said.likely.find(
    ({ intent, share }) => share >= least && isDecided(turn, intent) && !turn.said.declined.includes(intent)
  )?.intent;

/** The message names something and says nothing else: "the blanket", "ok, the second one please". */
export function onlyNames({ message, found, policy }: Pick<Turn, 'message' | 'found' | 'policy'>): boolean {
  const named = found.mentions.filter(({ excluded, how }) => !excluded && how !== 'pronoun');
  if (named.length === 0) return false;
  const rest = [...named].reverse().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), message);
  const words = rest.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return words.every(word => policy.fillers.has(word) || policy.leadsIn.has(word));
}

/** The message asks something, by its mark or by how a sentence of it begins. */
export const asks = (turn: Pick<Turn, 'message' | 'policy'>): boolean =>
  sentencesOf(turn.message).some(sentence => /\?\W*$/.test(sentence) || opensAsQuestion(sentence, turn.policy));

const sentencesOf = (message: string) => message.split(/(?<=[.!?\n,;])\s+/);

/** It begins like a question. */
export const opensAsQuestion = (message: string, policy: Turn['policy']): boolean =>
  opens({ message, policy }, policy.opensQuestion);

/** "Can you …", "could I …": a wish in the form of a question. */
export const requests = (turn: Pick<Turn, 'message' | 'policy'>): boolean => opens(turn, turn.policy.opensRequest);

/** "Did you cancel it?": whether something was done. */
export const checks = (turn: Pick<Turn, 'message' | 'policy'>): boolean => opens(turn, turn.policy.opensCheck);

function opens({ message, policy }: Pick<Turn, 'message' | 'policy'>, openings: readonly string[]): boolean {
  const words = message.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  while (words.length > 1 && policy.leadsIn.has(words[0]!)) words.shift();
  return openings.some(opening => `${words.join(' ')} `.startsWith(`${opening} `));
}

/** A task about what the conversation is about. */
export function asTask(task: Task, { found, conversation: { memory }, policy }: Turn): TurnMeaning {
  const [named, another] = ordersSaid(found);
  const order_id = named !== undefined && another === undefined ? named : memory.order_id;
  const other = named !== undefined && named !== memory.decided?.order_id;
  const intent =
    (other ? undefined : memory.decided?.intent) ?? memory.settled ?? openTickets(memory.tickets).at(-1)?.intent;
  const slots = order_id === undefined ? {} : { order_id };
  return { kind: 'task', task, intent: intent ?? policy.unknown.name, slots };
}

/** Words of a remark that says one thing. */
const FEW_WORDS = 7;
/** Words of a question that only names something. */
const FEWEST_WORDS = 4;
/** What sounds like another wish at least so clearly is one. */
const PLAINLY = 0.8;
/** What would be handed over although no deed is named sounds at least so clearly like it, once a wish is settled. */
const SURELY = 0.95;

/**
 * A message in a conversation is weighed by it. A short remark on what is open or was settled ("no, I meant ORD-1003",
 * "the lamp one") says which order or item is meant: that it sounds a little like another wish counts for nothing, unless
 * it names the deed. And what is said beside a settled wish ("my bank shows it as pending") is asked about before it is
 * handed over as a case of its own.
 */
export function weighed(turn: Turn): Turn {
  const { said, found, message, conversation, policy } = turn;
  const { pending, settled } = conversation.memory;
  const about = pending?.intent ?? settled;
  if (about === undefined || said.named.length > 0) return turn;
  const unclear = (candidates: readonly string[]): Turn => ({
    ...turn,
    said: { ...said, intent: policy.unknown.name, candidates, likely: [], ambiguous: false }
  });
  const beside = settled !== undefined && !isDecided(turn, said.intent) && said.intent !== personIntent(policy);
  if (beside && said.confidence < SURELY && policy.intents.get(said.intent)?.ends.state === 'escalated')
    return unclear([said.intent]);
  const words = lengthOf(message);
  // "What about the lamp?"
  const bare = said.intent === policy.unknown.name && words <= FEWEST_WORDS;
  if (pending?.missing === 'choice' || (asks(turn) && !bare)) return turn;
  if (found.orders.length + found.lines.length + said.slots.order_ids.length === 0) return turn;
  if (words > FEW_WORDS) return turn;
  // "The latest", where it was asked which order.
  const asked = pending?.missing === 'order' || pending?.missing === 'items';
  if (asked && words <= FEWEST_WORDS && said.intent !== personIntent(policy)) return unclear([]);
  const wishes = said.intent === policy.unknown.name || isDecided(turn, said.intent);
  return said.intent === about || !wishes || said.confidence >= PLAINLY ? turn : unclear([]);
}
