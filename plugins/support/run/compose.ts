import {
  type Composer,
  ComposerFailure,
  type Composition,
  type Material,
  type TokenCount
} from '../../../core/composing/index.js';
import { withDeadline } from '../../../core/resilience/index.js';
import type { Template } from '../../../core/templates/index.js';
import { replyFor } from './decide.js';
import { escalate, provenanceOf, verifyText } from './endings.js';
import type { EngineAccess } from './receive.js';
import { NAMED_RECORDS } from '../kinds/reply-variables.js';
import type { Run } from './run.js';
import type { StoreDecision } from '../decide/case.js';
import type { RunState } from './states.js';

export interface Composers {
  /** The one the settings choose. */
  readonly chosen: Composer;
  /** Phrases by the intent's own template; used when the chosen one fails. */
  readonly template: Composer;
}

/** Has the decided material phrased. A model that fails is replaced by the template, and the response says so. */
export async function compose(run: Run, access: EngineAccess, { chosen, template }: Composers): Promise<RunState> {
  if (!run.budget.take()) return await escalate(run, access, 'budget_exhausted');
  const text = templateFor(run);
  if (text === undefined || nothingToSay(run)) return await escalate(run, access, 'low_confidence');
  const material = {
    purpose: run.intent.name,
    template: text,
    data: run.data,
    evidence: run.evidence,
    instructions: run.policy.instructions
  };
  const phrase = (composer: Composer) => phrased(composer, material, run);
  let composition: Composition;
  let provider = chosen.provider;
  let failure: string | undefined;
  try {
    composition = await phrase(chosen);
  } catch (error) {
    if (run.outOfTime) return await escalate(run, access, 'budget_exhausted');
    if (chosen === template) throw error;
    failure = failed(run, access, chosen, error);
    composition = await phrase(template);
    provider = template.provider;
  }
  run.provider = provider;
  run.model = composition.model;
  const { tokens } = composition;
  if (tokens !== undefined) spend(run, access, provider, tokens);
  run.record({
    type: 'composition',
    provider,
    model: composition.model,
    fallback: failure !== undefined,
    ...(failure === undefined ? {} : { failure }),
    tokens: run.tokens
  });
  if (composition.text.trim() === '') return await escalate(run, access, 'low_confidence');
  run.draft = composition.text;
  return run.move('VERIFYING');
}

/** A composer is a plugin: it may hang, and what it gives back may be anything. */
async function phrased(composer: Composer, material: Omit<Material, 'signal'>, run: Run): Promise<Composition> {
  const composition = await withDeadline(
    run.budget.remainingMs,
    signal => composer.compose({ ...material, signal }),
    run.signal
  );
  if (typeof (composition as Partial<Composition> | undefined)?.text !== 'string')
    throw new TypeError(`${composer.provider} gave no text`);
  return composition;
}

/** Notes that the chosen composer failed, and returns why in one word. */
function failed(run: Run, access: EngineAccess, { provider }: Composer, error: unknown): string {
  const known = error instanceof ComposerFailure;
  const reason = known ? error.reason : 'error';
  if (known && error.tokens !== undefined) spend(run, access, provider, error.tokens);
  access.log.warning('composer.failed', { provider, reason });
  access.metrics.composerFailed(provider, reason);
  run.warnings.push(`composer_fallback: ${provider} gave no usable reply (${reason}), it was composed from a template`);
  return reason;
}

function spend(run: Run, { metrics }: EngineAccess, provider: string, { input, output }: TokenCount): void {
  run.tokens = { input: run.tokens.input + input, output: run.tokens.output + output };
  metrics.tokens(provider, { input, output });
}

function templateFor(run: Run): Template | undefined {
  const decision = run.data['decision'] as StoreDecision | undefined;
  return decision === undefined
    ? replyFor(run.intent, 'answered')
    : replyFor(run.intent, decision.decision, decision.reason);
}

/** A plan that searched for articles and found none leaves nothing to answer with. */
function nothingToSay(run: Run): boolean {
  const searched = run.data['articles'] as readonly unknown[] | undefined;
  const other = [...NAMED_RECORDS].some(name => run.data[name] !== undefined);
  return searched !== undefined && searched.length === 0 && !other;
}

/** Sends the draft if every sentence of it is proved; otherwise it is withheld and a person takes over. */
export async function verify(run: Run, access: EngineAccess, enabled: boolean): Promise<RunState> {
  if (!run.budget.take()) return await escalate(run, access, 'budget_exhausted');
  const reply = run.draft!;
  const { verification, disclosed } = verifyText(run, reply);
  if (disclosed) {
    access.log.warning('security.prompt_disclosure', { intent: run.intent.name, provider: run.provider });
    return await escalate(run, access, 'unverifiable_answer');
  }
  if (!verification.supported && enabled) {
    run.unverified.push(...verification.claims);
    access.metrics.verificationFailed();
    return await escalate(run, access, 'unverifiable_answer');
  }
  run.outcome = {
    state: 'answered',
    reply,
    escalationReason: null,
    refusalReason: null,
    ticketId: null,
    provenance: provenanceOf(verification)
  };
  return run.move('answered');
}
