import { refuse } from './end.js';
import { wordsOf } from './item-words.js';
import type { Run } from './run.js';
import type { Ending, Received, Services } from './steps.js';

/** Refuses a message with instruction-like text; what is left is understood by itself. */
export function receive(_nothing: object, run: Run, services: Services): Received | Ending {
  if (guardRefuses(run, services)) return refuse('prompt_injection', run.topic);
  const said = run.policy.understander.understand(run.message);
  return { said, words: wordsOf(run.message, said.slots.words) };
}

/** What was found is logged and counted by rule, never quoted. */
function guardRefuses(run: Run, { log, metrics }: Services): boolean {
  const { risk, blocked, detected, findings } = run.policy.guard.assess(run.message, 'message');
  const rules = [...new Set(findings.map(finding => finding.rule))].sort();
  run.record({ type: 'guard', risk, blocked, rules });
  if (detected) {
    log.warning('security.injection_in_message', { risk, blocked, rules });
    metrics.injection(rules, 'message');
  }
  return blocked;
}
