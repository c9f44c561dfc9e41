import type { Span } from '../../../core/index.js';
import type { Run } from '../run/run.js';
import type { RunOutcome } from '../run/steps.js';
import type { TraceStep } from '../run/trace.js';

interface StateSpan {
  readonly state: string;
  readonly from: number;
  readonly parts: Span[];
}

/** A finished run as spans: one for each state it passed through, with the tools, decisions and models inside. */
export function runSpan(run: Run, outcome: RunOutcome, requestId: string): Span {
  const { state, escalationReason, refusalReason, intent } = outcome;
  const ended = run.durationMs;
  const startMs = performance.timeOrigin + performance.now() - ended;
  const reason = escalationReason ?? refusalReason;
  return {
    name: 'agent.run',
    startMs,
    durationMs: ended,
    attributes: {
      'agent.run_id': run.id,
      'agent.intent': intent.name,
      'agent.confidence': run.confidence,
      'agent.state': state,
      'agent.policy_revision': run.policy.set.revision,
      'session.id': run.conversation.conversation_id,
      'request.id': requestId,
      ...(reason === null ? {} : { 'agent.reason': reason })
    },
    ...(state === 'failed' ? { error: 'failed' } : {}),
    parts: stateSpans(run.trace, startMs)
  };
}

function stateSpans(trace: readonly TraceStep[], startMs: number): Span[] {
  const spans: Span[] = [];
  let current: StateSpan = { state: 'RECEIVED', from: 0, parts: [] };
  for (const step of trace) {
    if (step.type !== 'transition') {
      current.parts.push(...partOf(step, startMs));
      continue;
    }
    spans.push({
      name: 'agent.state',
      startMs: startMs + current.from,
      durationMs: step.at_ms - current.from,
      attributes: { 'agent.state': current.state },
      parts: current.parts
    });
    current = { state: step.to, from: step.at_ms, parts: [] };
  }
  return spans;
}

/** What is worth a span of its own; only tool calls are timed, the rest are moments. */
function partOf(step: TraceStep, startMs: number): Span[] {
  const part = (name: string, attributes: Span['attributes'], durationMs = 0, error?: string): Span[] => [
    {
      name,
      startMs: startMs + step.at_ms - durationMs,
      durationMs,
      attributes,
      ...(error === undefined ? {} : { error }),
      parts: []
    }
  ];
  switch (step.type) {
    case 'tool_call': {
      const attributes = { 'tool.name': step.tool, 'tool.outcome': step.outcome, 'tool.records': step.records };
      return part('agent.tool_call', attributes, step.duration_ms, step.outcome === 'ok' ? undefined : step.outcome);
    }
    case 'policy_decision': {
      const { table, rule, decision, file, line } = step.record;
      return part('agent.decision', {
        'policy.table': table,
        'policy.rule': rule,
        'policy.decision': decision,
        'code.file.path': file,
        'code.line.number': line
      });
    }
    case 'composition':
      return part('agent.composition', {
        'gen_ai.provider.name': step.provider,
        'gen_ai.response.model': step.model,
        'gen_ai.usage.input_tokens': step.tokens.input,
        'gen_ai.usage.output_tokens': step.tokens.output,
        'agent.fallback': step.fallback
      });
    case 'verification':
      return part('agent.verification', { 'agent.verified': step.passed, 'agent.sentences': step.sentences });
    default:
      return [];
  }
}
