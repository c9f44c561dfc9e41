import { setTimeout as sleep } from 'node:timers/promises';
import type { Conversation } from '../records/types.js';

/** Longer than any look-up, so that the time taken does not tell whether an address is known. */
const FLOOR_MS = 40;

/**
 * The conversation after one attempt to verify it by an address. A conversation that is bound to a customer takes
 * only that customer's address; one that is not is bound by the first known one. After `most` failures none will do.
 * @param found whose the address is
 */
export async function prove(
  conversation: Conversation,
  found: Promise<string | null>,
  most: number
): Promise<Conversation> {
  const [customer] = await Promise.all([found, sleep(FLOOR_MS)]);
  if (conversation.identity_verified) return conversation;
  const right = customer !== null && (conversation.customer_id ?? customer) === customer;
  if (!right || conversation.failed_verifications >= most)
    return { ...conversation, failed_verifications: conversation.failed_verifications + 1 };
  return { ...conversation, identity_verified: true, customer_id: customer };
}
