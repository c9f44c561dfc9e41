import type { ToolHandler } from '../../core/tools/index.js';
import { exchangeFor } from './exchange.js';
import { checkHeaders, fillHeaders, HEADERS_SCHEMA, secretsOf, type HeaderTexts } from './headers.js';
import { MAX_BYTES_SCHEMA, parseJson, USUAL_MAX_BYTES } from './json.js';
import { ABSENT_SCHEMA, readRecord, RECORD_SCHEMA, type AbsentText, type RecordText } from './record.js';
import { checkUrl, fillUrl } from './url-template.js';
import { checkValue, fill, type Arguments, type ValueText } from './values.js';

interface Configuration {
  readonly url: string;
  readonly headers?: HeaderTexts;
  readonly body?: ValueText;
  readonly absent_statuses?: readonly number[];
  readonly absent?: AbsentText;
  readonly max_bytes?: number;
  readonly record: RecordText;
}

const properties = {
  url: {
    type: 'string',
    description: 'Fixed; {name} in path or query stands for a declared argument, {bound.customer_id} for the customer.'
  },
  headers: HEADERS_SCHEMA,
  absent_statuses: {
    type: 'array',
    items: { type: 'integer', minimum: 400, maximum: 499 },
    description: 'Statuses that say that there is no such thing, for example [404].'
  },
  absent: ABSENT_SCHEMA,
  max_bytes: MAX_BYTES_SCHEMA,
  record: RECORD_SCHEMA
};

/** Asks one fixed URL. The caller fills declared placeholders and chooses neither host nor path. */
export const httpGet: ToolHandler = handler('http.get', 'GET', properties);

/** Sends a fixed JSON body, with declared arguments in it, to one fixed URL. */
export const httpPost: ToolHandler = handler('http.post', 'POST', {
  ...properties,
  body: { type: 'object', description: 'Constants, { argument: name } or { bound: name }, in any depth.' }
});

function handler(name: string, method: 'GET' | 'POST', accepted: object): ToolHandler {
  return {
    name,
    remote: true,
    configuration: { type: 'object', additionalProperties: false, required: ['url', 'record'], properties: accepted },
    check({ url, headers = {}, body = {} }: Configuration, schema, report) {
      checkUrl(url, '/url', schema, report);
      checkHeaders(headers, report);
      checkValue(body, '/body', schema, report);
    },
    records: ({ record }: Configuration) => ({ [record.as]: Object.keys(record.fields) }),
    secrets: ({ headers = {} }: Configuration) => secretsOf(headers),
    bind(configuration: Configuration, resources) {
      const { url, headers = {}, body = {}, absent_statuses = [], absent, record } = configuration;
      const exchange = exchangeFor(resources.settings);
      const maxBytes = configuration.max_bytes ?? USUAL_MAX_BYTES;
      return async (args: Arguments, context) => {
        const answer = await exchange({
          method,
          url: fillUrl(url, args, context),
          headers: {
            accept: 'application/json',
            ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
            ...fillHeaders(headers, resources)
          },
          ...(method === 'POST' ? { body: JSON.stringify(fill(body, args, context)) } : {}),
          maxBytes,
          signal: context.signal
        });
        if (absent_statuses.includes(answer.status)) return { records: [] };
        return readRecord(parseJson(answer), record, absent);
      };
    }
  };
}
