import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { CODES, PROTOCOL_VERSION } from '../../core/mcp/index.js';
import { bearerProxy } from './bearer-proxy.js';
import { conformance } from './conformance.js';
import { inspect, INSPECTOR_EXIT } from './inspector.js';

export interface ToolUse {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What a peer does with any server of tools. */
export interface Subject {
  /** A call that succeeds. */
  readonly good: ToolUse;
  /** A text of its result, which every client has to hold once and no more. */
  readonly content: string;
  /** A call that is answered with `isError`. */
  readonly refused: ToolUse;
}

export interface HttpSubject extends Subject {
  readonly url: string;
  /** Sent with every request, for example the credential. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Beside this file; what the conformance suite may find. */
  readonly baseline: string;
}

export interface StdioSubject extends Subject {
  /** Program and arguments. */
  readonly command: readonly string[];
  /** A transport of the official client that starts the program. */
  transport(): Transport;
}

/** Puts an endpoint through the official conformance suite, the Inspector and the official client. */
export function proveHttpPeers(subject: () => HttpSubject): void {
  proveConformance(subject);
  proveInspector(subject, ({ url, headers = {} }) => [
    '--server-url',
    url,
    '--transport',
    'http',
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  ]);
  proveClient(subject, ({ url, headers = {} }) => {
    return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { ...headers } } });
  });
}

/** Puts an endpoint through the official conformance suite alone. */
export function proveConformance(subject: () => Omit<HttpSubject, keyof Subject>): void {
  it('passes every scenario of the official conformance suite that applies', async () => {
    const { url, headers = {}, baseline } = subject();
    const proxy = await bearerProxy(url, headers);
    try {
      const { status, scenarios, output } = await conformance(proxy.url, baseline);
      expect(status, output).to.equal(0);
      expect(scenarios, output).to.be.at.least(40);
    } finally {
      await proxy.close();
    }
  });
}

/** Puts a command that speaks the protocol over its pipes through the Inspector and the official client. */
export function proveStdioPeers(subject: () => StdioSubject): void {
  const target = ({ command }: StdioSubject) => ['--transport', 'stdio', ...command];
  proveInspector(subject, target);
  proveClient(subject, s => s.transport());

  it('tells an Inspector of the older revisions which one is served, and is found by one that asks first', async () => {
    const s = subject();
    const legacy = await inspect('legacy', ['tools/list'], target(s));
    expect(legacy.status).to.equal(INSPECTOR_EXIT.protocolError);
    expect(legacy.stdout + legacy.stderr).to.contain(PROTOCOL_VERSION);
    const auto = await inspect('auto', ['tools/list'], target(s));
    expect(auto.status, auto.stderr).to.equal(INSPECTOR_EXIT.ok);
  });
}

const timesIn = (json: string, text: string): number => json.split(text).length - 1;

function proveInspector<S extends Subject>(subject: () => S, target: (subject: S) => readonly string[]): void {
  const call = ({ name, arguments: args }: ToolUse) => [
    'tools/call',
    '--tool-name',
    name,
    '--tool-args-json',
    JSON.stringify(args)
  ];

  it('is listed and called by the Inspector', async () => {
    const s = subject();
    const list = await inspect('modern', ['tools/list', '--strict'], target(s));
    expect(list.status, list.stderr).to.equal(INSPECTOR_EXIT.ok);
    expect(JSON.parse(list.stdout).result.tools.map((t: { name: string }) => t.name)).to.include(s.good.name);
    const good = await inspect('modern', call(s.good), target(s));
    expect(good.status, good.stderr).to.equal(INSPECTOR_EXIT.ok);
    expect(timesIn(good.stdout, s.content), good.stdout).to.equal(1);
  });
}

function proveClient<S extends Subject>(subject: () => S, transport: (subject: S) => Transport): void {
  for (const mode of ['auto', { pin: PROTOCOL_VERSION }] as const)
    it(`serves the official client that negotiates with ${JSON.stringify(mode)}`, async () => {
      const s = subject();
      const client = new Client({ name: 'peer', version: '1.0.0' }, { versionNegotiation: { mode } });
      await client.connect(transport(s));
      try {
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).to.include(s.good.name);
        const good = await client.callTool({ ...s.good, arguments: { ...s.good.arguments } });
        expect(good.isError).not.to.equal(true);
        expect(timesIn(JSON.stringify(good), s.content)).to.equal(1);
        const refused = await client.callTool({ ...s.refused, arguments: { ...s.refused.arguments } });
        expect(refused.isError).to.equal(true);
      } finally {
        await client.close();
      }
    });

  it('refuses the official client that opens with a handshake, and names the revision', async () => {
    const client = new Client({ name: 'peer', version: '1.0.0' });
    const error: any = await client.connect(transport(subject())).then(
      () => undefined,
      (reason: unknown) => reason
    );
    await client.close();
    const said = JSON.stringify({ message: error?.message, code: error?.code, data: error?.data });
    expect(said).to.contain(String(CODES.unsupportedVersion)).and.to.contain(PROTOCOL_VERSION);
  });
}
