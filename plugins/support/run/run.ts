import type { Language } from '../kinds/languages.js';
import type { Locale } from '../locales/locale.js';
import { Telling } from '../locales/telling.js';
import type { Template } from '../../../core/templates/index.js';
import type { TokenCount } from '../../../core/composing/index.js';
import { newId } from '../../../core/index.js';
import { Budget, deadline, type Deadline } from '../../../core/resilience/index.js';
import type { DecisionRecord } from '../../../core/rules/index.js';
import type { Write } from '../../../core/store/index.js';
import type { Caller } from '../keys.js';
import type { RunPolicy } from '../policy/run-policy.js';
import type { RunReads } from '../records/reads.js';
import type { State } from '../enumerations.js';
import type { Conversation } from '../records/types.js';
import type { Evidence, UnverifiedClaim } from '../verify/contract.js';
import type { Provenance, RunTopic } from './steps.js';
import type { TraceEvent, TraceOf, TraceStep } from './trace.js';

/** Where a run stands while it works. */
export const WORKING = ['RECEIVED', 'GATHERING', 'DECIDING', 'COMPOSING', 'VERIFYING'] as const;
export type Working = (typeof WORKING)[number];
export type RunState = Working | State;

/** Every move a run may make. Anything else is an error, not a shortcut. */
export const TRANSITIONS: Readonly<Record<Working, readonly RunState[]>> = {
  RECEIVED: ['GATHERING', 'clarifying', 'refused', 'escalated', 'failed'],
  GATHERING: ['DECIDING', 'escalated', 'failed'],
  DECIDING: ['COMPOSING', 'clarifying', 'refused', 'escalated', 'failed'],
  COMPOSING: ['VERIFYING', 'escalated', 'failed'],
  VERIFYING: ['answered', 'escalated', 'failed']
};

export const isWorking = (state: RunState): state is Working => (WORKING as readonly string[]).includes(state);

/** A move that the table does not list: a defect of the engine. */
export class TransitionError extends Error {
  constructor(from: RunState, to: RunState) {
    super(`a run cannot go from ${from} to ${to}`);
    this.name = 'TransitionError';
  }
}

/** Throws unless the table lists the move. */
export function checkTransition(from: RunState, to: RunState): void {
  if (!isWorking(from) || !TRANSITIONS[from].includes(to)) throw new TransitionError(from, to);
}

export interface RunInput {
  readonly conversation: Conversation;
  readonly reads: RunReads;
  readonly caller: Caller;
  readonly message: string;
  readonly requestId: string;
  readonly now: Date;
  readonly policy: RunPolicy;
  /** In which the message is written, where that can be told. */
  readonly spoken: Language | undefined;
  /** In which the reply is written, where it is not the shop's own language. */
  readonly locale: Locale | undefined;
  /** What is said once, after the first reply in that language. */
  readonly begins: string | undefined;
  readonly limits: { readonly maxSteps: number; readonly maxMs: number };
}

/** Timers may fire a little before the clock says so. */
const TIMER_SLACK_MS = 2;
/** Outcomes of calls whose tool has run. */
export const EXECUTED: ReadonlySet<string> = new Set(['ok', 'timeout', 'error']);

/**
 * One message on its way: what it began with, which nothing changes, and a journal to which steps only add. What a
 * step finds out goes to the next one as its result; what is reported of a run is read off its trace.
 */
export class Run implements Omit<RunInput, 'requestId'> {
  readonly id: string;
  /** What its log records carry. */
  readonly context: { readonly request_id: string; readonly session_id: string };
  readonly conversation: Conversation;
  readonly reads: RunReads;
  readonly caller: Caller;
  readonly message: string;
  readonly now: Date;
  readonly policy: RunPolicy;
  readonly spoken: Language | undefined;
  readonly locale: Locale | undefined;
  readonly begins: string | undefined;
  /** What it says in another language than the shop's own. */
  readonly telling: Telling | undefined;
  readonly limits: RunInput['limits'];
  readonly budget: Budget;
  readonly signal: Deadline;

  readonly trace: TraceStep[] = [];
  readonly evidence: Evidence[] = [];
  /** What tools want written when the run ends. */
  readonly staged: Write[] = [];
  /** Records that tools found, by tool and by the name of the record: facts may be read from them. */
  readonly found: Record<string, Record<string, unknown>> = {};
  readonly warnings: string[] = [];
  readonly unverified: UnverifiedClaim[] = [];
  readonly decisions: DecisionRecord[] = [];
  /** What models were paid for, failed attempts included. */
  readonly spent: TokenCount[] = [];

  /** Answers to what the message asks beside what it wishes for, each before or after the reply to that; proved. */
  readonly beside: { readonly text: string; readonly provenance: readonly Provenance[]; readonly before: boolean }[] =
    [];

  readonly #started = performance.now();
  #state: RunState = 'RECEIVED';

  constructor(input: RunInput) {
    this.id = newId('run', input.now.getTime());
    this.context = { request_id: input.requestId, session_id: input.conversation.conversation_id };
    this.conversation = input.conversation;
    this.reads = input.reads;
    this.caller = input.caller;
    this.message = input.message;
    this.now = input.now;
    this.policy = input.policy;
    this.spoken = input.spoken;
    this.locale = input.locale;
    this.begins = input.begins;
    this.telling = input.locale === undefined ? undefined : new Telling(input.locale);
    this.limits = input.limits;
    this.budget = new Budget(input.limits);
    // Not the client's: a run that has begun is finished and recorded even if nobody waits for it.
    this.signal = deadline(input.limits.maxMs);
  }

  /** Lets go of the timer, when everything is done. */
  end(): void {
    this.signal.end();
  }

  get state(): RunState {
    return this.#state;
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
  move(to: RunState, reason?: string): void {
    checkTransition(this.#state, to);
    this.record({ type: 'transition', from: this.#state, to, ...(reason === undefined ? {} : { reason }) });
    this.#state = to;
  }

  /** What a template says, in the shop's own language: every reply is proved in it, and told in the conversation's when it is sent. */
  say(template: Template, data: Readonly<Record<string, unknown>>): string {
    const text = template.render(data);
    this.telling?.note(text, template, data);
    return text;
  }

  /** The steps of one type, in order. */
  steps<T extends TraceStep['type']>(type: T): readonly TraceOf<T>[] {
    return this.trace.filter((step): step is TraceOf<T> => step.type === type);
  }

  /** Tools executed. */
  get toolCalls(): number {
    return this.steps('tool_call').filter(({ outcome }) => EXECUTED.has(outcome)).length;
  }

  /** Whether third-party text held instructions, which were neutralised. */
  get neutralised(): boolean {
    return this.steps('tool_call').some(({ neutralised }) => neutralised.length > 0);
  }

  /** Null where nothing was verified. */
  get verificationPassed(): boolean | null {
    const checks = this.steps('verification');
    return checks.length === 0 ? null : checks.every(({ passed }) => passed);
  }

  get tokens(): TokenCount {
    const total = { input: 0, output: 0 };
    for (const { input, output } of this.spent) {
      total.input += input;
      total.output += output;
    }
    return total;
  }

  /** Who phrased the reply; `none` where fixed wording did. */
  get composition(): { readonly provider: string; readonly model: string } {
    return this.steps('composition').at(-1) ?? { provider: 'none', model: 'none' };
  }

  /** What it is about as far as is known, and the memory it began with. */
  get topic(): RunTopic {
    const name = this.steps('classification').at(-1)?.intent ?? '';
    return { intent: this.policy.intents.get(name) ?? this.policy.unknown, memory: this.conversation.memory };
  }

  /** 0 to 1, as the message was classified. */
  get confidence(): number {
    return this.steps('classification').at(-1)?.confidence ?? 0;
  }
}
