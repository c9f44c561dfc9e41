import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { processTimes } from '../process-times.js';

/** Something that routes, or the upstream itself. */
export interface Target {
  readonly name: string;
  readonly port: number;
  readonly path: string;
  /** Where it takes the call in another form than `/route` does. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined where there is no router whose time could be counted. */
  readonly pid: number | undefined;
  stop(): void;
}

const children: ChildProcess[] = [];

/** A script of this folder on one core, which tells its port or that it is ready. */
export function launch(core: number, name: string, ...args: readonly string[]): ChildProcess {
  const file = join(import.meta.dirname, `${name}.js`);
  const child = spawn('taskset', ['-c', String(core), process.execPath, '--expose-gc', file, ...args], {
    // Records of requests are written as always, and lead nowhere. The load says what it did not expect.
    stdio: ['ignore', 'ignore', name === 'load' ? 'inherit' : 'ignore', 'ipc']
  });
  children.push(child);
  return child;
}

/** Lets everything end that was launched. */
export function endAll(): void {
  for (const child of children) if (child.connected) child.disconnect();
}

/** The next message of a process. Rejects when it ends instead. */
export const message = <T>(child: ChildProcess) =>
  new Promise<T>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`));
    child.once('exit', ended);
    child.once('message', value => {
      child.off('exit', ended);
      resolve(value as T);
    });
  });

export async function router(name: string, file: string, path: string, ...args: readonly number[]): Promise<Target> {
  const child = launch(0, file, ...args.map(String));
  const { port } = await message<{ port: number }>(child);
  return { name, port, path, pid: child.pid, stop: () => child.disconnect() };
}

/** CPU time of a process so far in microseconds; 0 where there is none to count. */
export const cpuOf = (pid: number | undefined): number => (pid === undefined ? 0 : (processTimes(pid)?.spent ?? 0));
