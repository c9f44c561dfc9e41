import { Budget } from '../../../core/resilience/index.js';
import { newId } from '../../../core/index.js';
import { knownOrder } from '../conversation/known-orders.js';
import type { Caller } from '../keys.js';
import type { RunPolicy } from '../policy/run-policy.js';
import type { Conversation } from '../records/types.js';
import type { KnownOrder } from '../refer/types.js';
import { OWN_TOOLS } from '../tools/registry.js';
import { neutraliseRecord } from './evidence.js';
import type { Services } from './steps.js';

const LIMITS = { maxSteps: 1, maxMs: 5000 };

/**
 * The orders of a customer who has just been verified, read through the gate like by a run. Undefined where they cannot
 * be read: then the agent asks for order numbers.
 */
export async function ordersAfterVerification(
  conversation: Conversation,
  caller: Caller,
  {
    policy,
    services,
    now
  }: { policy: RunPolicy; services: Pick<Services, 'gate' | 'tools' | 'metrics' | 'records'>; now: Date }
): Promise<readonly KnownOrder[] | undefined> {
  const result = await services.gate.call(
    { tool: OWN_TOOLS.orders, arguments: {} },
    {
      scopes: caller.scopes,
      identityVerified: conversation.identity_verified,
      budget: new Budget(LIMITS),
      context: {
        tenant: conversation.tenant,
        customerId: conversation.customer_id ?? undefined,
        conversationId: conversation.conversation_id,
        runId: newId('run', now.getTime()),
        purpose: conversation.memory.pending?.intent ?? policy.unknown.name,
        now,
        documents: policy.set,
        read: services.records.read,
        stage() {}
      }
    },
    services.tools
  );
  services.metrics.toolCall(OWN_TOOLS.orders, result.outcome, result.durationMs);
  if (!('output' in result)) return undefined;
  return result.output.records.map(record => knownOrder(neutraliseRecord(record, policy.guard).fields));
}
