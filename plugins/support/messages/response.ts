import { openQuestion } from '../conversation/open-question.js';
import { provenanceKind } from '../run/end.js';
import type { Run } from '../run/run.js';
import type { SentenceVerdict } from '../verify/contract.js';
import type { RunOutcome } from '../run/steps.js';

/** Milliseconds to the microsecond; finer digits only suggest a precision that is not there. */
export const rounded = (ms: number) => Math.round(ms * 1000) / 1000;

/** The body that answers a message. */
export function responseOf(run: Run, outcome: RunOutcome, includeTrace: boolean) {
  const { state, reply, escalationReason, refusalReason, ticketId, provenance, intent, memory } = outcome;
  const { provider, model } = run.composition;
  return {
    conversation_id: run.conversation.conversation_id,
    reply,
    intent: intent.name,
    state,
    escalated: state === 'escalated',
    escalation_reason: escalationReason,
    refused: state === 'refused',
    refusal_reason: refusalReason,
    ticket_id: ticketId,
    question: openQuestion(memory, run.policy.intents, run.locale),
    provenance,
    unverified_claims: run.unverified,
    warnings: run.warnings,
    tool_calls: run.toolCalls,
    steps_used: run.budget.used,
    duration_ms: rounded(run.durationMs),
    provider,
    model,
    proof: includeTrace ? proofOf(run, outcome) : null,
    trace: includeTrace ? { run_id: run.id, policy_revision: run.policy.set.revision, steps: run.trace } : null
  };
}

/**
 * What each sentence of the reply rests on; of a reply in another language, each text by the one of the files that it says.
 * It holds text of the conversation, so it is told once and not kept.
 */
function proofOf({ policy, evidence, now, locale }: Run, { reply, told = [{ text: reply, of: reply }] }: RunOutcome) {
  const proved = told.map(({ text, of }) => ({
    text,
    of,
    proved: policy.verifier.verify(of, evidence, now).sentences
  }));
  const said = proved.flatMap(({ text, of }, i) =>
    text === of ? [] : [{ reference: `locale:${locale!.code}#${i}`, kind: 'system_fact', text: of }]
  );
  return {
    sentences: proved
      .flatMap((each): readonly Shown[] => (each.text === each.of ? each.proved : [inOne(each)]))
      .map(shown),
    evidence: [...evidence, ...said].map(({ reference, kind, text }) => ({
      reference,
      kind: provenanceKind(kind),
      text
    }))
  };
}

type Shown = Pick<SentenceVerdict, 'sentence' | 'factual' | 'support'>;

const inOne = ({ text, proved }: { text: string; proved: readonly SentenceVerdict[] }): Shown => ({
  sentence: text,
  factual: proved.some(({ factual }) => factual),
  support: proved.flatMap(({ support }) => support)
});

const shown = ({ sentence: text, factual, support }: Shown) => ({
  text,
  factual,
  evidence: support.map(({ reference, field }) => ({ reference, field: field ?? null }))
});
