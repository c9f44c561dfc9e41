import type { HttpRequest, HttpRoute } from '../../../core/http/index.js';
import type { Caller } from '../keys.js';
import { forbidden } from '../keys.js';
import { isOwn, OWN_ORIGIN } from '../public-keys.js';
import { newConversation } from './conversations.js';
import { broken, notFound } from './failures.js';
import { reference } from './schemas/parts.js';
import { serving, type SupportService } from './service.js';

interface SessionBody {
  readonly origin?: string;
  readonly customer_email?: string;
  readonly conversation_id?: string;
}

/** Opening and renewing conversations for browsers. */
export function sessionRoute(service: SupportService): HttpRoute<Caller> {
  const { sessions, records, origins } = service;
  return {
    method: 'POST',
    path: '/v1/sessions',
    operationId: 'openSession',
    summary: 'Open a conversation for a browser, or renew the token of one',
    tag: 'conversations',
    body: { schema: reference('SessionRequest'), required: false },
    replies: {
      201: {
        description:
          'A token for one conversation on pages of one origin. Presented with a token, the next one of that session.',
        schema: reference('Session')
      },
      429: { description: 'Too many conversations were opened.', schema: reference('ErrorEnvelope') }
    },
    async handle({ caller, body, headers, requestId }) {
      const { session } = caller;
      if (session !== undefined) return { status: 201, body: sessions.issue(caller, session) };
      const asked = (body ?? {}) as SessionBody;
      const origin = caller.public === undefined ? serverOrigin(asked, headers) : publicOrigin(caller, asked, headers);
      const opened =
        asked.conversation_id === undefined
          ? await newConversation(serving(service, requestId), caller, { email: asked.customer_email, asked: headers })
          : undefined;
      const conversationId = asked.conversation_id ?? opened!.conversation.conversation_id;
      if (asked.conversation_id !== undefined && !(await records.conversation(caller.tenant, conversationId)))
        throw notFound();
      return { status: 201, headers: opened?.headers ?? {}, body: sessions.issue(caller, { origin, conversationId }) };
    }
  };

  /** What a shop's server asks for: it says on which of the origins that may call the service the page stands. */
  function serverOrigin({ origin }: SessionBody, { host }: HttpRequest['headers']): string {
    if (origin === undefined) throw broken('origin', 'required where no public key is used');
    if (!origins.has(origin) && !isOwn(origin, host)) throw broken('origin', 'one of AGENT_SESSIONS__ORIGINS');
    return origin;
  }

  /** What a page asks for itself: its origin is what the browser says, and it names nobody's conversation. */
  function publicOrigin(caller: Caller, asked: SessionBody, { origin = '', host }: HttpRequest['headers']): string {
    const { origins: allowed } = caller.public!;
    if (!allowed.includes(origin) && !(allowed.includes(OWN_ORIGIN) && isOwn(origin, host))) throw forbidden();
    if (asked.conversation_id !== undefined) throw forbidden();
    return origin;
  }
}
