import { CODES } from '../../../../core/mcp/index.js';
import { resultOf, Skip, type Case, type Trial } from '../case.js';
import { META, meta, PROTOCOL_VERSION, request } from '../messages.js';
import type { Sending } from '../peer.js';
import { refusal, type Refusal } from '../refusal.js';

const RULE = 'transports: Streamable HTTP, headers repeat the body';
type Headers = NonNullable<Sending['headers']>;

const headerRefusal = (rest: Pick<Refusal, 'id' | 'send' | 'sending'>): Case =>
  refusal({ ...rest, rule: RULE, on: 'http', code: CODES.headerMismatch, status: 400 });

const mismatch = (id: string, headers: Headers, version = PROTOCOL_VERSION): Case =>
  headerRefusal({
    id,
    send: value => request(value, 'tools/list', { _meta: meta({ [META.protocolVersion]: version }) }),
    sending: () => ({ headers })
  });

const callWith = (id: string, header: (name: string) => string | undefined): Case =>
  headerRefusal({
    id,
    send: (value, { tool }) => request(value, 'tools/call', { name: toolName(tool), arguments: {} }),
    sending: message => ({ headers: { 'Mcp-Name': header((message['params'] as { name: string }).name) } })
  });

function toolName(tool: Trial['tool']): string {
  if (tool === undefined) throw new Skip('no tool says that it only reads');
  return tool.name;
}

const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** Headers that are taken although they look unusual. */
const accepted = (id: string, send: (trial: Trial, id: string) => readonly [unknown, Headers], rule = RULE): Case => ({
  id,
  rule,
  level: 'must',
  on: 'http',
  phase: 'result',
  async run(trial) {
    const value = trial.id();
    const [message, headers] = send(trial, value);
    const result = resultOf(await trial.peer.ask(message, { headers }), value);
    return typeof result === 'string' ? result : undefined;
  }
});

const list = (id: string, headers: Headers, rule?: string) =>
  accepted(id, (_trial, value) => [request(value, 'tools/list'), headers], rule);

export const headerCases: readonly Case[] = [
  mismatch('header-version-absent', { 'MCP-Protocol-Version': undefined }),
  mismatch('header-version-differs', { 'MCP-Protocol-Version': '2025-11-25' }),
  mismatch('header-version-good-body-not', { 'MCP-Protocol-Version': PROTOCOL_VERSION }, '2025-11-25'),
  mismatch('header-method-absent', { 'Mcp-Method': undefined }),
  mismatch('header-method-differs', { 'Mcp-Method': 'tools/call' }),
  mismatch('header-method-other-case', { 'Mcp-Method': 'TOOLS/LIST' }),
  callWith('header-name-absent', () => undefined),
  callWith('header-name-differs', name => `${name}x`),
  callWith('header-name-other-case', name => (name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase())),
  callWith('header-name-base64-differs', name => base64(`${name}x`)),
  callWith('header-name-base64-broken', () => '=?base64?!!!?='),
  callWith('header-name-base64-unpadded', name => {
    const unpadded = base64(name).replace(/=+\?=$/, '?=');
    if (unpadded === base64(name)) throw new Skip("the tool's name needs no padding");
    return unpadded;
  }),
  refusal({
    id: 'header-version-both-other',
    rule: 'schema: UnsupportedProtocolVersionError',
    on: 'http',
    code: CODES.unsupportedVersion,
    status: 400,
    send: value => request(value, 'tools/list', { _meta: meta({ [META.protocolVersion]: '2025-11-25' }) })
  }),
  accepted('header-name-base64', ({ tool }, value) => {
    const name = toolName(tool);
    return [request(value, 'tools/call', { name, arguments: tool!.arguments }), { 'Mcp-Name': base64(name) }];
  }),
  list('header-names-in-capitals', {
    'MCP-Protocol-Version': undefined,
    'Mcp-Method': undefined,
    'MCP-PROTOCOL-VERSION': PROTOCOL_VERSION,
    'MCP-METHOD': 'tools/list'
  }),
  list('header-blanks-around', { 'Mcp-Method': '  tools/list  ' }),
  list('header-session-ignored', { 'Mcp-Session-Id': 'left-over' }, 'transports: there are no sessions'),
  list('header-last-event-ignored', { 'Last-Event-ID': '7' }, 'transports: streams are not resumed'),
  list('header-content-type-parameter', { 'Content-Type': 'application/json; charset=utf-8' })
];
