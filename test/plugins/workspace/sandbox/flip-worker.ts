import { renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

/** Swaps a file and a folder for links to the outside and back, as fast as it can, until `stop` is set. */
const { base, stop } = workerData as { base: string; stop: SharedArrayBuffer };
const root = join(base, 'ws');
const stopped = new Int32Array(stop);
parentPort?.postMessage('ready');
for (let round = 0; Atomics.load(stopped, 0) === 0; round++) {
  const next = join(root, 'flip.next');
  if (round % 2 === 0) symlinkSync(join(base, 'outside/secret.txt'), next);
  else writeFileSync(next, 'harmless');
  renameSync(next, join(root, 'flip.txt'));
  if (round % 2 === 0) {
    renameSync(join(root, 'dir'), join(root, 'dir.away'));
    symlinkSync(join(base, 'outside'), join(root, 'dir'));
  } else {
    unlinkSync(join(root, 'dir'));
    renameSync(join(root, 'dir.away'), join(root, 'dir'));
  }
}
