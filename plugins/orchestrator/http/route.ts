import { isObject } from '../../../core/index.js';
import { ApiError, type HttpStreamRoute } from '../../../core/http/index.js';
import { explain } from '../routing/explain.js';
import { wantedOf, type WantedFields } from '../policy/wanted.js';
import { membersOf } from '../upstream/members.js';
import { messageOf } from '../upstream/message.js';
import { traceOf } from '../upstream/trace-context.js';
import type { Caller } from '../access/access.js';
import { invalid } from './invalid.js';
import { routeEnvelope } from '../forward/route-envelope.js';
import { reference } from './schemas.js';
import type { Orchestrator } from '../service.js';

interface RouteBody extends WantedFields {
  readonly timeout_ms?: number;
  readonly explain?: boolean;
}

const FAILURE = {
  allOf: [reference('ErrorEnvelope'), { type: 'object', properties: { detail: reference('RouteFailure') } }]
};

/** The one endpoint that is asked all the time. */
export function routeRoute({ forwarder, fleet, table }: Orchestrator): HttpStreamRoute<Caller> {
  return {
    method: 'POST',
    path: '/route',
    operationId: 'route',
    summary: 'Send a JSON-RPC request to a server that fits, and to another one when it fails',
    tag: 'routing',
    body: { schema: reference('RouteRequest'), required: true },
    requestHeaders: {
      Traceparent: { description: 'W3C trace context: the span that asks. It goes on to the server.' },
      Tracestate: { description: 'Goes on to the server as it came.' }
    },
    replies: {
      200: { description: "A server's answer: a result, or its own JSON-RPC error.", schema: reference('RouteAnswer') },
      404: {
        description: 'No server is registered under the name that was given.',
        schema: reference('ErrorEnvelope')
      },
      502: { description: 'Every server that was asked failed.', schema: FAILURE },
      503: { description: 'No server that fits can be used.', schema: reference('ErrorEnvelope') },
      504: { description: 'No server answered in time.', schema: FAILURE }
    },
    stream({ body, bytes, requestId, caller, headers }, answer) {
      const fields = body as RouteBody;
      checkRequest(fields);
      const wanted = forwarder.limited(wantedOf(fields), caller.name);
      const why = (server: string | undefined) => explain(wanted, table(), [...fleet.values()], server);
      forwarder.forward(
        {
          requestId,
          caller: caller.name,
          wanted,
          message: messageOf(fields.method, paramsText(bytes!)),
          timeoutMs: fields.timeout_ms,
          trace: traceOf(headers),
          envelope: routeEnvelope(fields.explain === true ? why : undefined)
        },
        answer
      );
    }
  };
}

/** What the schema cannot say: the parameters of the methods that are known. */
function checkRequest({ method, params }: RouteBody): void {
  if (method.startsWith('notifications/'))
    throw invalid('method', 'request', 'A notification has no answer, so it cannot be routed.');
  const meta = params?.['_meta'];
  if (meta !== undefined && !isObject(meta)) throw invalid('params._meta', 'type', 'params._meta is an object.');
  if (method !== 'tools/call') return;
  const name = params?.['name'];
  if (typeof name !== 'string' || name === '' || name.length > 256)
    throw invalid('params.name', 'required', 'A tools/call names its tool in params.name.');
  const given = params?.['arguments'];
  if (given !== undefined && !isObject(given))
    throw invalid('params.arguments', 'type', 'params.arguments is an object.');
}

/** The parameters as they came. */
function paramsText(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  // A byte order mark, which is allowed, is three characters here.
  const members = membersOf(text, text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0);
  if (members === undefined || members.repeated)
    throw new ApiError(400, 'validation_error', 'A key of the request is repeated.', {
      fields: [{ field: '(body)', rule: 'distinct_keys' }]
    });
  const span = members.spans.get('params');
  return span === undefined ? undefined : text.slice(span.start, span.end);
}
