import { escalate, refuse } from './endings.js';
import type { GateAccess } from './call-tool.js';
import type { Records } from '../records/records.js';
import { wordsOf } from './item-words.js';
import { namesAnItem, prerequisites } from './prerequisites.js';
import { askChoice, askWhichOrder, dropped, takenBack, unclear } from './questions.js';
import { resolve, type Reading } from './resolve.js';
import type { Run } from './run.js';
import type { RunState } from './states.js';

export interface EngineAccess extends GateAccess {
  readonly records: Records;
}

/** From a message to a wish whose prerequisites are met, or to the one question that is open. */
export async function receive(run: Run, access: EngineAccess): Promise<RunState> {
  if (guardRefuses(run, access)) return await refuse(run, access, 'prompt_injection');

  const reading = await read(run, access);
  if (run.understanding!.sensitive !== null) return await escalate(run, access, 'sensitive_topic');
  if ('slots' in reading) run.slots = reading.slots;
  switch (reading.kind) {
    case 'wish':
      return await prerequisites(run, access, reading.resumed);
    case 'which_order':
      return await askWhichOrder(run, access, reading.orders, reading.all);
    case 'choice':
      return await askChoice(run, access, reading.candidates, reading.all);
    case 'taken_back':
      return await takenBack(run, access);
    case 'dropped':
      return await dropped(run, access);
    default:
      return await unclear(run, access);
  }
}

/** What the message asks for in its conversation, on record with the rules it follows from. */
async function read(run: Run, access: EngineAccess): Promise<Reading> {
  const said = run.policy.understander.understand(run.message);
  run.understanding = said;
  run.words = wordsOf(run.message, said.slots.words);
  const found = resolve(said, run.conversation);
  const reading = await settle(run, access, found);
  run.intent = ('intent' in reading ? run.policy.intents.get(reading.intent) : undefined) ?? run.policy.unknown;
  run.confidence = said.confidence;
  run.record({
    type: 'classification',
    intent: run.intent.name,
    confidence: said.confidence,
    candidates: said.candidates,
    resumed: reading.kind === 'wish' && reading.resumed,
    rules: said.hits.map(({ intent, weight, file, line }) => ({ intent, weight, file, line }))
  });
  run.evidence.push({ reference: 'message#1', kind: 'customer_message', text: run.message });
  return reading;
}

/** "What about the lamp?" is the settled wish once more if an order of the customer holds a lamp. */
async function settle(run: Run, access: EngineAccess, reading: Reading): Promise<Reading> {
  if (reading.kind !== 'same_for_item') return reading;
  const intent = run.policy.intents.get(reading.intent);
  const same = intent !== undefined && (await namesAnItem(run, access, intent));
  return same ? { ...reading, kind: 'wish', resumed: true } : { kind: 'unclear', slots: reading.slots };
}

/** Whether the message is refused for instruction-like text. What was found is logged and counted by rule, never quoted. */
function guardRefuses(run: Run, { log, metrics }: EngineAccess): boolean {
  const { risk, blocked, detected, findings } = run.policy.guard.assess(run.message, 'message');
  const rules = [...new Set(findings.map(finding => finding.rule))].sort();
  run.record({ type: 'guard', risk, blocked, rules });
  if (detected) {
    log.warning('security.injection_in_message', { risk, blocked, rules });
    metrics.injection(rules, 'message');
  }
  return blocked;
}
