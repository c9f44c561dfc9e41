import type { TokenCount } from '../../core/composing/index.js';
import type { Metrics } from '../../core/index.js';
import type { ShadowRecord } from '../../core/rules/index.js';

/** The metrics of the support agent under their documented names. Attributes hold names from closed lists only. */
export class SupportMetrics {
  readonly #metrics: Metrics;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  runCompleted(state: string, intent: string, durationMs: number, steps: number): void {
    this.#metrics.counter('agent.runs_completed').add(1, { state, intent });
    this.#metrics.distribution('agent.run_latency', 'ms').record(durationMs);
    this.#metrics.distribution('agent.steps_used', '1').record(steps);
  }

  escalated(reason: string): void {
    this.#metrics.counter('agent.escalations').add(1, { reason });
  }

  toolCall(tool: string, outcome: string, durationMs: number): void {
    this.#metrics.counter('agent.tool_calls').add(1, { tool, outcome });
    this.#metrics.distribution('agent.tool_latency', 'ms').record(durationMs, { tool });
  }

  /** What calls of tools came to in this process, by tool; times in milliseconds. */
  get toolUsage() {
    const usage = new Map<string, { tool: string; calls: number; failed: number; p50: number; p95: number }>();
    for (const { name, attributes, count, distribution } of this.#metrics.snapshot()) {
      const tool = String(attributes['tool']);
      const known = usage.get(tool) ?? { tool, calls: 0, failed: 0, p50: 0, p95: 0 };
      if (name === 'agent.tool_calls') {
        known.calls += count;
        if (attributes['outcome'] !== 'ok') known.failed += count;
      } else if (name === 'agent.tool_latency' && distribution !== undefined) {
        const { p50, p95 } = distribution;
        Object.assign(known, { p50, p95 });
      } else continue;
      usage.set(tool, known);
    }
    return [...usage.values()].sort((a, b) => b.calls - a.calls);
  }

  verificationFailed(): void {
    this.#metrics.counter('agent.verification_failures').add(1);
  }

  composerFailed(provider: string, reason: string): void {
    this.#metrics.counter('agent.composer_failures').add(1, { provider, reason });
  }

  tokens(provider: string, { input, output }: TokenCount): void {
    this.#metrics.counter('agent.model_tokens').add(input, { provider, direction: 'input' });
    this.#metrics.counter('agent.model_tokens').add(output, { provider, direction: 'output' });
  }

  /** A shadow table decided beside the one that is acted on. */
  shadowDecision(table: string, { decision, diverges }: ShadowRecord): void {
    const outcome = decision === undefined ? 'failed' : diverges ? 'diverged' : 'agreed';
    this.#metrics.counter('agent.shadow_decisions').add(1, { table, outcome });
  }

  policyReload(outcome: string): void {
    this.#metrics.counter('agent.policy_reloads').add(1, { outcome });
  }

  /** A ticket reached a help desk, or did not. */
  delivered(desk: string, outcome: 'delivered' | 'failed' | 'dead'): void {
    this.#metrics.counter('agent.deliveries').add(1, { desk, outcome });
  }

  injection(rules: readonly string[], source: 'message' | 'tool_output'): void {
    for (const rule of rules) this.#metrics.counter('agent.injection_findings').add(1, { rule, source });
  }
}
