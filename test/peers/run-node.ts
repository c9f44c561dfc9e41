import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Exit {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of an installed package to its end, with nothing on its input. */
export async function runNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Exit> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('MCP_'));
  const child = spawn(process.execPath, args, {
    env: { ...Object.fromEntries(own), ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout, stderr };
}
