import { closed } from '../../core/documents/index.js';
import type { ToolHandler } from '../../core/tools/index.js';
import { exchangeFor } from './exchange.js';
import { checkHeaders, fillHeaders, HEADERS_SCHEMA, secretsOf, type HeaderTexts } from './headers.js';
import { MAX_BYTES_SCHEMA, USUAL_MAX_BYTES } from './json.js';
import { callMessage, dataOf, directHeaders, readDirect, readRouted } from './mcp-messages.js';
import { ABSENT_SCHEMA, readRecord, RECORD_SCHEMA, type AbsentText, type RecordText } from './record.js';
import { checkUrl } from './url-template.js';
import { checkValue, fill, type Arguments, type ValueText } from './values.js';

interface Configuration {
  /** The server's own endpoint; or `route` with the orchestrator's, and `server`. */
  readonly url?: string;
  readonly route?: string;
  readonly server?: string;
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, ValueText>>;
  readonly headers?: HeaderTexts;
  readonly absent?: AbsentText;
  readonly max_bytes?: number;
  readonly record: RecordText;
}

/** Calls one tool of one MCP server, directly or through an orchestrator. The caller fills declared arguments only. */
export const mcpCall: ToolHandler = {
  name: 'mcp.call',
  remote: true,
  configuration: closed(
    {
      url: { type: 'string', description: "The server's endpoint, for example https://tools.example.com/mcp." },
      route: { type: 'string', description: "An orchestrator's endpoint, for example http://orchestrator:8090/route." },
      server: { type: 'string', minLength: 1, description: 'The server, as the orchestrator knows it.' },
      tool: { type: 'string', minLength: 1, description: 'The one tool that is called.' },
      arguments: { type: 'object', description: 'Constants, { argument: name } or { bound: name }, in any depth.' },
      headers: HEADERS_SCHEMA,
      absent: ABSENT_SCHEMA,
      max_bytes: MAX_BYTES_SCHEMA,
      record: RECORD_SCHEMA
    },
    ['url', 'route', 'server', 'arguments', 'headers', 'absent', 'max_bytes']
  ),
  check({ url, route, server, arguments: given = {}, headers = {} }: Configuration, schema, report) {
    if ((url === undefined) === (route === undefined) || (route === undefined) !== (server === undefined))
      report('', 'handler_configuration', 'mcp.call: give either url, or both route and server');
    // An endpoint has no parameters, so there is nothing that a placeholder could stand for.
    if (url !== undefined) checkUrl(url, '/url', { properties: {} }, report);
    if (route !== undefined) checkUrl(route, '/route', { properties: {} }, report);
    checkHeaders(headers, report);
    checkValue(given, '/arguments', schema, report);
  },
  records: ({ record }: Configuration) => ({ [record.as]: Object.keys(record.fields) }),
  secrets: ({ headers = {} }: Configuration) => secretsOf(headers),
  bind(configuration: Configuration, resources) {
    const { url, route, server, tool, arguments: given = {}, headers = {}, absent, record } = configuration;
    const exchange = exchangeFor(resources.settings);
    return async (args: Arguments, context) => {
      const message = callMessage(tool, fill(given, args, context));
      const answer = await exchange({
        method: 'POST',
        url: new URL((url ?? route)!),
        headers: {
          'content-type': 'application/json',
          ...(url === undefined ? { accept: 'application/json' } : directHeaders(tool)),
          ...fillHeaders(headers, resources)
        },
        body: JSON.stringify(url === undefined ? { server, method: message.method, params: message.params } : message),
        maxBytes: configuration.max_bytes ?? USUAL_MAX_BYTES,
        signal: context.signal
      });
      const result = url === undefined ? readRouted(answer) : readDirect(answer, message.id);
      return readRecord(dataOf(result, absent), record, absent);
    };
  }
};
