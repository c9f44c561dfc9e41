import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Folders } from '../../../core/documents/index.js';
import { type CommandContext, type ExitStatus, listenForStop } from '../../../core/index.js';

/** Editors write a file in several steps; this long after the last one it is read. */
const SETTLED_MS = 80;

/** Runs `work` now and after every change of the root's files, until a signal ends it. Answers the last status. */
export async function watched(
  { root, folders }: Folders,
  work: () => Promise<ExitStatus>,
  { err }: Pick<CommandContext, 'err'>
): Promise<ExitStatus> {
  const { watch } = await import('chokidar');
  const { received } = listenForStop();
  const paths = folders.map(folder => join(root, folder)).filter(path => existsSync(path));
  let timer: NodeJS.Timeout | undefined;
  let status = await work();
  let running = Promise.resolve();
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(async () => {
        try {
          status = await work();
        } catch (error) {
          err((error as Error).message);
        }
        err('waiting for changes');
      });
    }, SETTLED_MS);
  };
  const watcher = watch(paths, { ignoreInitial: true }).on('all', again);
  await new Promise<void>(resolve => watcher.once('ready', () => resolve()));
  err('waiting for changes; Ctrl-C ends it');
  await received;
  clearTimeout(timer);
  await watcher.close();
  await running;
  return status;
}
