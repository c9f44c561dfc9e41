import { setTimeout as sleep } from 'node:timers/promises';
import { closed } from '../../core/documents/index.js';
import { isObject } from '../../core/index.js';
import { type ToolContext, ToolFailure, type ToolHandler, type ToolResources } from '../../core/tools/index.js';
import { cached } from './answer-cache.js';
import { BASE_SCHEMA, originOf, type Base, wholeUrl } from './base.js';
import { exchangeFor, type Request } from './exchange.js';
import { checkExpression, expression } from './expression.js';
import { checkHeaders, fillHeaders, HEADERS_SCHEMA, secretsOf, type HeaderTexts } from './headers.js';
import { MAX_BYTES_SCHEMA, parseJson } from './json.js';
import { checkUrl, fillUrl } from './url-template.js';
import { BOUND, bound, checkValue, fill, type Arguments, type ValueText } from './values.js';

interface Configuration {
  readonly base?: Base;
  readonly url: string;
  readonly body?: ValueText;
  readonly headers?: HeaderTexts;
  readonly also?: Readonly<Record<string, string>>;
  readonly absent_statuses?: readonly number[];
  readonly busy?: string;
  readonly failed?: string;
  readonly as: string;
  readonly key?: string;
  readonly owner?: string;
  readonly records: string;
  readonly fields: readonly string[];
  readonly untrusted: readonly string[];
  readonly paging?: { readonly next: string; readonly first?: string; readonly most: number };
  readonly cache_seconds?: number;
  readonly max_bytes?: number;
}

const NAME = { type: 'string', pattern: '^[a-z][a-z0-9_]*$' } as const;
const EXPRESSION = { type: 'string', minLength: 1 } as const;
const USUAL_MAX_BYTES = 1024 * 1024;
/** Nothing is done by asking for records, so a system that has no time for it just now is asked again. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
const MOST_ATTEMPTS = 3;
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;

/**
 * Asks a system for records: as many pages as there are, each turned into records by one JSONata expression. With a body
 * it is a POST. The caller fills declared placeholders; where `owner` is given, only records of the bound customer come.
 */
export const httpRecords: ToolHandler = {
  name: 'http.records',
  remote: true,
  configuration: closed(
    {
      base: BASE_SCHEMA,
      url: {
        type: 'string',
        description:
          '{name} in path or query stands for a declared argument, {bound.customer_id} for the customer, {page} for the page.'
      },
      body: {
        type: 'object',
        description: 'Constants, { argument: name }, { bound: name }, { page: true } or { text: "… {name} …" }.'
      },
      headers: HEADERS_SCHEMA,
      also: {
        type: 'object',
        propertyNames: NAME,
        additionalProperties: { type: 'string' },
        description: 'Further URLs that are asked first; `records` finds each answer under its name, $name.'
      },
      absent_statuses: {
        type: 'array',
        items: { type: 'integer', minimum: 400, maximum: 499 },
        description: 'Statuses that say that there is no such thing.'
      },
      busy: {
        ...EXPRESSION,
        description: 'JSONata on an answer: whether it says to ask again in a moment, as statuses 429 and 503 do.'
      },
      failed: { ...EXPRESSION, description: 'JSONata on an answer; anything but false or nothing fails the call.' },
      as: { ...NAME, description: 'Name of each record in evidence, before its key.' },
      key: { ...NAME, description: 'Field that tells records apart; absent where one is read.' },
      owner: { ...NAME, description: 'Field that must hold the bound customer.' },
      records: {
        ...EXPRESSION,
        description: 'JSONata on an answer: the record or records. $args, $bound and $page are there.'
      },
      fields: {
        type: 'array',
        minItems: 1,
        items: NAME,
        description: 'Fields that come; nothing else of a record does.'
      },
      untrusted: { type: 'array', items: NAME, description: 'Fields whose text third parties wrote.' },
      paging: closed(
        {
          next: { ...EXPRESSION, description: 'JSONata on an answer: {page} of the next one; nothing on the last.' },
          first: { type: 'string', description: 'The first {page}.' },
          most: { type: 'integer', minimum: 1, maximum: 20, description: 'Pages read at most.' }
        },
        ['first']
      ),
      cache_seconds: {
        type: 'number',
        minimum: 0,
        maximum: 300,
        description: 'How long an answer counts as fresh; 0.'
      },
      max_bytes: MAX_BYTES_SCHEMA
    },
    [
      'base',
      'body',
      'headers',
      'also',
      'absent_statuses',
      'busy',
      'failed',
      'key',
      'owner',
      'paging',
      'cache_seconds',
      'max_bytes'
    ]
  ),
  check(
    { base, url, body = {}, headers = {}, also = {}, busy, failed, records, paging }: Configuration,
    schema,
    report
  ) {
    const paged = {
      ...schema,
      properties: { ...schema.properties, page: {} },
      required: [...(schema.required ?? []), 'page']
    };
    checkUrl(wholeUrl(base, url), '/url', paged, report);
    for (const [name, other] of Object.entries(also)) checkUrl(wholeUrl(base, other), `/also/${name}`, schema, report);
    checkHeaders(headers, report);
    checkValue(body, '/body', paged, report);
    checkExpression(records, '/records', report);
    if (busy !== undefined) checkExpression(busy, '/busy', report);
    if (failed !== undefined) checkExpression(failed, '/failed', report);
    if (paging !== undefined) checkExpression(paging.next, '/paging/next', report);
  },
  records: ({ as, key, fields }: Configuration) => (key === undefined ? { [as]: fields } : {}),
  secrets: ({ base, headers = {} }: Configuration) => [
    ...(base === undefined ? [] : [base.secret]),
    ...secretsOf(headers)
  ],
  bind(configuration: Configuration, resources) {
    const { as, key, owner, fields, untrusted, paging, also = {} } = configuration;
    const read = expression(configuration.records);
    const next = paging === undefined ? undefined : expression(paging.next);
    const ask = asker(configuration, resources);
    return async (args: Arguments, context) => {
      const names: Record<string, unknown> = { args, bound: boundNames(context) };
      for (const [name, url] of Object.entries(also)) names[name] = await ask(url, undefined, args, context);
      const rows: Record<string, unknown>[] = [];
      let page: unknown = paging?.first ?? '';
      for (let pages = 0; pages < (paging?.most ?? 1) && page !== undefined && page !== null; pages++) {
        const answer = await ask(configuration.url, configuration.body, { ...args, page }, context);
        if (answer === undefined) break;
        const now = { ...names, page };
        rows.push(...[(await read(answer, now)) ?? []].flat().filter(isObject));
        page = await next?.(answer, now);
      }
      const own = owner === undefined ? rows : rows.filter(row => row[owner] === context.customerId);
      return {
        records: own.map(row => ({
          name: key === undefined ? as : `${as}:${String(row[key])}`,
          fields: Object.fromEntries(fields.map(field => [field, row[field] ?? null])),
          untrusted
        }))
      };
    };
  }
};

/** Asks one URL, or remembers; undefined where the status says that there is nothing. */
function asker(
  { base, headers = {}, absent_statuses = [], cache_seconds = 0, max_bytes, ...says }: Configuration,
  resources: ToolResources
) {
  const exchange = exchangeFor(resources.settings);
  const busy = saying(says.busy);
  const failed = saying(says.failed);
  return async (
    template: string,
    body: ValueText | undefined,
    args: Arguments,
    context: ToolContext
  ): Promise<unknown> => {
    const url = fillUrl(`${originOf(base, resources)}${template}`, args, context);
    const sent = body === undefined ? undefined : JSON.stringify(fill(body, args, context));
    const key = JSON.stringify([context.tenant, url.href, sent]);
    return cached(resources.settings, key, cache_seconds, async () => {
      const request: Request = {
        method: sent === undefined ? 'GET' : 'POST',
        url,
        headers: {
          accept: 'application/json',
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          ...fillHeaders(headers, resources)
        },
        ...(sent === undefined ? {} : { body: sent }),
        maxBytes: max_bytes ?? USUAL_MAX_BYTES,
        signal: context.signal
      };
      const names = { args, bound: boundNames(context), page: args['page'] };
      for (let attempt = 1; ; attempt++) {
        const answer = await exchange(request);
        const wait = answer.retryAfterMs ?? PAUSE_MS * 2 ** (attempt - 1);
        const last = attempt === MOST_ATTEMPTS || wait > LONGEST_PAUSE_MS;
        if (BUSY.has(answer.status) && !last) {
          await sleep(wait, undefined, { signal: context.signal });
          continue;
        }
        if (absent_statuses.includes(answer.status)) return undefined;
        const json = parseJson(answer);
        if (!last && (await busy(json, names))) await sleep(wait, undefined, { signal: context.signal });
        else if (await failed(json, names)) throw new ToolFailure('upstream_refused', 'the answer says that it failed');
        else return json;
      }
    });
  };
}

/** Whether an answer says so; nothing says nothing. */
function saying(
  source: string | undefined
): (answer: unknown, names: Readonly<Record<string, unknown>>) => Promise<boolean> {
  const evaluate = source === undefined ? undefined : expression(source);
  return async (answer, names) => {
    const said = await evaluate?.(answer, names);
    return said !== undefined && said !== false && said !== null;
  };
}

const boundNames = (context: ToolContext) =>
  Object.fromEntries(
    BOUND.flatMap(name =>
      name.startsWith('customer') && context.customerId === undefined ? [] : [[name, bound(name, context)]]
    )
  );
