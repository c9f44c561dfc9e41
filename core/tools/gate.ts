import { hash } from 'node:crypto';
import { canonicalJson } from '../json.js';
import { partFailure, ToolFailure, type ToolContext, type ToolOutput } from './handler.js';
import type { Budget } from '../resilience/budget.js';
import { type Admission, Circuit, type CircuitOptions } from '../resilience/circuit.js';
import { type Limit, limitedBy, TimedOut, withDeadline } from '../resilience/deadline.js';
import type { ToolDefinition } from './definition.js';

export interface ToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Who asks. A service adds what its own checks look at. */
export interface Authority {
  readonly scopes: ReadonlySet<string>;
  readonly budget: Budget;
  readonly context: Omit<ToolContext, 'signal' | 'call'>;
  readonly signal?: AbortSignal | Limit;
  /** It asks for a part of something else: that takes no step of the budget. */
  readonly part?: true;
  /** Told of every tool that a body asks as a part of its call. */
  partCalled?(tool: string, result: ToolResult<string>): void;
}

/** A call of a registered tool on its way through the checks. */
export interface PendingCall<T extends ToolDefinition, A extends Authority> {
  readonly tool: T;
  readonly arguments: ToolCall['arguments'];
  readonly authority: A;
  /** Lets the call through the tool's circuit; false where that is open. */
  admit(): boolean;
}

/** One condition that a call must meet. */
export interface ToolCheck<
  R extends string,
  T extends ToolDefinition = ToolDefinition,
  A extends Authority = Authority
> {
  /** The outcome of a call that it refuses, for example `scope_missing`. */
  readonly outcome: R;
  /** Why the call is refused, without anything that the caller sent; undefined where it passes. */
  refuses(call: PendingCall<T, A>): string | undefined;
}

export type ToolResult<R extends string> =
  | { readonly outcome: 'ok' | 'already_executed'; readonly output: ToolOutput; readonly durationMs: number }
  | { readonly outcome: R | 'not_registered'; readonly reason: string; readonly durationMs: number }
  | {
      readonly outcome: 'timeout' | 'error';
      readonly reason: string;
      /** Code and place of the `ToolFailure`, where the body threw one. */
      readonly cause?: string;
      readonly durationMs: number;
    };

export type ToolBody = (args: never, context: ToolContext) => Promise<ToolOutput>;

/** What failed was another tool, whose own circuit counts it. */
const PART_FAILED = partFailure('').code;

/** Values shorter than this tell nothing, and would be found in any sentence. */
const SHOWN_BELOW = 3;

export interface GateOptions<R extends string, T extends ToolDefinition, A extends Authority> {
  /** Tried in this order; the first that refuses decides the outcome. */
  readonly checks: readonly ToolCheck<R, T, A>[];
  readonly timeoutMs: number;
  readonly circuit: CircuitOptions;
  /** Executions remembered, so that a repeated one is answered without running again. */
  readonly remembered?: number;
  readonly now?: () => number;
}

/** The tools a caller works with and what runs for each; a run keeps those it began with. */
export interface ToolSet<T extends ToolDefinition> {
  readonly definitions: ReadonlyMap<string, T>;
  readonly bodies: ReadonlyMap<string, ToolBody>;
}

/**
 * The only way to a tool's body: the tool is registered, the service's checks pass in their order, this process has
 * not made the execution in this run already (then it is answered from memory), and the body runs under a time-out.
 */
export class ToolGate<
  R extends string = string,
  T extends ToolDefinition = ToolDefinition,
  A extends Authority = Authority
> {
  readonly #circuits = new Map<string, Circuit>();
  readonly #executed = new Map<string, Promise<ToolOutput>>();
  readonly #options: GateOptions<R, T, A>;
  readonly #now: () => number;

  constructor(options: GateOptions<R, T, A>) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Names of tools whose circuit is open, sorted. */
  get openCircuits(): readonly string[] {
    return [...this.#circuits]
      .filter(([, circuit]) => circuit.open)
      .map(([tool]) => tool)
      .sort();
  }

  async call(call: ToolCall, authority: A, tools: ToolSet<T>): Promise<ToolResult<R>> {
    const { definitions, bodies } = tools;
    const started = this.#now();
    const refuse = (outcome: R | 'not_registered', reason: string): ToolResult<R> => ({
      outcome,
      reason,
      durationMs: this.#now() - started
    });
    const tool = definitions.get(call.tool);
    const body = bodies.get(call.tool);
    if (tool === undefined || body === undefined) return refuse('not_registered', `no tool is called ${call.tool}`);

    let admission: Admission | undefined;
    const admit = () => (admission = this.#circuitOf(tool.name).admit(started)) !== undefined;
    const pending = { tool, arguments: call.arguments, authority, admit };
    for (const check of this.#options.checks) {
      const reason = check.refuses(pending);
      if (reason === undefined) continue;
      admission?.released();
      return refuse(check.outcome, reason);
    }

    // Bound to the run: another run must see the world as it is by then.
    const key = hash('sha256', canonicalJson([authority.context.runId, tool.name, call.arguments]));
    const earlier = this.#executed.get(key);
    if (earlier !== undefined) {
      admission?.released();
      return await this.#settle(earlier, 'already_executed', call, started);
    }
    const timeout = tool.timeout_seconds === undefined ? this.#options.timeoutMs : tool.timeout_seconds * 1000;
    const limitMs = Math.min(timeout, authority.budget.remainingMs);
    const execution = withDeadline(
      limitMs,
      limit => {
        const part: ToolContext['call'] = (name, args) =>
          this.#part({ tool: name, arguments: args }, { part: true, ...authority, signal: limit }, tools);
        return body(call.arguments as never, limitedBy({ call: part, ...authority.context }, limit));
      },
      authority.signal
    );
    this.#remember(key, execution);
    const result = await this.#settle(execution, 'ok', call, started);
    if (result.outcome === 'ok') {
      admission?.succeeded();
      return result;
    }
    this.#executed.delete(key);
    // A run that gave up, or had less time left than the tool may take, says nothing about the tool.
    const cutShort = authority.signal?.aborted === true || (result.outcome === 'timeout' && limitMs < timeout);
    if (cutShort || ('cause' in result && result.cause === PART_FAILED)) admission?.released();
    else admission?.failed(this.#now());
    return result;
  }

  async #part(call: ToolCall, authority: A, tools: ToolSet<T>): Promise<ToolOutput> {
    const result = await this.call(call, authority, tools);
    authority.partCalled?.(call.tool, result);
    if ('output' in result) return result.output;
    throw partFailure(call.tool);
  }

  async #settle(
    execution: Promise<ToolOutput>,
    outcome: 'ok' | 'already_executed',
    call: ToolCall,
    started: number
  ): Promise<ToolResult<R>> {
    try {
      return { outcome, output: await execution, durationMs: this.#now() - started };
    } catch (error) {
      const failed = error instanceof TimedOut ? 'timeout' : 'error';
      const reason = failed === 'timeout' ? (error as TimedOut).message : reasonOf(error, call.arguments);
      const cause = error instanceof ToolFailure ? { cause: [error.code, error.place].filter(Boolean).join(' ') } : {};
      return { outcome: failed, reason, ...cause, durationMs: this.#now() - started };
    }
  }

  #circuitOf(tool: string): Circuit {
    let circuit = this.#circuits.get(tool);
    if (circuit === undefined) this.#circuits.set(tool, (circuit = new Circuit(this.#options.circuit)));
    return circuit;
  }

  #remember(key: string, execution: Promise<ToolOutput>): void {
    this.#executed.set(key, execution);
    const oldest = this.#executed.keys().next().value;
    if (this.#executed.size > (this.#options.remembered ?? 1000) && oldest !== undefined) this.#executed.delete(oldest);
  }
}

/** What a body says of its failure, without what the caller sent it: reasons are logged. */
function reasonOf(error: unknown, args: ToolCall['arguments']): string {
  const values: string[] = [];
  JSON.stringify(args, (_key, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') values.push(String(value));
    return value;
  });
  const longestFirst = values.filter(value => value.length >= SHOWN_BELOW).sort((a, b) => b.length - a.length);
  const reason = error instanceof Error ? error.message : String(error);
  return longestFirst.reduce((text, value) => text.replaceAll(value, '…'), reason);
}
