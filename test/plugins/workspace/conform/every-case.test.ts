import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { httpPeer } from '../../../../plugins/workspace/conform/http-peer.js';
import type { Peer } from '../../../../plugins/workspace/conform/peer.js';
import { CASES, checkServer } from '../../../../plugins/workspace/conform/run.js';
import { stdioPeer } from '../../../../plugins/workspace/conform/stdio-peer.js';
import { watches } from '../../../../plugins/workspace/conform/watch.js';
import { contraryAnswer, contraryNoise, MODES, type Mode } from './contrary.js';
import { FAULTS } from './faults.js';

const SERVER = fileURLToPath(new URL('./contrary-server.js', import.meta.url));
const PATIENCE_MS = 100_000;

/** Found by servers that break one rule and keep the others; `conform.test.ts` shows each. */
const SHOWN_ALONE = new Set([
  ...Object.values(FAULTS).map(({ found }) => found),
  'progress',
  'header-name-base64',
  'answers-before-it-ends',
  'alive-after-nonsense'
]);

describe('every case of conform', () => {
  const failed = new Set<string>();
  const run = async (connect: () => Peer, only?: (id: string) => boolean) => {
    const outcomes = await checkServer({ connect, ...(only && { only }) });
    for (const { id, state } of outcomes) if (state === 'failed') failed.add(id);
  };

  async function overHttp(mode: Mode): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const answer = contraryAnswer(mode, Buffer.concat(chunks).toString());
        response.setHeader('Mcp-Session-Id', 'kept');
        if (mode !== 'raves')
          return void response
            .setHeader('Content-Type', mode === 'refuses' ? 'text/html' : 'application/json')
            .end(JSON.stringify(answer));
        response.writeHead(299, { 'Content-Type': 'text/event-stream' });
        for (const message of [...contraryNoise, answer]) response.write(`data: ${JSON.stringify(message)}\n\n`);
        response.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      await run(() => httpPeer(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, 'token'));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it('fails for a server that breaks its rule', async () => {
    for (const mode of MODES) await overHttp(mode);
    const untried = () =>
      [...CASES, ...watches].map(({ id }) => id).filter(id => !failed.has(id) && !SHOWN_ALONE.has(id));
    for (const mode of MODES) {
      const left = new Set(untried());
      await run(
        () => stdioPeer(`node ${SERVER} ${mode}`, process.env, PATIENCE_MS),
        id => left.has(id)
      );
    }
    expect(untried()).to.deep.equal([]);
  });
});
