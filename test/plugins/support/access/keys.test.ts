import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bylaw, serve, type Served } from '../../../harness/child.js';
import { Client } from '../../../harness/client.js';
import { startService } from '../../../harness/service.js';

interface NewKey {
  readonly secret: string;
  readonly line: string;
}

const made = async (...options: string[]): Promise<NewKey> => {
  const { code, out, err } = await bylaw(['support', 'key', 'demo', '--json', ...options]);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as NewKey;
};

describe('support agent: keys in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-keys-'));
  const file = join(folder, 'keys');
  const write = (...lines: string[]) => writeFileSync(file, ['# who may call', '', ...lines, ''].join('\n'));
  const env = { AGENT_SECURITY__API_KEYS_FILE: file, AGENT_SECURITY__API_KEYS: '' };
  let old: NewKey;
  let next: NewKey;
  let served: Served;
  const statusOf = async (secret: string) =>
    (await new Client(`http://127.0.0.1:${served.port}`, secret).get('/v1/keys')).status;

  before(async () => {
    [old, next] = await Promise.all([made(), made('--expires', '2999-01-01')]);
    write(old.line);
    served = await serve(folder, env);
  });
  after(async () => {
    served.kill('SIGTERM');
    await served.ended;
    rmSync(folder, { recursive: true });
  });

  it('are read again on SIGHUP: two are valid at once, then the old one is gone', async () => {
    expect([await statusOf(old.secret), await statusOf(next.secret)]).to.deep.equal([200, 403]);
    write(old.line, next.line);
    served.kill('SIGHUP');
    await served.logged('keys.reloaded');
    expect([await statusOf(old.secret), await statusOf(next.secret)]).to.deep.equal([200, 200]);
    const client = new Client(`http://127.0.0.1:${served.port}`, next.secret);
    const { keys } = (await client.get('/v1/keys')).body;
    expect(keys).to.have.length(2);
    for (const key of keys) {
      expect(key.key).to.match(/^[0-9a-f]{8}$/);
      expect(Date.now() - Date.parse(key.last_used_at)).to.be.within(0, 60_000);
    }
    expect(keys[1].expires_at).to.equal('2999-01-01T00:00:00.000Z');

    write(next.line);
    served.kill('SIGHUP');
    while ((await statusOf(old.secret)) !== 403);
    expect(await statusOf(next.secret)).to.equal(200);
  });

  it('stay as they are when the file has a mistake, which is told without what stands there', async () => {
    write(next.line, 'demo:in-the-clear');
    served.kill('SIGHUP');
    await served.logged('keys.refused');
    expect(await statusOf(next.secret)).to.equal(200);
    expect(await statusOf('in-the-clear')).to.equal(403);
    const log = served.lines.join('\n');
    expect(log).to.contain('line 4 of the file holds a secret').and.not.contain('in-the-clear');
    for (const { secret, line } of [old, next]) {
      expect(log).not.to.contain(secret);
      expect(log).not.to.contain(line.split('=')[1]!.slice(8, 64));
      expect(readFileSync(join(folder, 'support.db')).includes(secret)).to.equal(false);
    }
  });

  it('are refused with all their mistakes at the start', async () => {
    write(
      'demo:secret',
      'demo:sha256=12',
      `demo:sha256=${'a'.repeat(64)}:fly`,
      `shop:sha256=${'b'.repeat(64)} expires=soon`
    );
    const { code, err } = await bylaw(['support', 'serve'], env);
    expect(code).to.equal(2);
    for (const place of [3, 4, 5, 6]) expect(err).to.contain(`AGENT_SECURITY__API_KEYS_FILE line ${place} of the file`);
    expect(err).not.to.contain('soon\n');
  });

  it('hold from their first moment to their last', async () => {
    const secret = 'for-one-day';
    const key = `demo:${secret} from=2026-03-01 expires=2026-03-02T12:00Z`;
    const service = await startService({ env: { AGENT_SECURITY__API_KEYS: key } });
    let moment = '2026-02-28T23:59:59Z';
    const then = await service.variant({ now: () => new Date(moment) });
    try {
      const statuses: number[] = [];
      for (moment of [moment, '2026-03-01T00:00:00Z', '2026-03-02T11:59:59Z', '2026-03-02T12:00:00Z'])
        statuses.push((await then.client(secret).get('/v1/keys')).status);
      expect(statuses).to.deep.equal([403, 200, 200, 403]);
    } finally {
      await then.stop();
      await service.stop();
    }
  });
});
