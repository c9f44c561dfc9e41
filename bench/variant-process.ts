import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Since the process began: microseconds of CPU, and megabytes. */
export interface Usage {
  readonly cpu: number;
  readonly peak: number;
  readonly resident: number;
  /** After a full collection, where the process was started with --expose-gc. */
  readonly heap: number;
}

export interface VariantProcess {
  readonly port: number;
  readonly pid: number;
  usage(): Promise<Usage>;
  end(): Promise<void>;
}

/** A server in a process of its own, so that its CPU and memory are its own. Throws when it ends before it listens. */
export async function launch(
  script: URL,
  args: readonly string[],
  execArgv: readonly string[] = []
): Promise<VariantProcess> {
  const stdio = ['ignore', 'inherit', 'ignore', 'ipc'] as const;
  const child = fork(fileURLToPath(script), [...args], { stdio: [...stdio], execArgv: [...execArgv] });
  const ended = once(child, 'exit');
  const next = async <T>(): Promise<T> => {
    const failed = ended.then(() => Promise.reject(new Error(`the server ${args.join(' ')} ended`)));
    const [value] = (await Promise.race([once(child, 'message'), failed])) as [T];
    return value;
  };
  const { port } = await next<{ port: number }>();
  return {
    port,
    pid: child.pid!,
    usage() {
      const answer = next<Usage>();
      child.send('usage');
      return answer;
    },
    async end() {
      child.disconnect();
      await ended;
    }
  };
}

/** The other end: says that the server listens, what it used whenever it is asked, and ends with its parent. */
export function serveParent(port: number): void {
  process.on('message', () => process.send!(usage()));
  process.on('disconnect', () => process.exit(0));
  process.send!({ port });
}

function usage(): Usage {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const mega = 1024 * 1024;
  return {
    cpu: user + system,
    peak: process.resourceUsage().maxRSS / 1024,
    resident: rss / mega,
    heap: heapUsed / mega
  };
}
