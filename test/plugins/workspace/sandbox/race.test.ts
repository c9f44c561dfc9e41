import { expect } from 'chai';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Denied } from '../../../../plugins/workspace/sandbox/denied.js';
import { openSandbox } from '../../../../plugins/workspace/sandbox/sandbox.js';
import { deadlineIn } from '../../../../plugins/workspace/time/deadline.js';
import { makeFixture, SECRET, type Fixture } from '../workspace-fixture.js';

const LEAST_ROUNDS = 3000;

describe('a link that is swapped between check and use', () => {
  let fixture: Fixture;
  let worker: Worker;
  const stop = new SharedArrayBuffer(4);

  before(async () => {
    fixture = makeFixture();
    fixture.write('flip.txt', 'harmless');
    fixture.write('dir/secret.txt', 'harmless');
    writeFileSync(join(fixture.base, 'outside/only-outside'), SECRET);
    worker = new Worker(new URL('./flip-worker.js', import.meta.url), { workerData: { base: fixture.base, stop } });
    await once(worker, 'message');
  });
  after(async () => {
    Atomics.store(new Int32Array(stop), 0, 1);
    await once(worker, 'exit');
    fixture.remove();
  });

  it(`leaks nothing in ${LEAST_ROUNDS} reads of a file, of a file behind a folder, listings and looks of a search`, async () => {
    const sandbox = await openSandbox(fixture.root);
    const outcomes = { harmless: 0, denied: 0 };
    const attempt = async (work: () => Promise<string>): Promise<void> => {
      try {
        const seen = await work();
        expect(seen).not.to.contain(SECRET).and.not.to.contain('only-outside');
        outcomes.harmless++;
      } catch (error) {
        expect(error).to.be.instanceOf(Denied);
        outcomes.denied++;
      }
    };
    const read = async (path: string): Promise<string> => {
      const file = await sandbox.open(path);
      try {
        return file.read(0, 100).toString();
      } finally {
        file.close();
      }
    };
    const time = { deadline: deadlineIn(600_000), signal: new AbortController().signal };
    const peek = async (): Promise<string> => {
      const tree = sandbox.tree({ path: 'dir', ...time });
      try {
        let seen = '';
        for (let { value } = tree.entries.next(); value !== undefined; { value } = tree.entries.next()) {
          const file = tree.peek();
          seen += `${value.path} ${file?.read(0, 100).toString()}`;
          file?.close();
        }
        return seen;
      } finally {
        tree.close();
      }
    };
    // Until the race was run on both sides.
    for (let round = 0; round < LEAST_ROUNDS || outcomes.harmless === 0 || outcomes.denied === 0; round++) {
      await attempt(() => read('flip.txt'));
      await attempt(() => read('dir/secret.txt'));
      await attempt(async () => JSON.stringify(sandbox.list('dir')));
      await attempt(peek);
    }
  });
});
