import type { TokenCount } from '../../../core/composing/index.js';
import { newId } from '../../../core/index.js';
import type { Write } from '../../../core/store/index.js';
import { Budget, deadline, type Deadline } from '../../../core/resilience/index.js';
import type { DecisionRecord } from '../../../core/rules/index.js';
import type { Caller } from '../keys.js';
import type { EscalationReason, RefusalReason, State } from '../enumerations.js';
import type { Intent } from '../kinds/intent.js';
import type { Conversation, Memory, RememberedSlots } from '../records/types.js';
import type { Understanding } from '../understand/types.js';
import type { Evidence, UnverifiedClaim } from '../verify/contract.js';
import type { OpenPart } from './asked-part.js';
import type { RunPolicy } from '../policy/run-policy.js';
import { checkTransition, type RunState } from './states.js';
import type { TraceEvent, TraceStep } from './trace.js';

export interface Provenance {
  readonly kind: string;
  readonly reference: string;
}

/** How a run ended, ready for the response. */
export interface Outcome {
  readonly state: State;
  readonly reply: string;
  readonly escalationReason: EscalationReason | null;
  readonly refusalReason: RefusalReason | null;
  readonly ticketId: string | null;
  readonly provenance: readonly Provenance[];
}

export interface RunInput {
  readonly conversation: Conversation;
  readonly caller: Caller;
  readonly message: string;
  readonly now: Date;
  readonly policy: RunPolicy;
  readonly limits: { readonly maxSteps: number; readonly maxMs: number };
}

/** Timers may fire a little before the clock says so. */
const TIMER_SLACK_MS = 2;

/** One message on its way. Steps only ever add to it; the trace is the list of what they did. */
export class Run {
  readonly id: string;
  readonly conversation: Conversation;
  readonly caller: Caller;
  readonly message: string;
  readonly now: Date;
  readonly policy: RunPolicy;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  readonly trace: TraceStep[] = [];
  readonly evidence: Evidence[] = [];
  readonly staged: Write[] = [];
  readonly warnings: string[] = [];
  readonly unverified: UnverifiedClaim[] = [];
  readonly decisions: DecisionRecord[] = [];
  /** The lines of the order that the customer named; none when it is about all of it. */
  lineIds: readonly string[] = [];
  /** What the wish leaves open about the lines. */
  openPart: OpenPart | undefined;
  /** What templates may read. */
  readonly data: Record<string, unknown> = {};
  readonly #started = performance.now();
  readonly #deadline: Deadline;

  state: RunState = 'RECEIVED';
  understanding: Understanding | undefined;
  intent: Intent;
  confidence = 0;
  slots: RememberedSlots = {};
  /** Words of the message that may name an item. */
  words: readonly string[] = [];
  /** What the conversation will remember. */
  memory: Memory;
  toolCalls = 0;
  verificationPassed: boolean | null = null;
  provider = 'none';
  model = 'none';
  /** What a model was paid for, failed attempts included. */
  tokens: TokenCount = { input: 0, output: 0 };
  neutralised = false;
  /** The question asked when the plan found nothing. */
  missing: string | undefined;
  draft: string | undefined;
  outcome: Outcome | undefined;

  constructor(input: RunInput) {
    this.id = newId('run', input.now.getTime());
    this.conversation = input.conversation;
    this.caller = input.caller;
    this.message = input.message;
    this.now = input.now;
    this.policy = input.policy;
    this.budget = new Budget(input.limits);
    // Not the client's: a run that has begun is finished and recorded even if nobody waits for it.
    this.#deadline = deadline(input.limits.maxMs);
    this.signal = this.#deadline.signal;
    this.memory = input.conversation.memory;
    this.intent = input.policy.unknown;
  }

  /** Lets go of the timer, when everything is done. */
  end(): void {
    this.#deadline.end();
  }

  get durationMs(): number {
    return performance.now() - this.#started;
  }

  get outOfTime(): boolean {
    return this.signal.aborted || this.budget.remainingMs < TIMER_SLACK_MS;
  }

  /** Adds a step to the trace and returns its number, which evidence refers to. */
  record(event: TraceEvent): number {
    const step = this.trace.length + 1;
    this.trace.push({ step, at_ms: Math.round(this.durationMs * 1000) / 1000, ...event });
    return step;
  }

  /** Moves to another state; throws when the transition table does not list the move. */
  move(to: RunState, reason?: string): RunState {
    checkTransition(this.state, to);
    this.record({ type: 'transition', from: this.state, to, ...(reason === undefined ? {} : { reason }) });
    this.state = to;
    return to;
  }
}
