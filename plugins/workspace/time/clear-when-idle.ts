import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { once } from '../../../core/index.js';

/** A process that holds more gives memory back between calls too, at most once in this time. */
const PRESSED_BYTES = 120 * 1024 * 1024;
const PAUSE_MS = 2000;

/** After so long without a call. A look at garbage, of some 30 ms, frees it; the last three, of twice that, move together what is left. */
const LOOKS_MS = [3000, 2000, 2000, 3000, 4000] as const;
const MOVING = 3;

type Collect = (options?: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void> | undefined;

const collector = once(() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
});

const collect = (): void => void collector()();

/** Moves what stays together, which takes a fifth less than what lies between the gaps that calls have left. */
async function compact(): Promise<void> {
  setFlagsFromString('--compact-on-every-full-gc');
  // With nothing on the stack: what a function holds that runs is not moved.
  await collector()({ type: 'major', execution: 'async' });
  setFlagsFromString('--no-compact-on-every-full-gc');
}

/** Whether what only makes the next call faster has to go. */
export const isPressed = (): boolean => process.memoryUsage.rss() > PRESSED_BYTES;

/**
 * Called at the end of every call: a server that waits gives memory back. The engine by itself keeps what calls have left until
 * it needs the room, while the server's machine is that of whoever reads files.
 */
export function clearWhenIdle(): () => void {
  let timer: NodeJS.Timeout | undefined;
  let looked = 0;
  const lookAfter = ([ms, ...others]: readonly number[]): void => {
    clearTimeout(timer);
    if (ms === undefined) return;
    timer = setTimeout(() => {
      if (others.length < MOVING) void compact();
      else collect();
      lookAfter(others);
    }, ms).unref();
  };
  return () => {
    lookAfter(LOOKS_MS);
    if (performance.now() - looked < PAUSE_MS || !isPressed()) return;
    looked = performance.now();
    // Behind the answer.
    setImmediate(collect);
  };
}
