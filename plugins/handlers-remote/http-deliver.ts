import { closed } from '../../core/documents/index.js';
import { createHmac, randomUUID } from 'node:crypto';
import { ToolFailure, type ToolHandler } from '../../core/tools/index.js';
import { exchangeFor } from './exchange.js';
import { checkExpression, expression } from './expression.js';
import { checkHeaders, fillHeaders, HEADERS_SCHEMA, secretsOf, type HeaderTexts } from './headers.js';
import { BASE_SCHEMA, originOf, type Base, wholeUrl } from './base.js';
import { jsonOf } from './json.js';
import { checkUrl, fillUrl } from './url-template.js';
import type { Arguments } from './values.js';

interface Configuration {
  readonly base?: Base;
  readonly method?: 'POST' | 'PUT' | 'PATCH';
  readonly url: string;
  readonly headers?: HeaderTexts;
  readonly body: string;
  readonly sign?: { readonly secret: string };
  readonly answer?: string;
}

const EXPRESSION = { type: 'string', minLength: 1 } as const;
const MAX_BYTES = 256 * 1024;

/**
 * Sends JSON to one fixed URL, made by a JSONata expression of the arguments, and signed by HMAC-SHA256 as Standard Webhooks
 * describe. Any success will do; `answer` takes out of it what the next delivery needs.
 */
export const httpDeliver: ToolHandler = {
  name: 'http.deliver',
  remote: true,
  configuration: closed(
    {
      base: BASE_SCHEMA,
      method: { enum: ['POST', 'PUT', 'PATCH'], description: 'POST where it is not given.' },
      url: { type: 'string', description: '{name} in path or query stands for a declared argument.' },
      headers: HEADERS_SCHEMA,
      body: { ...EXPRESSION, description: 'JSONata on the arguments: what is sent.' },
      sign: closed({ secret: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' } }, [], {
        description: 'The key of the signature: HOOK_KEY stands for the variable BYLAW_SECRET_HOOK_KEY.'
      }),
      answer: { ...EXPRESSION, description: 'JSONata on the answer: the fields of the record that comes back.' }
    },
    ['base', 'method', 'headers', 'sign', 'answer']
  ),
  check({ base, url, headers = {}, body, answer }: Configuration, schema, report) {
    checkUrl(wholeUrl(base, url), '/url', schema, report);
    checkHeaders(headers, report);
    checkExpression(body, '/body', report);
    if (answer !== undefined) checkExpression(answer, '/answer', report);
  },
  secrets: ({ base, headers = {}, sign }: Configuration) => [
    ...(base === undefined ? [] : [base.secret]),
    ...secretsOf(headers),
    ...(sign === undefined ? [] : [sign.secret])
  ],
  bind({ base, method = 'POST', url, headers = {}, body, sign, answer }: Configuration, resources) {
    const exchange = exchangeFor(resources.settings);
    const payload = expression(body);
    const read = answer === undefined ? undefined : expression(answer);
    return async (args: Arguments, context) => {
      const text = JSON.stringify(await payload(args, {}));
      const found = await exchange({
        method,
        url: fillUrl(`${originOf(base, resources)}${url}`, args, context),
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...fillHeaders(headers, resources),
          ...(sign === undefined
            ? {}
            : signature(text, sign.secret, (args['id'] ?? randomUUID()) as string, context.now))
        },
        body: text,
        maxBytes: MAX_BYTES,
        signal: context.signal
      });
      if (found.status < 200 || found.status >= 300)
        throw new ToolFailure('upstream_status', `the host answered ${found.status}`, undefined, found.retryAfterMs);
      if (read === undefined) return { records: [] };
      const fields = (await read(jsonOf(found.text), {})) as Readonly<Record<string, unknown>> | undefined;
      return { records: fields === undefined ? [] : [{ name: 'delivery', fields }] };
    };

    /** Headers by which a receiver knows the sender, and a repeated delivery by its id. */
    function signature(text: string, name: string, id: string, now: Date): Readonly<Record<string, string>> {
      const key = resources.secret(name);
      if (key === undefined) throw new ToolFailure('secret_missing', `the variable BYLAW_SECRET_${name} is not set`);
      const seconds = String(Math.floor(now.getTime() / 1000));
      const mac = createHmac('sha256', key).update(`${id}.${seconds}.${text}`).digest('base64');
      return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${mac}` };
    }
  }
};
