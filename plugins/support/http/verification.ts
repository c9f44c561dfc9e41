import { ApiError, type HttpRoute } from '../../../core/http/index.js';
import type { Conversation } from '../records/types.js';
import type { Records } from '../records/records.js';
import { chooseLanguage } from '../locales/recognise.js';
import { type RunPolicy, RunPolicyAssembly } from '../policy/run-policy.js';
import { type Customers, customersThrough, knownOrders } from '../run/list-orders.js';
import { turnOf } from '../messages/messages.js';
import { changeOf } from '../messages/writes.js';
import { type Claim, isProved, levelNeeded, prove } from '../identity/prove.js';
import { type Caller, forbidden } from '../keys.js';
import { notFound } from './failures.js';
import { limited } from './limited.js';
import { reference } from './schemas/parts.js';
import { serving, type SupportService } from './service.js';

export const TOO_OFTEN = {
  429: {
    description: 'Too often for now; Retry-After says when it may be tried again.',
    schema: reference('ErrorEnvelope')
  }
};

interface VerificationBody {
  readonly email?: string;
  readonly code?: string;
  readonly send_code?: boolean;
  readonly assertion?: string;
}

/** Showing that the person is who they say they are: by an address, a code that was sent there, or the shop's word. */
export function verificationRoute(shared: SupportService): HttpRoute<Caller> {
  const { store, records, turns, documents } = shared;
  return {
    method: 'POST',
    path: '/v1/conversations/{id}/verify',
    operationId: 'verifyConversation',
    summary: 'Verify that the person is who they say they are',
    tag: 'conversations',
    body: { schema: reference('VerificationRequest'), required: true },
    replies: {
      ...TOO_OFTEN,
      200: {
        description: 'The same shape whether the address is unknown, wrong or right.',
        schema: reference('Verification')
      }
    },
    async handle({ caller, params, body, requestId }) {
      const service = serving(shared, requestId);
      if (!caller.scopes.has('account:read')) throw forbidden();
      const id = params['id']!;
      const { email = '', code, send_code, assertion } = body as VerificationBody;
      if (email === '' && assertion === undefined)
        throw new ApiError(422, 'validation_error', 'The body does not fit the schema.', {
          fields: [{ field: 'email', rule: 'required' }]
        });
      const address = normalised(email);
      const subjects = { conversation: id, ...(email === '' ? {} : { address }) };
      const { headers, giveBack } = await limited(service, 'verify', caller, subjects);
      return await turns.take(turnOf(caller, id), async () => {
        const conversation = await conversationOf(records, caller.tenant, id);
        const policy = policyFor(conversation, documents.at(service.now()).get(RunPolicyAssembly));
        const needed = levelNeeded(conversation, policy);
        const claim: Claim =
          assertion !== undefined
            ? { by: 'assertion', assertion }
            : code !== undefined
              ? { by: 'code', address, code }
              : { by: send_code === true || needed === 'holds' ? 'sending' : 'address', address };
        if (claim.by === 'sending') await limited(service, 'codes', caller, subjects);
        const { codes, log, now } = service;
        const {
          conversation: proved,
          writes,
          send
        } = await prove(conversation, claim, {
          customers: customersFor(conversation, caller, service),
          codes,
          policy,
          log,
          now
        });
        const verified = await withOrders(proved, caller, service);
        await store.commit([changeOf(verified), ...writes]);
        send();
        const holds = isProved(verified, needed);
        if (holds || claim.by === 'sending') giveBack();
        const { verified: yes, codeSent, notVerified } = policy.wording.verification;
        const message = claim.by === 'sending' ? codeSent : holds ? yes : notVerified;
        return {
          status: 200,
          headers,
          body: { conversation_id: id, verified: holds, message, ...(claim.by === 'sending' && { code_sent: true }) }
        };
      });
    }
  };
}

/** The policy in the language in which a conversation is held. */
function policyFor({ memory, tenant }: Conversation, policy: RunPolicy): RunPolicy {
  const { languages, locales, inLanguage } = policy;
  const writes = (code: string) => locales.has(code);
  const { code } = chooseLanguage(undefined, memory.language, { tenant, languages, writes });
  return (code === undefined ? undefined : inLanguage(code)) ?? policy;
}

/** Throws `ApiError` 404 where the tenant has none with this id. */
export async function conversationOf(records: Records, tenant: string, id: string): Promise<Conversation> {
  const conversation = await records.conversation(tenant, id);
  if (conversation === undefined) throw notFound();
  return conversation;
}

/** Customers, read through the gate wherever they are kept. */
export function customersFor(
  conversation: Pick<Conversation, 'tenant' | 'conversation_id'>,
  caller: Caller,
  service: SupportService
): Customers {
  const policy = service.documents.at(service.now()).get(RunPolicyAssembly);
  const outside = { policy, services: service.servicesFor(policy), now: service.now() };
  return customersThrough(conversation, caller, outside);
}

/** With the orders of a customer who has just been verified, so that messages may refer to them. */
export async function withOrders(
  conversation: Conversation,
  caller: Caller,
  service: SupportService
): Promise<Conversation> {
  if (!conversation.identity_verified || conversation.memory.known !== undefined) return conversation;
  const policy = service.documents.at(service.now()).get(RunPolicyAssembly);
  const services = service.servicesFor(policy);
  const known = await knownOrders(conversation, caller, { policy, services, now: service.now() });
  return known === undefined ? conversation : { ...conversation, memory: { ...conversation.memory, known } };
}

export const normalised = (email: string) => email.trim().toLowerCase();
