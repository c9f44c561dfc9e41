import { hash } from 'node:crypto';
import { canonicalJson } from '../json.js';
import { ToolFailure, type ToolContext, type ToolOutput } from './handler.js';
import type { Budget } from '../resilience/budget.js';
import { Circuit, type CircuitOptions } from '../resilience/circuit.js';
import { TimedOut, withDeadline } from '../resilience/deadline.js';
import type { ToolDefinition } from './definition.js';

/** What a call is refused for, in the order the checks are made. */
export const REFUSALS = [
  'not_registered',
  'intent_not_permitted',
  'scope_missing',
  'identity_required',
  'budget_exhausted',
  'circuit_open',
  'invalid_arguments'
] as const;
export type Refusal = (typeof REFUSALS)[number];

export type ToolResult =
  | { readonly outcome: 'ok' | 'already_executed'; readonly output: ToolOutput; readonly durationMs: number }
  | { readonly outcome: Refusal; readonly reason: string; readonly durationMs: number }
  | {
      readonly outcome: 'timeout' | 'error';
      readonly reason: string;
      /** Code of the `ToolFailure`, where the body threw one. */
      readonly cause?: string;
      readonly durationMs: number;
    };

export interface ToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Who asks, and with what authority. */
export interface Authority {
  readonly intent: string;
  readonly scopes: ReadonlySet<string>;
  readonly identityVerified: boolean;
  readonly budget: Budget;
  readonly context: Omit<ToolContext, 'signal' | 'intent'>;
  readonly signal?: AbortSignal;
}

export type ToolBody = (args: never, context: ToolContext) => Promise<ToolOutput>;

/** Values shorter than this tell nothing, and would be found in any sentence. */
const SHOWN_BELOW = 3;

export interface GateOptions {
  readonly timeoutMs: number;
  readonly circuit: CircuitOptions;
  /** Executions remembered, so that a repeated one is answered without running again. */
  readonly remembered?: number;
  readonly now?: () => number;
}

/**
 * The only way to a tool's body. Seven refusals are tried in a fixed order; an execution this process has made
 * already is answered from memory; then the body runs under a time-out.
 */
export class ToolGate {
  readonly #circuits = new Map<string, Circuit>();
  readonly #executed = new Map<string, Promise<ToolOutput>>();
  readonly #options: GateOptions;
  readonly #now: () => number;

  constructor(options: GateOptions) {
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

  /** `tools` and `bodies` come from the caller because a run keeps the definitions it began with. */
  async call(
    call: ToolCall,
    authority: Authority,
    tools: ReadonlyMap<string, ToolDefinition>,
    bodies: ReadonlyMap<string, ToolBody>
  ): Promise<ToolResult> {
    const started = this.#now();
    const refuse = (outcome: Refusal, reason: string): ToolResult => ({
      outcome,
      reason,
      durationMs: this.#now() - started
    });

    const tool = tools.get(call.tool);
    const body = bodies.get(call.tool);
    if (tool === undefined || body === undefined) return refuse('not_registered', `no tool is called ${call.tool}`);
    if (!tool.allowed_intents.includes(authority.intent))
      return refuse('intent_not_permitted', `${tool.name} does not serve ${authority.intent}`);
    const missing = tool.required_scopes.filter(scope => !authority.scopes.has(scope));
    if (missing.length > 0) return refuse('scope_missing', `${tool.name} needs ${missing.join(' ')}`);
    if (tool.requires_identity && !authority.identityVerified)
      return refuse('identity_required', `${tool.name} needs a verified conversation`);
    if (!authority.budget.take()) return refuse('budget_exhausted', 'the run has used up its budget');
    const admission = this.#circuitOf(tool.name).admit(started);
    if (admission === undefined) return refuse('circuit_open', `${tool.name} keeps failing and is not tried for now`);
    if (!tool.accepts(call.arguments)) {
      admission.released();
      return refuse('invalid_arguments', `arguments of ${tool.name} do not fit its schema`);
    }

    // Bound to the run: another run must see the world as it is by then.
    const key = hash('sha256', canonicalJson([authority.context.runId, tool.name, call.arguments]));
    const earlier = this.#executed.get(key);
    if (earlier !== undefined) {
      admission.released();
      return await this.#settle(earlier, 'already_executed', call, started);
    }
    const context = { ...authority.context, intent: authority.intent };
    const timeout = tool.timeout_seconds === undefined ? this.#options.timeoutMs : tool.timeout_seconds * 1000;
    const limit = Math.min(timeout, authority.budget.remainingMs);
    const execution = withDeadline(
      limit,
      signal => body(call.arguments as never, { ...context, signal }),
      authority.signal
    );
    this.#remember(key, execution);
    const result = await this.#settle(execution, 'ok', call, started);
    if (result.outcome === 'ok') {
      admission.succeeded();
      return result;
    }
    this.#executed.delete(key);
    // A run that gave up, or had less time left than the tool may take, says nothing about the tool.
    const cutShort = authority.signal?.aborted === true || (result.outcome === 'timeout' && limit < timeout);
    if (cutShort) admission.released();
    else admission.failed(this.#now());
    return result;
  }

  async #settle(
    execution: Promise<ToolOutput>,
    outcome: 'ok' | 'already_executed',
    call: ToolCall,
    started: number
  ): Promise<ToolResult> {
    try {
      return { outcome, output: await execution, durationMs: this.#now() - started };
    } catch (error) {
      const failed = error instanceof TimedOut ? 'timeout' : 'error';
      const reason = failed === 'timeout' ? (error as TimedOut).message : reasonOf(error, call.arguments);
      const cause = error instanceof ToolFailure ? { cause: error.code } : {};
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
