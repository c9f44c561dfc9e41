import {
  type Composer,
  ComposerFailure,
  type Composition,
  type Material,
  type TokenCount
} from '../../../core/composing/index.js';
import { withContext } from '../../../core/index.js';
import { limitedBy, withDeadline } from '../../../core/resilience/index.js';
import { NAMED_RECORDS } from '../kinds/reply-variables.js';
import { escalate, provenanceOf, verifyText } from './end.js';
import { answered } from '../conversation/asked.js';
import { offerNext } from './questions.js';
import type { Run } from './run.js';
import type { Decided, Drafted, RunEnding, ReplyData, Services } from './steps.js';

export interface Composers {
  /** The one the settings choose. */
  readonly chosen: Composer;
  /** Phrases by the intent's own template; used when the chosen one fails. */
  readonly template: Composer;
}

/** Has the decided material phrased. A model that fails is replaced by the template, and the response says so. */
export async function compose(decided: Decided, run: Run, services: Services): Promise<Drafted | RunEnding> {
  const { intent, template: text, data } = decided;
  const handOver = (reason: 'budget_exhausted' | 'low_confidence') =>
    escalate(reason, decided, { data, lineIds: decided.lineIds });
  if (!run.budget.take()) return handOver('budget_exhausted');
  if (text === undefined || nothingToSay(data)) return handOver('low_confidence');
  const material = {
    purpose: intent.name,
    template: text,
    data: { ...data },
    evidence: run.evidence,
    instructions: run.policy.instructions
  };
  const { template } = services.composers;
  // What a model words is in no language of the files.
  const chosen = run.locale === undefined ? services.composers.chosen : template;
  // Models are plugins' and far away: what they log is about this message too.
  const phrase = (composer: Composer) =>
    composer === template
      ? phrased(composer, material, run)
      : withContext(run.context, () => phrased(composer, material, run));
  let composition: Composition;
  let provider = chosen.provider;
  let failure: string | undefined;
  try {
    composition = await phrase(chosen);
  } catch (error) {
    if (run.outOfTime) return handOver('budget_exhausted');
    if (chosen === template) throw error;
    failure = failed(run, services, chosen, error);
    composition = await phrase(template);
    provider = template.provider;
  }
  const { tokens, model } = composition;
  run.telling?.note(composition.text, text, material.data);
  if (tokens !== undefined) spend(run, services, provider, tokens);
  const why = failure === undefined ? {} : { failure };
  run.record({ type: 'composition', provider, model, fallback: failure !== undefined, ...why, tokens: run.tokens });
  return composition.text.trim() === ''
    ? handOver('low_confidence')
    : { draft: `${composition.text}${decided.task.does === 'wish' ? offerNext(decided.memory, run) : ''}`, ...decided };
}

/** A composer is a plugin: it may hang, and what it gives back may be anything. */
async function phrased(composer: Composer, material: Omit<Material, 'signal'>, run: Run): Promise<Composition> {
  const composition = await withDeadline(
    run.budget.remainingMs,
    limit => composer.compose(limitedBy(material, limit)),
    run.signal
  );
  if (typeof (composition as Partial<Composition> | undefined)?.text !== 'string')
    throw new TypeError(`${composer.provider} gave no text`);
  return composition;
}

/** Notes that the chosen composer failed, and returns why in one word. */
function failed(run: Run, services: Services, { provider }: Composer, error: unknown): string {
  const known = error instanceof ComposerFailure;
  const reason = known ? error.reason : 'error';
  if (known && error.tokens !== undefined) spend(run, services, provider, error.tokens);
  services.log.warning('composer.failed', { provider, reason });
  services.metrics.composerFailed(provider, reason);
  run.warnings.push(`composer_fallback: ${provider} gave no usable reply (${reason}), it was composed from a template`);
  return reason;
}

function spend(run: Run, { metrics }: Services, provider: string, { input, output }: TokenCount): void {
  run.spent.push({ input, output });
  metrics.tokens(provider, { input, output });
}

/** A plan that searched for articles and found none leaves nothing to answer with. */
const nothingToSay = (data: ReplyData): boolean =>
  data.articles?.length === 0 && ![...NAMED_RECORDS].some(name => data[name as keyof ReplyData] !== undefined);

/** Sends the draft if every sentence of it is proved; otherwise it is withheld and a person takes over. */
export function verify(drafted: Drafted, run: Run, services: Services): RunEnding {
  const { draft: reply, intent, memory, data, lineIds } = drafted;
  const withhold = () => escalate('unverifiable_answer', drafted, { data, lineIds });
  if (!run.budget.take()) return escalate('budget_exhausted', drafted, { data, lineIds });
  const { verification, disclosed } = verifyText(
    run,
    reply,
    run.composition.provider !== services.composers.template.provider
  );
  if (disclosed) {
    const { provider } = run.composition;
    services.log.warning('security.prompt_disclosure', { intent: intent.name, provider });
    return withhold();
  }
  if (!verification.supported && services.verificationEnabled) {
    run.unverified.push(...verification.claims);
    services.metrics.verificationFailed();
    return withhold();
  }
  const settled = drafted.task.does === 'wish' && intent.requires.order ? answered(memory) : memory;
  return { ends: 'answered', intent, memory: settled, reply, provenance: provenanceOf(verification) };
}
