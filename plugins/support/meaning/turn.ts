import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import type { Reading } from '../conversation/reading.js';
import type { FollowUp } from '../kinds/follow-ups/answer.js';
import type { Intent } from '../kinds/intent.js';
import type { Issue } from '../kinds/issues.js';
import type { Told } from '../knowledge/question-index.js';
import type { RunPolicy } from '../policy/run-policy.js';
import type { Conversation, KnownTicket, RememberedSlots, Wish } from '../records/types.js';
import type { Heard, Mention, Resolution } from '../refer/types.js';
import type { Understanding } from '../understand/types.js';
import { lengthOf } from '../conversation/phrases.js';
import {
  asksLeave,
  endsAskingLeave,
  isConditional,
  marked,
  messageClauses,
  messageSentences,
  opensAsQuestion,
  requests
} from '../conversation/sentence-form.js';

/** A message that is harmless, with what it says by itself. */
export interface Received {
  /** What was written: the message, or a part of it that is read by itself. */
  readonly message: string;
  readonly said: Understanding;
  /** Which of the customer's orders and items it refers to. */
  readonly found: Resolution;
  /** Intents that cannot be meant of these unless the message names the deed. */
  readonly unfit: ReadonlySet<string>;
  /** What it may do in the conversation, as a whole and clause by clause. */
  readonly heard: readonly Heard[];
  /** The same by its words alone, wherever in a conversation it stood. */
  readonly alone: () => readonly Heard[];
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
  | {
      readonly does: 'answer';
      readonly followUps: readonly FollowUp[];
      /** What the question asks, by its act. */
      readonly question?: string;
      /** It is asked of all orders of the customer. */
      readonly ofAll?: true;
      /** What an article says to it, where none of these can be given. */
      readonly told?: Told;
      /** What an article says to it besides, where one of these is given. */
      readonly beside?: Told;
    }
  /** Questions are answered, each with a sentence of an article. */
  | { readonly does: 'tell'; readonly told: readonly Told[] }
  /** Something went wrong: it is handed over, with what the files say about it; in the place of what was reported before. */
  | { readonly does: 'issue'; readonly issue: Issue; readonly replaces?: boolean }
  /** Several orders are told about together; all there are where none is named. */
  | { readonly does: 'overview'; readonly orders: readonly string[] | undefined }
  /** An open ticket gets a note that the customer added something. */
  | { readonly does: 'note'; readonly ticket: KnownTicket; readonly issue?: string; readonly beside?: Told }
  /** Tickets are taken back. */
  | { readonly does: 'withdraw'; readonly tickets: readonly KnownTicket[] }
  /** The customer wants none of it. */
  | { readonly does: 'drop' }
  /** It is asked whether tickets are to be taken back. */
  | { readonly does: 'ask_withdrawal'; readonly tickets: readonly KnownTicket[] };

/** What a message asks for in its conversation: something to do, or a question that is open. */
export type TurnMeaning =
  | { readonly kind: 'task'; readonly task: Task; readonly intent: string; readonly slots: RememberedSlots }
  | { readonly kind: 'wishes'; readonly wishes: readonly Wish[] }
  | Reading;

/** A command, and how likely it is of all that are possible. */
export interface Weighed {
  readonly command: string;
  readonly share: number;
}

/** What a message means in its conversation, and between which commands that was weighed. */
export interface ReadTurn {
  readonly meaning: TurnMeaning;
  /** The command that was taken, or `message by itself`. */
  readonly by: string;
  /** Those that were possible, the likeliest first. */
  readonly weighed: readonly Weighed[];
  /** Its parts, where each is read by itself; the meaning is that of the one that is done. */
  readonly several?: SeveralAsked | undefined;
  /** What is likeliest of all that would only tell something else. */
  readonly next?: { readonly meaning: TurnMeaning; readonly share: number } | undefined;
}

/** One of several things that a message asks for, read by itself. */
export interface PartAsked {
  readonly received: Received;
  readonly read: ReadTurn;
}

/** What a part means, with the items that it names itself. */
export function deedOf({ read: { meaning }, received }: PartAsked): TurnMeaning {
  if (meaning.kind !== 'wish' || meaning.slots.line_ids !== undefined) return meaning;
  const own = received.found.lines.filter(({ order_id }) => order_id === meaning.slots.order_id);
  const line_ids = own.map(({ line_id }) => line_id);
  return line_ids.length === 0 ? meaning : { ...meaning, slots: { ...meaning.slots, line_ids } };
}

/** What a message asks for beside the one thing that is done, or that it asks first. */
export interface SeveralAsked {
  readonly main: PartAsked;
  readonly before: readonly PartAsked[];
  readonly after: readonly PartAsked[];
  /** What was offered is not wanted. */
  readonly declined?: true;
}

/** The parts of a message, each as it may be meant. */
export interface PartsRead extends SeveralAsked {
  /** How likely all of them are meant like that by themselves, of 1. */
  readonly share: number;
  /** Each is surely meant like that, whatever stands beside it. */
  readonly sure: boolean;
}

/** What decides where no command is likely enough. */
export const BY_ITSELF = 'message by itself';

/** A message in its conversation, all that the resolvers of meaning look at. */
export interface Turn extends Received {
  readonly conversation: Conversation;
  readonly policy: RunPolicy;
  /** It is a part of a message that is read beside others. */
  readonly part?: true;
}

/** One way to read a message; undefined where it is not meant like that. */
export type MeaningResolver = (turn: Turn) => TurnMeaning | undefined;

/** Shares that a message or a clause gives these acts together. */
export const shareIn = ({ shares }: Pick<Heard, 'shares'>, ...acts: readonly string[]): number =>
  acts.reduce((sum, act) => sum + (shares.get(act) ?? 0), 0);

/** Whether an act asks something: a question, or what is only thought about. */
export const isAsking = (act: string, { asking }: Turn['policy']): boolean => asking.has(act) || act === 'hypothetical';

/** The same of the message as a whole. */
export const shareOf = ({ heard: [whole] }: Pick<Received, 'heard'>, ...acts: readonly string[]): number =>
  whole === undefined ? 0 : shareIn(whole, ...acts);

/** The same of its words alone. */
export const shareAlone = ({ alone }: Pick<Received, 'alone'>, ...acts: readonly string[]): number =>
  shareOf({ heard: alone() }, ...acts);

/** A greeting, thanks: an intent of words alone. */
export const isCourtesy = (intent: Intent | undefined): boolean =>
  intent?.ends.state === 'answered' && intent.plan.length === 0 && intent.offer === undefined;

/** An intent about which rules decide. */
export const isDecided = ({ policy }: Pick<Turn, 'policy'>, name: string | undefined): boolean =>
  name !== undefined && policy.intents.get(name)?.decide !== undefined;

/** Tells how an order stands and decides nothing. */
export const tellsOfOrder = (intent: Intent | undefined): boolean =>
  intent?.requires.order === true && intent.decide === undefined;

/** It answers from a plan, and decides nothing. */
export const answersItself = (intent: Intent | undefined): intent is Intent =>
  intent?.ends.state === 'answered' && intent.decide === undefined && intent.plan.length > 0;

/** What a message sounds most like, where that is likely enough and twice as likely as anything else. */
export function clearlyLikeliest(
  [best, second]: Understanding['likely'],
  least: number
): Understanding['likely'][number] | undefined {
  const clear = best !== undefined && best.share >= least && best.share >= TWICE * (second?.share ?? 0);
  return clear ? best : undefined;
}

const TWICE = 2;

/** The intent that tells how an order stands. */
export const orderTeller = ({ intents }: Pick<RunPolicy, 'intents'>): Intent | undefined =>
  [...intents.values()].find(tellsOfOrder);

/** The intent with which a person is asked for. */
export const personIntent = ({ intents }: Pick<RunPolicy, 'intents'>): string | undefined =>
  [...intents.values()].find(({ ends }) => ends.state === 'escalated' && ends.reason === 'customer_request')?.name;

/** An intent that a person looks at whatever is found. */
export const isForPerson = ({ policy }: Pick<Turn, 'policy'>, name: string): boolean =>
  policy.intents.get(name)?.ends.state === 'escalated';

/** Such an intent that does not just ask for a person. */
export const handsOver = (turn: Pick<Turn, 'policy'>, name: string): boolean =>
  isForPerson(turn, name) && name !== personIntent(turn.policy);

/** After the rules: the case to which they are applied. */
export const caseOf = (subject: string | undefined, { policy }: Pick<Turn, 'policy'>): string | undefined =>
  subject === undefined ? undefined : policy.intents.get(subject)?.applied;

/** The message names something and says nothing else: "the blanket", "ok, the second one please". */
export function onlyNames({ message, found, policy }: Pick<Turn, 'message' | 'found' | 'policy'>): boolean {
  const rest = unnamed({ message, found });
  if (rest === message) return false;
  const words = rest.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return words.every(word => policy.fillers.has(word) || policy.leadsIn.has(word));
}

/** The message without what it names, or with something else in place of it. */
export const unnamed = (
  { message, found }: Pick<Turn, 'message' | 'found'>,
  instead: (mention: Mention) => string = () => ''
): string =>
  found.mentions
    .filter(({ excluded, how }) => !excluded && how !== 'pronoun')
    .reduceRight((text, each) => text.slice(0, each.start) + instead(each) + text.slice(each.end), message);

/** An article was told, and neither an order is talked about nor a question open. */
export const isAfterArticle = ({ conversation: { memory } }: Pick<Turn, 'conversation'>): boolean =>
  memory.told !== undefined && memory.order_id === undefined && memory.pending === undefined;

/** "Could it still be refunded instead? Just wondering": what names a deed asks, or all of it where nothing does. */
export function onlyAsks({ message, policy, said }: Pick<Turn, 'message' | 'policy' | 'said'>): boolean {
  const all = messageSentences(message).map(([start, end]) => message.slice(start, end));
  const named =
    all.length < 2 || said.named.length === 0
      ? []
      : all.filter(text => policy.understander.deeds(text).named.length > 0);
  const sentences = named.length > 0 ? named : all;
  const requested = (text: string) =>
    !isConditional({ message: text, policy }) &&
    messageClauses(text)
      .map(clause => ({ message: clause, policy }))
      .some(clause => requests(clause) && !asksLeave(clause, text));
  return (
    sentences.length > 0 &&
    sentences.every(
      text =>
        (marked(text) || opensAsQuestion(text, policy) || endsAskingLeave({ message: text, policy })) &&
        !requested(text)
    )
  );
}

/** A task about what the conversation is about. */
export function asTask(task: Task, { found, conversation: { memory }, policy }: Turn): TurnMeaning {
  const [named, another] = ordersSaid(found);
  const order_id = named !== undefined && another === undefined ? named : memory.order_id;
  const other = named !== undefined && named !== (memory.decided?.order_id ?? memory.order_id);
  const intent = other
    ? orderTeller(policy)?.name
    : (memory.decided?.intent ?? memory.settled ?? openTickets(memory.tickets).at(-1)?.intent);
  const slots = order_id === undefined ? {} : { order_id };
  return { kind: 'task', task, intent: intent ?? policy.unknown.name, slots };
}

/** "Refund or return?" wishes for one of them, and does not say which. */
export const isBetweenDeeds = (turn: Turn): boolean =>
  turn.said.named.length > 1 &&
  lengthOf(turn.message) <= FEWEST_WORDS &&
  turn.found.mentions.every(({ how }) => how === 'pronoun') &&
  turn.said.named.every(name => isDecided(turn, name));

/** Words of a message that only names two deeds. */
const FEWEST_WORDS = 4;

/** Nothing that could be acted on. */
export const isVague = ({ kind }: TurnMeaning): boolean => kind === 'unclear' || kind === 'choice';
