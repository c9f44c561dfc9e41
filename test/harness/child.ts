import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { main, PACKAGE_ROOT } from '../../core/cli/main.js';
import { Client } from './client.js';
import { NODE } from './node.js';
import { KEY, trustBuild } from './service.js';

const CLI = join(PACKAGE_ROOT, 'dist', 'core', 'cli.js');

function launch(args: readonly string[], env: Readonly<Record<string, string>>, shell?: string): ChildProcess {
  const { PATH = '' } = process.env;
  const options = { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
  const [program, ...flags] = NODE;
  if (shell === undefined) return spawn(program, [...flags, CLI, ...args], options);
  return spawn('sh', ['-c', `${shell} exec "$0" "$@"`, ...NODE, CLI, ...args], options);
}

export interface Finished {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of `bylaw` to its end, in this process: most of what it would take is the start of another one. */
export async function bylaw(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  await trustBuild();
  let out = '';
  let err = '';
  const code = await main(args, {
    env,
    out: line => void (out += `${line}\n`),
    err: line => void (err += `${line}\n`)
  });
  return { code, out, err };
}

export interface Served {
  readonly client: Client;
  readonly port: number;
  readonly pid: number;
  /** Everything the process has written to stderr so far, by line. */
  readonly lines: readonly string[];
  kill(signal: NodeJS.Signals): void;
  /** Resolves when a line of the log has this event. */
  logged(event: string): Promise<void>;
  /** Exit code and signal, when the process has ended. */
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
}

export const storageIn = (folder: string) => ({
  AGENT_STORAGE__DATABASE_URL: `sqlite:${join(folder, 'support.db')}`,
  AGENT_SECURITY__API_KEYS: `demo:${KEY}`
});

/** A real `bylaw support serve` on a free port; `shell` runs before it in the same process. */
export function serve(folder: string, env: Readonly<Record<string, string>> = {}, shell?: string): Promise<Served> {
  const own = { ...storageIn(folder), AGENT_SERVER__PORT: '0', AGENT_OBSERVABILITY__LOG_FORMAT: 'json' };
  return listening(launch(['support', 'serve'], { ...own, ...env }, shell));
}

/** A real `bylaw orchestrator serve` on a free port. */
export const serveOrchestrator = (env: Readonly<Record<string, string>> = {}): Promise<Served> =>
  listening(
    launch(['orchestrator', 'serve'], { MCP_HOST: '127.0.0.1', MCP_PORT: '0', MCP_API_KEYS: `team:${KEY}`, ...env })
  );

async function listening(child: ChildProcess): Promise<Served> {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stderr! }).on('line', line => {
    lines.push(line);
    for (const look of waiting) look();
  });
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const find = (event: string) => lines.find(line => line.includes(`"${event}"`));
  const logged = (event: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (find(event) === undefined) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      void ended.then(() => reject(new Error(`it ended before it logged ${event}:\n${lines.join('\n')}`)));
      look();
    });
  await logged('http.listening');
  const port = Number(JSON.parse(find('http.listening')!).port);
  return {
    client: new Client(`http://127.0.0.1:${port}`, KEY),
    port,
    pid: child.pid!,
    lines,
    kill: signal => void child.kill(signal),
    logged,
    ended
  };
}
