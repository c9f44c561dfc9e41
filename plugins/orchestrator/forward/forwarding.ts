import type { HttpStream } from '../../../core/http/index.js';
import type { ToolServer } from '../registry/tool-server.js';
import type { Plan } from '../routing/router.js';
import { Attempt, type AttemptListener } from '../upstream/attempt.js';
import { nextId } from '../upstream/call.js';
import {
  codeOf,
  isRefusedToken,
  isServersFailure,
  isUnanswered,
  type Answer,
  type Failure,
  type Outcome
} from '../upstream/outcome.js';
import type { AttemptRecord } from './envelope.js';
import type { Deadline } from './deadline-wheel.js';
import { isListSelected, selectTools } from './listed-tools.js';
import type { Shared } from './forwarder.js';
import type { Observed, RouteEnd, RouteRequest } from './observer.js';
import { pauseMs, whyNotRepeat, type Stop } from './retry.js';

/** One request on its way: attempts one after another, until one answers or no further one may be made. */
export class Forwarding implements AttemptListener {
  readonly #shared: Shared;
  readonly #request: RouteRequest;
  readonly #plan: Plan<ToolServer>;
  readonly #answer: HttpStream;
  readonly #startedAt = performance.now();
  /** What files and settings allow; the caller may have less patience. */
  readonly #allowedMs: number;
  readonly #timeoutMs: number;
  readonly #attempts: AttemptRecord[] = [];
  #tried: Set<string> | undefined;
  #observed: Observed | undefined;
  #server!: ToolServer;
  #attempt: Attempt | undefined;
  #attemptAt = 0;
  #deadline: Deadline;
  #pause: NodeJS.Timeout | undefined;
  #streaming = false;
  #greeted = false;
  #renewed = false;
  #ended = false;
  #reason = '';

  constructor(
    shared: Shared,
    request: RouteRequest,
    { plan, answer }: { readonly plan: Plan<ToolServer>; readonly answer: HttpStream }
  ) {
    this.#shared = shared;
    this.#request = request;
    this.#plan = plan;
    this.#answer = answer;
    this.#allowedMs = plan.step.rule?.timeoutMs ?? shared.requestTimeoutMs;
    this.#timeoutMs = Math.min(request.timeoutMs ?? Infinity, this.#allowedMs);
    this.#deadline = shared.wheel.set(this.#timeoutMs, () => this.#expire());
    answer.onGone = () => this.#cancel();
  }

  start(server: ToolServer): void {
    const { wanted, message } = this.#request;
    this.#server = server;
    this.#observed ??= this.#shared.observer?.(this.#request, server);
    this.#attemptAt = performance.now();
    const left = this.#timeoutMs - (this.#attemptAt - this.#startedAt);
    const id = nextId();
    const { limits, tools } = this.#shared.table().policy;
    const whole = isListSelected(wanted, tools) ? { ...limits, streamAboveBytes: limits.maxEventBytes } : limits;
    this.#attempt = new Attempt(id, whole, this);
    server.traffic.pending++;
    const mirrored = server.tool(wanted.tool)?.headers ?? NO_HEADERS;
    const trace = this.#observed === undefined ? this.#request.trace : this.#observed.asks(id);
    const { method, params } = wanted;
    const { text, headers } = server.dialect.frame({ method, params, message, mirrored }, { id, leftMs: left, trace });
    server.client.post(text, headers, this.#attempt);
  }

  settled(end: Answer | Failure): void {
    if (this.#lostSession()) return this.#greetAgain();
    if ((isRefusedToken(end) || this.#attempt!.status === 401) && !this.#renewed && this.#server.client.renewToken())
      return this.#askAgain(end);
    if ('reason' in end) this.#reason = end.reason;
    this.#record(end);
    try {
      this.#conclude(end);
    } catch (error) {
      // Thrown into the client library it would be lost, and the caller would wait for ever.
      if (this.#streaming) this.#answer.cut();
      else this.#answer.fail(error);
      this.#finish(end.outcome);
    }
  }

  #conclude(end: Answer | Failure): void {
    if ('member' in end) return this.#succeed(end);
    if (end.outcome === 'cancelled') return this.#finish('cancelled');
    if (this.#streaming) {
      this.#answer.cut();
      return this.#finish(end.outcome);
    }
    const { method, tool } = this.#request.wanted;
    const { reached } = this.#attempt!;
    const repeatable = this.#server.tool(tool)?.repeatable ?? 'unknown';
    const rule = this.#plan.step.rule?.retry;
    const why = whyNotRepeat({ outcome: end.outcome, reached, method, repeatable, rule });
    if (why !== undefined) return this.#fail(end, why);
    if (this.#attempts.length > this.#shared.maxRetries) return this.#fail(end, 'retries_used_up');
    (this.#tried ??= new Set()).add(this.#server.name);
    // Servers may have come, gone or fallen ill since the first attempt.
    this.#plan.refresh(this.#request.wanted, this.#shared.table(), this.#shared.fleet);
    const next = this.#plan.next(this.#request.wanted, this.#tried);
    if (next === undefined) return this.#fail(end, 'no_other_server');
    // What never reached a server was no load for it.
    if (reached && !this.#shared.budget.take(this.#shared.table().policy.retries))
      return this.#fail(end, 'retry_budget');
    this.#retry(next);
  }

  begins(): void {
    this.#streaming = true;
    this.#answer.onDrain = () => this.#attempt?.resume();
    this.#answer.begin(200);
    this.#answer.write(this.#request.envelope.head(this.#server.name, 'result'));
  }

  notified(text: string): void {
    this.#request.progress?.(text);
  }

  part(text: string): boolean {
    return this.#answer.write(text);
  }

  /** A server of an older revision forgets its sessions when it is restarted; it has not looked at the request then. */
  #lostSession(): boolean {
    return !this.#greeted && this.#server.dialect.older !== undefined && this.#attempt!.status === 404;
  }

  /** The server has not looked at the request; it is asked again with a new token. */
  #askAgain(end: Answer | Failure): void {
    this.#renewed = true;
    this.#record(end);
    this.start(this.#server);
  }

  #greetAgain(): void {
    const server = this.#server;
    this.#record({ outcome: 'unavailable', reason: 'session_lost' });
    this.#greeted = true;
    this.#attempt = undefined;
    void this.#shared.prober.probe(server).then(() => {
      if (!this.#ended) this.start(server);
    });
  }

  #retry(next: ToolServer): void {
    const wait = pauseMs(this.#attempts.length, this.#shared.table().policy.retries);
    next.traffic.retries++;
    this.#attempt = undefined;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.start(next);
    }, wait);
  }

  #succeed(end: Answer): void {
    const { name, traffic } = this.#server;
    if (this.#attempts.length > 1) traffic.failovers++;
    const { envelope } = this.#request;
    const tail = envelope.tail(name, this.#attempts, performance.now() - this.#startedAt);
    if (this.#streaming) this.#answer.end(tail);
    else this.#answer.send(200, envelope.head(name, end.member) + this.#textOf(end) + tail);
    this.#finish(end.outcome, this.#observed === undefined ? undefined : codeOf(end));
  }

  /** What the caller gets of an answer, one character for each byte. */
  #textOf({ member, text, value }: Answer): string {
    const { wanted } = this.#request;
    const { tools } = this.#shared.table().policy;
    if (member === 'error' || !isListSelected(wanted, tools)) return text;
    return Buffer.from(JSON.stringify(selectTools(value, this.#server, wanted, tools))).toString('latin1');
  }

  #fail(end: Failure, why: Stop): void {
    const ending = { server: this.#server.name, failure: end, stopped: why, attempts: this.#attempts };
    this.#request.envelope.failed(this.#answer, ending);
    this.#finish(end.outcome);
  }

  /** The time is up: no server is asked any more, and the one that is at work is told by its connection. */
  #expire(): void {
    const failure: Failure = { outcome: 'timeout', reason: `no answer in ${Math.round(this.#timeoutMs)} ms` };
    if (this.#attempt !== undefined) return this.#attempt.cancel(failure);
    clearTimeout(this.#pause);
    this.#fail(failure, 'deadline');
  }

  #cancel(): void {
    clearTimeout(this.#pause);
    if (this.#attempt !== undefined) this.#attempt.cancel({ outcome: 'cancelled', reason: 'the caller has gone' });
    else this.#finish('cancelled');
  }

  /** What this attempt says about its server. */
  #record(end: Answer | Failure): void {
    const { wanted } = this.#request;
    const { prober, table } = this.#shared;
    const server = this.#server;
    const now = performance.now();
    const ms = now - this.#attemptAt;
    const { outcome } = end;
    const rules = table().policy.health;
    const slow = ms > this.#allowedMs * rules.slowShareOfTimeout;
    server.traffic.pending--;
    server.traffic.record({ method: wanted.method, tool: wanted.tool, outcome, ms, slow }, now);
    this.#attempts.push({ server: server.name, outcome, duration_ms: Math.round(ms * 1000) / 1000 });
    this.#observed?.answered(server, end, ms);
    if (outcome === 'cancelled') return;
    const failed = isServersFailure(end, slow);
    const reason = 'reason' in end ? `${outcome} (${end.reason})` : outcome;
    prober.report(server, server.health.requested(failed, reason, rules, now));
    if (failed) prober.nudge(server);
  }

  #finish(outcome: Outcome, code?: number): void {
    this.#deadline.cancel();
    this.#ended = true;
    this.#request.done?.();
    this.#attempt = undefined;
    // A caller that goes away from here on has got its answer, or could not be given a whole one.
    this.#answer.onGone = undefined;
    const now = performance.now();
    const { totals, accessLog } = this.#shared;
    const ms = now - this.#startedAt;
    totals.record(outcome, ms, now);
    if (isUnanswered(outcome))
      totals.failures.add({
        at: new Date().toISOString(),
        server: this.#server.name,
        method: this.#request.wanted.method,
        outcome,
        reason: this.#reason,
        attempts: this.#attempts.length
      });
    const { name: server } = this.#server;
    const attempts = this.#attempts.length;
    const tool = this.#server.tool(this.#request.wanted.tool)?.name;
    const end: RouteEnd = { outcome, server, tool, rule: this.#plan.step.rule?.id, code, attempts, ms };
    accessLog.routed(this.#request, end);
    this.#observed?.ended(end);
  }
}

const NO_HEADERS: readonly never[] = [];
