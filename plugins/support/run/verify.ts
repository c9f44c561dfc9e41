import { escalate, provenanceOf, verifyText } from './end.js';
import type { Run } from './run.js';
import type { Drafted, Ending, Services } from './steps.js';

/** Sends the draft if every sentence of it is proved; otherwise it is withheld and a person takes over. */
export function verify(drafted: Drafted, run: Run, services: Services): Ending {
  const { draft: reply, intent, memory, data, lineIds } = drafted;
  const withhold = () => escalate('unverifiable_answer', drafted, { data, lineIds });
  if (!run.budget.take()) return escalate('budget_exhausted', drafted, { data, lineIds });
  const { verification, disclosed } = verifyText(run, reply);
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
  return { ends: 'answered', intent, memory, reply, provenance: provenanceOf(verification) };
}
