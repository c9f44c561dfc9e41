import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { once } from '../../../core/index.js';

/** After so long without a call. One look at garbage, of some 30 ms, frees it; those after it give its memory back. */
const LOOKS_MS = [3000, 3000, 3000] as const;

const collect = once(() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
});

/**
 * Called at the end of every call: a server that waits gives memory back. The engine by itself keeps what calls have left until
 * it needs the room, while the server's machine is that of whoever reads files.
 */
export function clearWhenIdle(): () => void {
  let timer: NodeJS.Timeout | undefined;
  const lookAfter = ([ms, ...others]: readonly number[]): void => {
    clearTimeout(timer);
    if (ms === undefined) return;
    timer = setTimeout(() => {
      collect()();
      lookAfter(others);
    }, ms).unref();
  };
  return () => lookAfter(LOOKS_MS);
}
