import type { Log } from '../../../core/index.js';
import type { Repeats } from '../../../core/resilience/index.js';
import type { Template } from '../../../core/templates/index.js';
import type { Cases } from '../conversation/cases.js';
import type { ItemsMeant } from '../conversation/items-meant.js';
import type { ListedOrder, OrderSums } from '../conversation/known-orders.js';
import type { StoreDecision } from '../decide/case.js';
import type { Ruling } from '../decide/ruling.js';
import type { ToldPiece } from '../locales/telling.js';
import type { EscalationReason, RefusalReason, State } from '../enumerations.js';
import type { SeedLine } from '../kinds/seed-order.js';
import type { Intent } from '../kinds/intent.js';
import type { Received, Task } from '../meaning/turn.js';
import type { ArticleData } from '../knowledge/article-answers.js';
import type { Told } from '../knowledge/question-index.js';
import type { SupportMetrics } from '../metrics.js';
import type { Records } from '../records/records.js';
import type { KnownTicket, LastDecision, Memory, RememberedSlots, Wish } from '../records/types.js';
import type { SupportGate } from '../tools/authority.js';
import type { BoundTools } from '../tools/registry.js';
import type { Composers } from './compose.js';
import type { Run } from './run.js';

/** What steps use beside the run. */
export interface Services {
  readonly records: Records;
  readonly gate: SupportGate;
  readonly tools: BoundTools;
  readonly composers: Composers;
  readonly metrics: SupportMetrics;
  readonly log: Log;
  readonly repeats: Repeats;
  readonly requireIdentity: boolean;
  readonly verificationEnabled: boolean;
}

/** A run and what its steps use. */
export interface Around {
  readonly run: Run;
  readonly services: Services;
}

/** A step takes what the one before gave, and gives more of it or the run's ending. */
export type RunStep<Given, Gives> = (
  given: Given,
  run: Run,
  services: Services
) => Gives | RunEnding | Promise<Gives | RunEnding>;

/** After `resolve`: a wish, read together with what the conversation remembers. */
export interface Resolved extends Received {
  readonly intent: Intent;
  readonly slots: RememberedSlots;
  /** What was understood before is put right: what was handed over for it is withdrawn. */
  readonly corrects: boolean;
  /** It takes the place of nothing that is open. */
  readonly opensMore: boolean;
  readonly task: Task;
  /** Its order and lines were settled before this message, or are those of one part of it. */
  readonly fixed: boolean;
  /** It is asked whether it could be done: nothing is opened. */
  readonly asked: boolean;
  /** Is told before what is wished for: it changes nothing. */
  readonly first: Wish | undefined;
  /** Answers what is asked beside the wish. */
  readonly beside: readonly Told[];
  /** What else the message asks for, told before the reply to this and after it. */
  readonly before: readonly Resolved[];
  readonly after: readonly Resolved[];
  /** The wish was waiting for something and goes on. */
  readonly resumed: boolean;
  /** What the conversation will remember. */
  readonly memory: Memory;
}

/** After `prerequisites`: identity is proved and the order known, where the intent needs them. */
export interface Ready extends Resolved {
  /** The order, where earlier messages said which and this one does not. */
  readonly recalledOrder: string | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What templates may read: `REPLY_VARIABLES` lists it. */
export interface ReplyData {
  readonly order?: Fields & { readonly order_id?: string };
  readonly customer?: Fields;
  readonly decision?: StoreDecision;
  readonly order_id?: string | undefined;
  /** What the rules say of it, and the wish that is offered. */
  readonly says?: string;
  readonly offer?: string;
  /** Names of the items that are meant, where it is not all of the order. */
  readonly items?: readonly string[];
  readonly issue?: string;
  /** Where the money of a refund is wanted. */
  readonly destination?: string;
  readonly recalled_order?: string;
  /** What was decided last in the conversation. */
  readonly decided?: LastDecision;
  /** The items that a question is about. */
  readonly meant?: ItemsMeant | undefined;
  /** The requests of the conversation that a question is about. */
  readonly cases?: Cases;
  /** What rules say that were only tried. */
  readonly ruling?: Ruling;
  /** Of several orders, those of which it can be done, with the items. */
  readonly rulings?: readonly Ruling[];
  /** Several orders, as they stand. */
  readonly orders?: readonly ListedOrder[];
  /** What those that are named come to, or all. */
  readonly sums?: OrderSums | undefined;
  /** Ids of tickets that were withdrawn. */
  readonly replaced?: readonly string[];
  readonly ticket?: { readonly ticket_id: string; readonly status: string };
  /** That nothing is delivered to the place which the message names. */
  readonly elsewhere?: string;
  /** The one sentence of the articles that answers best. */
  readonly sentence?: string;
  readonly articles?: readonly ArticleData[];
  readonly answer?: string;
  /** What the customer answered to questions of rules. */
  readonly answers?: RememberedSlots['answers'];
  readonly records?: Readonly<Record<string, Fields>>;
}

/** After `gather`: what the plan's tools found. */
export interface Gathered extends Ready {
  readonly data: ReplyData;
  /** The lines of the order that the customer named; none when it is about all of it. */
  readonly lineIds: readonly string[];
  /** What the wish leaves open about the lines. */
  readonly openPart: OpenPart | undefined;
  /** What answers a question about what was settled. */
  readonly answer: Template | undefined;
  /** The question to ask, where a tool found nothing that the plan cannot do without. */
  readonly missing: string | undefined;
}

export type OpenPart =
  | { readonly ask: 'which_items' | 'items_in_turn'; readonly lines: readonly SeedLine[] }
  | { readonly ask: 'how_many' }
  /** A part of a price is for a person: no rule decides about it. */
  | { readonly ask: 'person' };

/** After `decide`: what is said and by which of the intent's templates. */
export interface Decided extends Gathered {
  readonly template: Template | undefined;
}

/** After `compose`. */
export interface Drafted extends Decided {
  readonly draft: string;
}

/** What the conversation was about when a run ended, and what it will remember. */
export interface RunTopic {
  readonly intent: Intent;
  readonly memory: Memory;
}

/** How a run ends. `end` carries it out. */
export type RunEnding = RunTopic &
  (
    | { readonly ends: 'answered'; readonly reply: string; readonly provenance: readonly Provenance[] }
    | {
        readonly ends: 'clarifying';
        readonly question: string;
        readonly data: Fields;
        readonly again: boolean;
        readonly text?: string;
      }
    | { readonly ends: 'refused'; readonly reason: RefusalReason }
    | {
        readonly ends: 'escalated';
        readonly reason: EscalationReason;
        /** The intent's own words for it, where they can be proved. */
        readonly reply: Template | undefined;
        readonly data: ReplyData;
        readonly lineIds: readonly string[];
        /** The wish takes the place of the one before it. */
        readonly corrects: boolean;
        /** It takes the place of none that is open. */
        readonly beside: boolean;
        /** The ticket whose place it takes, where the message says which. */
        readonly instead?: KnownTicket | undefined;
        /** Who has this ticket has it: none is opened. */
        readonly ticket?: KnownTicket;
      }
  );

export type HandOver = Extract<RunEnding, { readonly ends: 'escalated' }>;

export const isEnding = (result: object): result is RunEnding => 'ends' in result;

export interface Provenance {
  readonly kind: string;
  readonly reference: string;
}

/** How a run ended, ready for the response. */
export interface RunOutcome extends RunTopic {
  readonly state: State;
  readonly reply: string;
  /** Of what it is made, where that is not in the shop's own language. */
  readonly told?: readonly ToldPiece[];
  readonly escalationReason: EscalationReason | null;
  readonly refusalReason: RefusalReason | null;
  readonly ticketId: string | null;
  readonly provenance: readonly Provenance[];
}
