import { expect } from 'chai';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { httpPeer } from '../../../../plugins/workspace/conform/http-peer.js';
import { junitReport, summarise, textReport } from '../../../../plugins/workspace/conform/report.js';
import { CASES, checkServer, type Outcome } from '../../../../plugins/workspace/conform/run.js';
import { stdioPeer } from '../../../../plugins/workspace/conform/stdio-peer.js';
import { watches } from '../../../../plugins/workspace/conform/watch.js';
import { serveMcp, type McpSite } from '../../../harness/mcp-site.js';
import { FAULTS, faultyHandle } from './faults.js';

const BROKEN = fileURLToPath(new URL('./broken-server.js', import.meta.url));
const TOKEN = 'a-token';

const failed = (outcomes: readonly Outcome[]) => [
  ...new Set(outcomes.filter(({ state }) => state === 'failed').map(({ id }) => id))
];

/** Faults that show in silence. */
const SILENT = new Set(['batches-served', 'null-id-for-a-notification', 'ids-as-text', 'nonsense-unanswered']);

function overStdio(fault: string, cases?: readonly string[]) {
  let peers = 0;
  // The second asks what there is to check, of a process that has yet to start; silence before the first is what is looked for.
  const connect = () =>
    stdioPeer(`node ${BROKEN} ${fault}`, process.env, ++peers !== 2 && SILENT.has(fault) ? 1000 : 100_000);
  return checkServer({ connect, ...(cases === undefined ? {} : { only: (id: string) => cases.includes(id) }) });
}

function overHttp(url: string, cases?: readonly string[]) {
  const connect = () => httpPeer(url, TOKEN);
  return checkServer({ connect, ...(cases === undefined ? {} : { only: (id: string) => cases.includes(id) }) });
}

/** Puts a server in front that spoils requests or answers. */
async function spoiled(
  spoil: (request: IncomingMessage, response: ServerResponse, pass: (headers?: object) => Promise<void>) => unknown,
  run: (url: string) => Promise<void>
): Promise<void> {
  const site = await openSite('none');
  const front = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const pass = async (changes: object = {}) => {
        const headers = { ...request.headers, host: `127.0.0.1:${site.port}`, ...changes } as unknown as Record<
          string,
          string
        >;
        for (const name of ['connection', 'content-length', 'transfer-encoding']) delete headers[name];
        const bodied = request.method !== 'GET' && request.method !== 'DELETE' && chunks.length > 0;
        const answer = await fetch(`http://127.0.0.1:${site.port}/mcp`, {
          method: request.method!,
          headers,
          ...(bodied ? { body: Buffer.concat(chunks) } : {})
        });
        const given = Object.fromEntries(answer.headers);
        delete given['transfer-encoding'];
        delete given['content-length'];
        if (!response.headersSent)
          response.writeHead(response.statusCode === 200 ? answer.status : response.statusCode, given);
        response.end(Buffer.from(await answer.arrayBuffer()));
      };
      void spoil(request, response, pass);
    });
  });
  await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve));
  try {
    await run(`http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`);
  } finally {
    front.closeAllConnections();
    front.close();
    await site.close();
  }
}

const openSite = (fault: string): Promise<McpSite> => serveMcp({ handle: faultyHandle(fault), bearerToken: TOKEN });

describe('conform', () => {
  it('has more than a hundred named cases, each with its rule', () => {
    const all = [...CASES, ...watches];
    expect(all.length).to.be.above(100);
    expect(new Set(all.map(({ id }) => id)).size).to.equal(all.length);
    for (const { id, rule } of all) expect(rule, id).to.match(/^[A-Za-z].{5,}/);
  });

  it('finds nothing on a server that keeps the protocol, on stdio', async () => {
    const outcomes = await overStdio('none');
    expect(failed(outcomes), textReport(outcomes)).to.deep.equal([]);
    expect(summarise(outcomes).cases).to.be.above(200);
  });

  it('finds nothing on a server that keeps the protocol, on HTTP', async () => {
    const site = await openSite('none');
    try {
      const outcomes = await overHttp(`http://127.0.0.1:${site.port}/mcp`);
      expect(failed(outcomes), textReport(outcomes)).to.deep.equal([]);
    } finally {
      await site.close();
    }
  });

  for (const [name, { found, also = [] }] of Object.entries(FAULTS))
    it(`finds the fault ${name}`, async () => {
      expect(failed(await overStdio(name, [found, ...also]))).to.include(found);
    });

  for (const [name, found, ...also] of [
    ['prints-to-stdout', 'only-protocol-on-stdout'],
    ['progress-shrinks', 'progress'],
    ['progress-of-another', 'progress'],
    ['logs-unasked', 'no-unasked-log-messages'],
    ['asks-the-client', 'no-server-requests'],
    ['forgets-at-the-end', 'answers-before-it-ends'],
    ['dies-of-nonsense', 'alive-after-nonsense'],
    ['notifications-answered', 'notification-unknown'],
    ['ends-with-a-status', 'ends-with-its-input'],
    ['nonsense-unanswered', 'frame-not-json']
  ] as const)
    it(`finds the fault ${name} of a process`, async () => {
      expect(failed(await overStdio(name, [found, ...also]))).to.include(found);
    });

  it('tells a server that keeps state by what it does after a good call', async () => {
    const outcomes = await overStdio('version-checked-once', ['version-future']);
    expect(outcomes.map(({ when, state }) => `${when}: ${state}`)).to.deep.equal([
      'before a good call: passed',
      'after a good call: failed'
    ]);
  });

  for (const [name, found, spoil] of [
    ['status-always-200', 'version-draft', async (_q, s, pass) => (s.writeHead(200), pass())],
    ['notification-with-200', 'notification-unknown', async (_q, s, pass) => (s.writeHead(200), pass())],
    ['token-not-needed', 'http-token-absent', (_q, _s, pass) => pass({ authorization: `Bearer ${TOKEN}` })],
    ['origin-not-checked', 'http-origin-foreign', (q, _s, pass) => (delete q.headers.origin, pass())],
    ['get-served', 'http-get', (q, s, pass) => (q.method === 'GET' ? s.end('stream') : pass())],
    ['no-allow', 'http-allow', (q, s, pass) => (q.method === 'PUT' ? s.writeHead(405).end() : pass())],
    ['session-minted', 'http-no-session', (_q, s, pass) => (s.setHeader('Mcp-Session-Id', 'x'), pass())],
    [
      'name-not-decoded',
      'header-name-base64',
      (q, _s, pass) => pass(String(q.headers['mcp-name']).startsWith('=?') ? { 'mcp-name': 'undecoded' } : {})
    ],
    [
      'method-not-compared',
      'header-method-differs',
      (q, _s, pass) =>
        pass(
          q.headers['mcp-method'] === 'tools/call' && q.headers['mcp-name'] === undefined
            ? { 'mcp-method': 'tools/list' }
            : {}
        )
    ]
  ] as readonly (readonly [string, string, Parameters<typeof spoiled>[0]])[])
    it(`finds the fault ${name} of an HTTP server`, () =>
      spoiled(spoil, async url => void expect(failed(await overHttp(url, [found]))).to.include(found)));

  it('finds nothing behind a proxy that spoils nothing', () =>
    spoiled(
      (_request, _response, pass) => pass(),
      async url => {
        const cases = ['http-token-absent', 'http-get', 'http-allow', 'http-no-session', 'header-name-base64'];
        expect(failed(await overHttp(url, cases))).to.deep.equal([]);
      }
    ));

  it('does not check a server that does not let it in', async () => {
    const site = await openSite('none');
    try {
      const connect = () => httpPeer(`http://127.0.0.1:${site.port}/mcp`, undefined);
      const refused = await checkServer({ connect }).then(
        () => 'it ran',
        (error: Error) => error.message
      );
      expect(refused).to.contain('401');
    } finally {
      await site.close();
    }
  });

  it('writes its outcome for build servers, with nothing that XML forbids', () => {
    const outcome = { id: 'a', rule: 'r & <s>', level: 'should', when: 'after a good call' } as const;
    const outcomes: Outcome[] = [
      { ...outcome, state: 'failed', problem: '"x"\u0007' },
      { ...outcome, id: 'b', state: 'skipped', problem: 'no' },
      { ...outcome, id: 'c', state: 'passed' }
    ];
    expect(junitReport(outcomes, false)).to.contain('tests="3" failures="0" skipped="1"').and.contain('<system-out>');
    expect(junitReport(outcomes, true)).to.contain('failures="1"').and.contain('&quot;x&quot;?; r &amp; &lt;s&gt;');
  });
});
