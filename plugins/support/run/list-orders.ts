import { Budget } from '../../../core/resilience/index.js';
import { newId } from '../../../core/index.js';
import { ApiError } from '../../../core/http/index.js';
import type { ToolCall } from '../../../core/tools/index.js';
import { knownOrder } from '../conversation/known-orders.js';
import type { Caller } from '../keys.js';
import type { RunPolicy } from '../policy/run-policy.js';
import { CUSTOMER_ID_PATTERN } from '../records/record-schemas.js';
import type { Conversation } from '../records/types.js';
import type { KnownOrder } from '../refer/types.js';
import { OWN_TOOLS } from '../tools/registry.js';
import { identityHolds, reportCall } from './call-tool.js';
import { neutraliseRecord } from './evidence.js';
import type { Services } from './steps.js';

const LIMITS = { maxSteps: 1, maxMs: 5000 };

interface Outside {
  readonly policy: RunPolicy;
  readonly services: Pick<Services, 'gate' | 'tools' | 'metrics' | 'log' | 'records' | 'requireIdentity'>;
  readonly now: Date;
  /** The intent on whose behalf it is read; the wish that waits where there is none. */
  readonly purpose?: string;
}

/** Asks a tool through the gate where no plan of a run does. */
async function askOutside(
  call: ToolCall,
  conversation: Pick<
    Conversation,
    'tenant' | 'customer_id' | 'conversation_id' | 'identity_verified' | 'identity_level'
  >,
  caller: Caller,
  { policy, services, now, purpose = policy.unknown.name }: Outside
) {
  const result = await services.gate.call(
    call,
    {
      scopes: caller.scopes,
      identityVerified: identityHolds({ conversation, policy }, services),
      budget: new Budget(LIMITS),
      context: {
        tenant: conversation.tenant,
        customerId: conversation.customer_id ?? undefined,
        conversationId: conversation.conversation_id,
        runId: newId('run', now.getTime()),
        purpose,
        now,
        documents: policy.set,
        read: services.records.read,
        stage() {}
      }
    },
    services.tools
  );
  reportCall(call.tool, result, services);
  return 'output' in result ? result.output.records : undefined;
}

/** The orders of a verified customer, to find out which are meant. Undefined where they cannot be read: then the agent asks for order numbers. */
export async function knownOrders(
  conversation: Conversation,
  caller: Caller,
  outside: Outside
): Promise<readonly KnownOrder[] | undefined> {
  const purpose = outside.purpose ?? conversation.memory.pending?.intent ?? outside.policy.unknown.name;
  const call = { tool: OWN_TOOLS.orders, arguments: {} };
  const records = await askOutside(call, conversation, caller, { ...outside, purpose });
  return records?.map(record => knownOrder(neutraliseRecord(record, outside.policy.guard).fields));
}

/** Whose an address is; null where it is nobody's. Throws `ApiError` 503 where that cannot be found out. */
async function customerWith(
  email: string,
  conversation: Pick<Conversation, 'tenant' | 'conversation_id'>,
  caller: Caller,
  outside: Outside
): Promise<string | null> {
  const call = { tool: OWN_TOOLS.find, arguments: { email } };
  const unbound = { ...conversation, customer_id: null, identity_verified: false, identity_level: null };
  const records = await askOutside(call, unbound, caller, outside);
  if (records === undefined) throw unavailable();
  const { customer_id, email: found } = records[0]?.fields ?? {};
  const same = typeof found === 'string' && found.trim().toLowerCase() === email;
  return same && typeof customer_id === 'string' && CUSTOMER_ID.test(customer_id) ? customer_id : null;
}

/** Whose an address is, and whether there is a customer of an id. Both throw `ApiError` 503 where that cannot be found out. */
export interface Customers {
  customerByEmail(email: string): Promise<{ readonly customer_id: string } | undefined>;
  customer(customer_id: string): Promise<{ readonly customer_id: string } | undefined>;
}

export const customersThrough = (
  conversation: Pick<Conversation, 'tenant' | 'conversation_id'>,
  caller: Caller,
  outside: Outside
): Customers => ({
  async customerByEmail(email) {
    const customer_id = await customerWith(email, conversation, caller, outside);
    return customer_id === null ? undefined : { customer_id };
  },
  async customer(customer_id) {
    const bound = { ...conversation, customer_id, identity_verified: true, identity_level: 'holds' as const };
    const records = await askOutside({ tool: OWN_TOOLS.customer, arguments: {} }, bound, caller, outside);
    if (records === undefined) throw unavailable();
    return records[0]?.fields['customer_id'] === customer_id ? { customer_id } : undefined;
  }
});

const unavailable = () => new ApiError(503, 'service_unavailable', 'Customers cannot be looked up now; try again.');
const CUSTOMER_ID = new RegExp(CUSTOMER_ID_PATTERN);
