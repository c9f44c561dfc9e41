import { escalate, refuse } from './end.js';
import { referenceContext, withReferences } from '../conversation/references.js';
import { wordsOf } from '../conversation/item-words.js';
import { namesAnItem } from './prerequisites.js';
import { askChoice, askWhichOrder, dropped, takenBack, unclear } from './questions.js';
import { type Reading, readIn } from '../conversation/reading.js';
import type { Run } from './run.js';
import type { Received, Resolved, RunEnding, Services } from './steps.js';

/** Refuses a message with instruction-like text; what is left is understood by itself. */
export function receive(_nothing: object, run: Run, services: Services): Received | RunEnding {
  if (guardRefuses(run, services)) return refuse('prompt_injection', run.topic);
  const { policy, message, conversation } = run;
  const alone = policy.understander.understand(message);
  const found = policy.resolver.resolve(message, referenceContext(conversation, run.now));
  run.record({ type: 'references', ...traced(found) });
  return { said: withReferences(alone, found, conversation), found, words: wordsOf(message, alone.slots.words) };
}

const traced = ({ orders, lines, candidates, unknown, certain, reasons }: Received['found']) => ({
  orders: orders.map(({ order_id, how }) => ({ order_id, how })),
  lines: lines.map(({ order_id, line_id, how }) => ({ order_id, line_id, how })),
  candidates: [...candidates.orders, ...candidates.lines.map(({ order_id, line_id }) => `${order_id}/${line_id}`)],
  unknown: unknown.length,
  certain,
  reasons
});

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

/** From what was said to what is wished for in this conversation, on record with the rules it follows from. */
export async function resolve(received: Received, run: Run, services: Services): Promise<Resolved | RunEnding> {
  const { said } = received;
  const reading = await settle(readIn(said, run.conversation), received, run, services);
  const intent = ('intent' in reading ? run.policy.intents.get(reading.intent) : undefined) ?? run.policy.unknown;
  run.record({
    type: 'classification',
    intent: intent.name,
    confidence: said.confidence,
    candidates: said.candidates,
    resumed: reading.kind === 'wish' && reading.resumed,
    rules: said.hits.map(({ intent: name, weight, file, line }) => ({ intent: name, weight, file, line }))
  });
  run.evidence.push({ reference: 'message#1', kind: 'customer_message', text: run.message });
  if (said.sensitive !== null) return escalate('sensitive_topic', { intent, memory: run.conversation.memory });

  const resumed = reading.kind === 'wish' && reading.resumed;
  const slots = 'slots' in reading ? reading.slots : {};
  const resolved: Resolved = { ...received, intent, slots, resumed, memory: run.conversation.memory };
  switch (reading.kind) {
    case 'wish':
      return resolved;
    case 'which_order':
      return askWhichOrder(resolved, run, reading);
    case 'choice':
      return askChoice(resolved, run, reading);
    case 'taken_back':
      return takenBack(resolved);
    case 'dropped':
      return dropped(resolved);
    default:
      return unclear(resolved, run);
  }
}

/** "What about the lamp?" is the settled wish once more if an order of the customer holds a lamp. */
async function settle(reading: Reading, { words }: Received, run: Run, services: Services): Promise<Reading> {
  if (reading.kind !== 'same_for_item') return reading;
  const intent = run.policy.intents.get(reading.intent);
  const same = intent !== undefined && (await namesAnItem({ intent, words, slots: {} }, run, services));
  return same ? { ...reading, kind: 'wish', resumed: true } : { kind: 'unclear', slots: reading.slots };
}
