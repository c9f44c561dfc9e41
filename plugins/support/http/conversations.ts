import { newId, withContext } from '../../../core/index.js';
import { ApiError, type HttpRoute } from '../../../core/http/index.js';
import type { Conversation } from '../records/types.js';
import { RunPolicyAssembly } from '../policy/run-policy.js';
import { type Customers, customersThrough, knownOrders } from '../run/list-orders.js';
import { turnOf } from '../run/messages.js';
import { changeOf } from '../run/writes.js';
import { type Claim, isProved, levelNeeded, prove } from '../identity/prove.js';
import { vouchedFor } from '../identity/vouchers.js';
import { type Caller, forbidden } from '../keys.js';
import { limited } from './limited.js';
import { reference } from './schema-parts.js';
import type { Service } from './service.js';

export const notFound = () => new ApiError(404, 'not_found', 'There is no such resource.');
export const CONVERSATION_PATH = '/v1/conversations/{id}';
const MESSAGE_PATH = `${CONVERSATION_PATH}/messages`;

const created = (schema: string, description: string) => ({ description, schema: reference(schema) });
const tag = 'conversations';
const TOO_OFTEN = {
  429: {
    description: 'Too often for now; Retry-After says when it may be tried again.',
    schema: reference('ErrorEnvelope')
  }
};

/** Creating, verifying, reading and rating conversations, and talking in them. */
export function conversationRoutes(service: Service): readonly HttpRoute<Caller>[] {
  const { store, records, turns, documents, messages, limits } = service;

  const load = async (caller: Caller, id: string): Promise<Conversation> => {
    const conversation = await records.conversation(caller.tenant, id);
    if (conversation === undefined) throw notFound();
    return conversation;
  };

  return [
    {
      method: 'POST',
      path: '/v1/conversations',
      operationId: 'createConversation',
      summary: 'Start a conversation',
      tag,
      body: { schema: reference('ConversationRequest'), required: false },
      replies: {
        ...TOO_OFTEN,
        201: created(
          'Conversation',
          'The conversation. It shows nothing of an address that came with it: that is shown to who proves it.'
        )
      },
      async handle({ caller, body }) {
        const { customer_email, customer_assertion } = (body ?? {}) as ConversationBody;
        const { conversation, headers } = await newConversation(service, caller, customer_email, customer_assertion);
        return {
          status: 201,
          body: shown(conversation),
          headers: { ...headers, Location: `/v1/conversations/${conversation.conversation_id}` }
        };
      }
    },
    {
      method: 'GET',
      path: CONVERSATION_PATH,
      operationId: 'getConversation',
      summary: 'Read a conversation',
      tag,
      replies: { 200: created('Conversation', 'The conversation as it stands.') },
      handle: async ({ caller, params }) => ({ status: 200, body: shown(await load(caller, params['id']!)) })
    },
    {
      method: 'POST',
      path: `${CONVERSATION_PATH}/verify`,
      operationId: 'verifyConversation',
      summary: 'Verify that the person is who they say they are',
      tag,
      body: { schema: reference('VerificationRequest'), required: true },
      replies: {
        ...TOO_OFTEN,
        200: created('Verification', 'The same shape whether the address is unknown, wrong or right.')
      },
      async handle({ caller, params, body }) {
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
          const conversation = await load(caller, id);
          const policy = documents.current.get(RunPolicyAssembly);
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
          return { status: 200, headers, body: { conversation_id: id, verified: holds, message } };
        });
      }
    },
    {
      method: 'POST',
      path: MESSAGE_PATH,
      operationId: 'sendMessage',
      summary: 'Say something and get the reply',
      tag,
      body: { schema: reference('MessageRequest'), required: true },
      requestHeaders: {
        'Idempotency-Key': {
          description: 'The same key with the same body returns the first response; with another body 409.'
        }
      },
      replies: {
        ...TOO_OFTEN,
        200: created('MessageResponse', 'An answer, a clarifying question, a refusal or an escalation.'),
        409: { description: 'The Idempotency-Key was used with another body.', schema: reference('ErrorEnvelope') }
      },
      async handle({ caller, params, body, headers, requestId }) {
        const { message, include_trace = false } = body as { message: string; include_trace?: boolean };
        if (include_trace && caller.session !== undefined) throw forbidden();
        if ([...message].length > limits.maxMessageChars)
          throw broken('message', `at most ${limits.maxMessageChars} characters`);
        if (message.trim() === '') throw broken('message', 'must not be blank');
        const key = headers['idempotency-key'];
        if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key)))
          throw broken('Idempotency-Key', '1 to 128 printable characters without spaces');
        const conversationId = params['id']!;
        const { headers: rates } = await limited(service, 'messages', caller, { conversation: conversationId });
        const response = await withContext({ session_id: conversationId }, () =>
          messages.answer({
            caller,
            conversationId,
            message,
            includeTrace: include_trace,
            idempotencyKey: key,
            requestId,
            route: MESSAGE_PATH,
            traceparent: [headers['traceparent']].flat()[0]
          })
        );
        const shownTo = caller.session === undefined ? response : forBrowser(response);
        return { status: 200, headers: rates, body: shownTo, recorded: true };
      }
    },
    {
      method: 'POST',
      path: `${CONVERSATION_PATH}/feedback`,
      operationId: 'giveFeedback',
      summary: 'Say whether the conversation helped',
      tag,
      body: { schema: reference('FeedbackRequest'), required: true },
      replies: { 204: { description: 'Kept.' } },
      async handle({ caller, params, body }) {
        const { helpful, comment } = body as { helpful: boolean; comment?: string };
        const { conversation_id } = await load(caller, params['id']!);
        const now = service.now();
        await store.commit([
          {
            into: 'feedback',
            how: 'add',
            rows: [
              {
                feedback_id: newId('fb', now.getTime()),
                tenant: caller.tenant,
                conversation_id,
                helpful,
                comment: comment ?? null,
                created_at: now.toISOString()
              }
            ]
          }
        ]);
        return { status: 204 };
      }
    }
  ];
}

interface ConversationBody {
  readonly customer_email?: string;
  readonly customer_assertion?: string;
}

interface VerificationBody {
  readonly email?: string;
  readonly code?: string;
  readonly send_code?: boolean;
  readonly assertion?: string;
}

/**
 * A conversation that is kept from now on; a known address binds it to its customer, and a shop's word for the customer verifies it at once.
 * Throws `ApiError` 429, and 400 for an assertion that does not hold.
 */
export async function newConversation(service: Service, caller: Caller, email?: string, assertion?: string) {
  const { store, now, log, documents } = service;
  const { tenant } = caller;
  const address = email === undefined ? undefined : normalised(email);
  const peer = caller.public?.peer;
  const about = { ...(address !== undefined && { address }), ...(peer !== undefined && { peer }) };
  const { headers } = await limited(service, 'open', caller, about);
  if (assertion !== undefined && !caller.scopes.has('account:read')) throw forbidden();
  const { vouchers } = documents.current.get(RunPolicyAssembly).identity;
  const at = now();
  const conversation_id = newId('conv', at.getTime());
  const customers = customersFor({ tenant, conversation_id }, caller, service);
  const vouched =
    assertion === undefined ? undefined : await vouchedFor(assertion, { tenant }, vouchers, { customers, log, now });
  if (assertion !== undefined && vouched === undefined)
    throw broken('customer_assertion', "must be a valid assertion of one of the tenant's vouchers");
  // Where it cannot be found out now whose an address is, proving it binds the conversation.
  const known = address === undefined ? undefined : customers.customerByEmail(address).catch(() => undefined);
  const customer = vouched ?? (await known);
  const opened: Conversation = {
    tenant,
    conversation_id,
    customer_id: customer?.customer_id ?? null,
    identity_verified: vouched !== undefined,
    identity_level: vouched === undefined ? null : 'holds',
    failed_verifications: 0,
    turns: 0,
    escalated: false,
    memory: {},
    created_at: at.toISOString(),
    version: 1
  };
  const conversation = await withOrders(opened, caller, service);
  await store.commit([{ into: 'conversations', how: 'add', rows: [{ ...conversation }] }]);
  return { conversation, headers };
}

/** With the orders of a customer who has just been verified, so that messages may refer to them. */
/** Customers, read through the gate wherever they are kept. */
function customersFor(
  conversation: Pick<Conversation, 'tenant' | 'conversation_id'>,
  caller: Caller,
  service: Service
): Customers {
  const policy = service.documents.current.get(RunPolicyAssembly);
  const outside = { policy, services: service.servicesFor(policy), now: service.now() };
  return customersThrough(conversation, caller, outside);
}

async function withOrders(conversation: Conversation, caller: Caller, service: Service): Promise<Conversation> {
  if (!conversation.identity_verified || conversation.memory.known !== undefined) return conversation;
  const policy = service.documents.current.get(RunPolicyAssembly);
  const services = service.servicesFor(policy);
  const known = await knownOrders(conversation, caller, { policy, services, now: service.now() });
  return known === undefined ? conversation : { ...conversation, memory: { ...conversation.memory, known } };
}

export const broken = (field: string, rule: string) =>
  new ApiError(400, 'validation_error', `${field} breaks a rule: ${rule}.`, { fields: [{ field, rule }] });

/** What a customer's browser has no use for stays here: what was withheld, and what the shop is warned of. */
const forBrowser = (response: object) => ({ ...response, provenance: [], unverified_claims: [], warnings: [] });

const normalised = (email: string) => email.trim().toLowerCase();

/** Whose it is, is said to nobody who has not proved it: it would tell whether an address is known. */
function shown({ conversation_id, identity_verified, customer_id, turns, escalated, created_at }: Conversation) {
  return {
    conversation_id,
    identity_verified,
    ...(customer_id !== null && identity_verified ? { customer_id } : {}),
    turns,
    escalated,
    created_at
  };
}
