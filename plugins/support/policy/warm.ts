import { decidePolicy, saysOf } from '../../../core/rules/index.js';
import { tablesOf } from '../decide/policies.js';
import type { RunPolicy } from './run-policy.js';

/** What was used before: a reload, or another service of this process, may take it over as it is. */
const used = new WeakSet<object>();

/**
 * Uses once everything that is made when it is first used: patterns, rules, templates, the tables behind them. A service that
 * says that it is ready then answers its first message as fast as a later one. Nothing is called, stored or recorded.
 */
export async function warm(
  { intents, guard, understander, verifier, tables }: RunPolicy,
  now: Date,
  pause = async () => {}
): Promise<void> {
  const parts = [guard, understander, verifier, tables];
  if (parts.every(part => used.has(part))) return;
  const texts = [...intents.values()].flatMap(({ offer, description }) => [offer ?? description, description]);
  for (const text of texts) {
    await pause();
    guard.assess(text, 'message');
    guard.neutralise(text, 'tool_output');
    understander.understand(text);
  }
  for (const policy of Object.values(tablesOf(tables))) {
    const record = await decidePolicy(policy, policy.versions[0].baseline, null);
    verifier.verify(saysOf(policy, record), [], now);
  }
  for (const part of parts) used.add(part);
}
