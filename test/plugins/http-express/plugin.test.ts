import { expect } from 'chai';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { StartupError } from '../../../core/errors.js';
import type { HttpSite } from '../../../core/http/site.js';
import plugin from '../../../plugins/http-express/index.js';
import { RawClient, request, send } from './raw-client.js';
import { startSite, type Line } from './test-site.js';

const options = { headers_seconds: 10, request_seconds: 30, keep_alive_seconds: 65, drain_seconds: 10 };

async function startPlugin(sites: readonly HttpSite[]) {
  const lines: Line[] = [];
  const write =
    (level: string) =>
    (event: string, fields: object = {}) =>
      void lines.push({ level, event, fields: { ...fields } });
  const log = { debug: write('debug'), info: write('info'), warning: write('warning'), error: write('error') };
  const stop = await plugin.start({ sites, pages: [] }, { options, log } as unknown as Parameters<
    typeof plugin.start
  >[1]);
  return { stop: stop as () => Promise<void>, lines };
}

/** A site like that of the other tests, which is not served yet. */
async function unserved(change: Partial<HttpSite> = {}): Promise<HttpSite> {
  const { site, stop } = await startSite();
  await stop();
  return { ...site, ...change };
}

describe('http-express: the plugin', () => {
  it('serves every site on its own port until it is stopped', async () => {
    const { stop, lines } = await startPlugin([await unserved({ name: 'a' }), await unserved({ name: 'b' })]);
    const listening = lines.filter(({ event }) => event === 'http.listening');
    expect(listening.map(({ fields }) => fields['site'])).to.deep.equal(['a', 'b']);
    const ports = listening.map(({ fields }) => fields['port'] as number);
    for (const port of ports) expect((await send(port, 'GET', '/healthz')).status).to.equal(200);
    const idle = await RawClient.open(ports[0] as number);
    await idle.write(request('GET', '/healthz')).answer();
    await stop();
    await idle.end();
  });

  it('says which site cannot listen, and leaves no other one open', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise(resolve => blocker.once('listening', resolve));
    const { port } = blocker.address() as AddressInfo;
    const first = await unserved({ name: 'first' });
    const second = await unserved({ name: 'second', port });
    const error = await startPlugin([first, second]).then(
      () => undefined,
      (reason: unknown) => reason
    );
    blocker.close();
    expect(error).to.be.instanceOf(StartupError);
    expect((error as StartupError).problems).to.have.length(1);
    expect((error as StartupError).problems[0]).to.include({ code: 'listen_failed' });
    expect((error as StartupError).message).to.contain(`second cannot listen on 127.0.0.1:${port} (EADDRINUSE)`);
  });

  it('does not start a site whose schema is broken', async () => {
    const site = await unserved();
    const broken = { ...site, schemas: { Echo: { type: 'objekt' } } };
    const error = await startPlugin([broken]).then(
      () => undefined,
      (reason: unknown) => reason
    );
    expect(error).to.be.instanceOf(Error);
  });
});
