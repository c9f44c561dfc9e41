import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../core/index.js';
import type { Write } from '../../../core/store/index.js';
import type { IdentityLevel } from '../kinds/identity.js';
import type { RunPolicy } from '../policy/run-policy.js';
import type { Customers } from '../run/list-orders.js';
import type { Conversation } from '../records/types.js';
import type { Codes } from './codes.js';
import { vouchedFor } from './vouchers.js';

/** What somebody brings to show who they are. */
export type Claim =
  | { readonly by: 'address'; readonly address: string }
  /** They ask for a code, which is sent to the address if it is a customer's. */
  | { readonly by: 'sending'; readonly address: string }
  | { readonly by: 'code'; readonly address: string; readonly code: string }
  | { readonly by: 'assertion'; readonly assertion: string };

export interface Proving {
  readonly conversation: Conversation;
  /** Written together with the conversation. */
  readonly writes: readonly Write[];
  /** To be called when that is durable. */
  send(): void;
}

export interface ProofServices {
  readonly customers: Customers;
  readonly codes: Codes;
  readonly policy: RunPolicy;
  readonly log: Log;
  readonly now: () => Date;
}

/** Longer than any look-up, so that the time taken does not tell whether an address is known. */
const FLOOR_MS = 40;

/** How sure the agent must be of who writes, for what this conversation waits for. */
export function levelNeeded({ memory }: Conversation, { identity, intents }: RunPolicy): IdentityLevel {
  const { pending } = memory;
  const waits = pending?.missing === 'identity' ? intents.get(pending.intent)?.requires : undefined;
  return waits?.level ?? identity.accountData;
}

/** Whether the conversation is verified as surely as that. */
export const isProved = ({ identity_verified, identity_level }: Conversation, level: IdentityLevel): boolean =>
  identity_verified && (level === 'knows' || identity_level === 'holds');

/** The conversation after one attempt. After too many failures none will do, whatever is brought. */
export async function prove(conversation: Conversation, claim: Claim, services: ProofServices): Promise<Proving> {
  const [proof] = await Promise.all([attempt(conversation, claim, services), sleep(FLOOR_MS)]);
  return proof;
}

async function attempt(conversation: Conversation, claim: Claim, services: ProofServices): Promise<Proving> {
  const { customers, codes, policy, log, now } = services;
  switch (claim.by) {
    case 'address':
      return plain(knows(conversation, await customers.customerByEmail(claim.address), policy));
    case 'sending': {
      const customer = await customers.customerByEmail(claim.address);
      const reached = isLocked(conversation, policy) ? undefined : customer?.customer_id;
      const { write, send } = codes.issue(conversation, claim.address, reached, policy.identity);
      return { conversation, writes: [write], send: () => send(log) };
    }
    case 'code': {
      const { customerId, writes } = await codes.attempt(conversation, claim.address, claim.code, policy.identity);
      return { ...plain(holds(conversation, customerId, policy)), writes };
    }
    case 'assertion': {
      const { vouchers } = policy.identity;
      const customer = await vouchedFor(claim.assertion, conversation, vouchers, { customers, log, now });
      return plain(holds(conversation, customer?.customer_id, policy));
    }
  }
}

const plain = (conversation: Conversation): Proving => ({ conversation, writes: [], send() {} });
const failed = (conversation: Conversation): Conversation => ({
  ...conversation,
  failed_verifications: conversation.failed_verifications + 1
});
const isLocked = ({ failed_verifications }: Conversation, { escalation }: RunPolicy) =>
  failed_verifications >= escalation.failedVerifications;

/** A conversation that is bound to a customer takes only that customer's address; one that is not is bound by the first known one. */
function knows(
  conversation: Conversation,
  customer: { readonly customer_id: string } | undefined,
  policy: RunPolicy
): Conversation {
  if (conversation.identity_verified) return conversation;
  const right = customer !== undefined && (conversation.customer_id ?? customer.customer_id) === customer.customer_id;
  if (!right || isLocked(conversation, policy)) return failed(conversation);
  return { ...conversation, identity_verified: true, identity_level: 'knows', customer_id: customer.customer_id };
}

/** Who shows access may have been somebody else's by the address that was named first, as long as nothing was shown to anybody. */
function holds(conversation: Conversation, customerId: string | undefined, policy: RunPolicy): Conversation {
  const taken = conversation.identity_verified && conversation.customer_id !== customerId;
  if (customerId === undefined || taken || isLocked(conversation, policy)) return failed(conversation);
  return { ...conversation, identity_verified: true, identity_level: 'holds', customer_id: customerId };
}
