import { newId } from '../../../core/index.js';
import type { HttpRequest, HttpRoute } from '../../../core/http/index.js';
import type { Conversation } from '../records/types.js';
import { RunPolicyAssembly } from '../policy/run-policy.js';
import { negotiated } from '../locales/recognise.js';
import { vouchedFor } from '../identity/vouchers.js';
import { type Caller, forbidden } from '../keys.js';
import { broken } from './failures.js';
import { limited } from './limited.js';
import { reference } from './schemas/parts.js';
import { serving, type SupportService } from './service.js';
import { conversationOf, customersFor, normalised, TOO_OFTEN, verificationRoute, withOrders } from './verification.js';

const CONVERSATION_PATH = '/v1/conversations/{id}';
const MESSAGE_PATH = `${CONVERSATION_PATH}/messages`;

const created = (schema: string, description: string) => ({ description, schema: reference(schema) });
const tag = 'conversations';
/** Creating, verifying, reading and rating conversations, and talking in them. */
export function conversationRoutes(service: SupportService): readonly HttpRoute<Caller>[] {
  const { store, records, messages, limits } = service;

  const load = ({ tenant }: Caller, id: string) => conversationOf(records, tenant, id);

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
      async handle({ caller, body, headers: asked, requestId }) {
        const { customer_email: email, customer_assertion: assertion } = (body ?? {}) as ConversationBody;
        const { conversation, headers } = await newConversation(serving(service, requestId), caller, {
          email,
          assertion,
          asked
        });
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
    verificationRoute(service),
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
        if (message.length > limits.maxMessageChars && [...message].length > limits.maxMessageChars)
          throw broken('message', `at most ${limits.maxMessageChars} characters`);
        if (message.trim() === '') throw broken('message', 'must not be blank');
        const { 'idempotency-key': key, traceparent } = headers;
        if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key)))
          throw broken('Idempotency-Key', '1 to 128 printable characters without spaces');
        const conversationId = params['id']!;
        const { headers: rates } = await limited(service, 'messages', caller, { conversation: conversationId });
        const response = await messages.answer({
          caller,
          conversationId,
          message,
          includeTrace: include_trace,
          idempotencyKey: key,
          requestId,
          route: MESSAGE_PATH,
          traceparent: Array.isArray(traceparent) ? traceparent[0] : traceparent
        });
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

interface Opening {
  readonly email: string | undefined;
  readonly assertion?: string | undefined;
  /** Headers of the request. */
  readonly asked: HttpRequest['headers'];
}
/**
 * A conversation that is kept from now on; a known address binds it to its customer, and a shop's word for the customer verifies it at once.
 * Throws `ApiError` 429, and 400 for an assertion that does not hold.
 */
export async function newConversation(service: SupportService, caller: Caller, { email, assertion, asked }: Opening) {
  const { store, now, log, documents } = service;
  const { tenant } = caller;
  const address = email === undefined ? undefined : normalised(email);
  const peer = caller.public?.peer;
  const about = { ...(address !== undefined && { address }), ...(peer !== undefined && { peer }) };
  const { headers } = await limited(service, 'open', caller, about);
  if (assertion !== undefined && !caller.scopes.has('account:read')) throw forbidden();
  const { identity, languages, locales } = documents.at(now()).get(RunPolicyAssembly);
  const { vouchers } = identity;
  const own = languages.find(each => each.own)?.code;
  const language = negotiated(asked['accept-language'], code => code === own || locales.has(code));
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
    memory: language === undefined || locales.size === 0 ? {} : { language },
    created_at: at.toISOString(),
    version: 1
  };
  const conversation = await withOrders(opened, caller, service);
  await store.commit([{ into: 'conversations', how: 'add', rows: [{ ...conversation }] }]);
  return { conversation, headers };
}

/** What a customer's browser has no use for stays here: what was withheld, and what the shop is warned of. */
const forBrowser = (response: object) => ({ ...response, provenance: [], unverified_claims: [], warnings: [] });

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
