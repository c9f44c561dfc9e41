import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createStore } from '../../../plugins/storage-knex/create-store.js';
import { stormCollections } from './commit-storm.js';

const storm = fileURLToPath(new URL('commit-storm.js', import.meta.url));

/** The ids acknowledged before the process was killed, at a moment that differs from round to round. */
async function killedAfter(acknowledgements: number, file: string, round: number): Promise<string[]> {
  const child = spawn(process.execPath, [storm, file, `${round}`], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (printed.split('\n').length > acknowledgements) child.kill('SIGKILL');
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(signal).to.equal('SIGKILL');
  // The last line may be cut off by the kill.
  return printed.split('\n').slice(0, -1);
}

describe('store: a killed process', () => {
  it('has kept every acknowledged commit, whole, and the search index with it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bylaw-crash-'));
    const file = join(folder, 'a.db');
    const acknowledged: string[] = [];
    for (let round = 0; round < 5; round++) acknowledged.push(...(await killedAfter(40 + 97 * round, file, round)));

    const store = await createStore(`sqlite:${file}`);
    await store.open({ name: 'test', steps: [{ version: 1, title: 'first', collections: stormCollections }] });
    const [heads, tails] = (await store.read(['heads', 'tails'].map(from => [store.prepare({ from }), {}]))) as [
      { id: string }[],
      { id: string }[]
    ];
    const found = await store.search('tails', 'word', { limit: 1_000_000 });
    await store.close();
    await rm(folder, { recursive: true });

    const ids = new Set(heads.map(({ id }) => id));
    expect(acknowledged.length).to.be.greaterThan(1000);
    expect(acknowledged.filter(id => !ids.has(id))).to.deep.equal([]);
    expect(tails.map(({ id }) => id)).to.have.members([...ids]);
    expect(found).to.have.length(ids.size);
  });
});
