import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { processTimes } from '../process-times.js';
import { META, PROTOCOL_VERSION } from '../../core/mcp/index.js';

/** A tool server on its pipes. */
export interface BenchServer {
  /** From the start of the process to its first list of tools, in ms. */
  readonly coldMs: number;
  /** Resident memory after that, in MB. */
  readonly idleMb: number;
  call(name: string, args: object): Promise<any>;
  /** Highest resident memory so far, in MB. */
  peakMb(): number;
  /** Resident memory in MB. */
  nowMb(): number;
  /** CPU time so far in ms. */
  cpuMs(): number;
  end(): void;
}

export interface Spoken {
  /** Sent before anything else, for revisions with a handshake. */
  readonly opening: readonly object[];
  readonly meta: object;
}

/** The revision that is served here: no handshake, everything in `_meta`. */
export const MODERN: Spoken = {
  opening: [],
  meta: { _meta: { [META.protocolVersion]: PROTOCOL_VERSION, [META.clientCapabilities]: {} } }
};

/** A revision with a handshake, for servers that have not moved on. */
export const HANDSHAKE: Spoken = {
  opening: [
    {
      id: 'open',
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } }
    },
    { method: 'notifications/initialized' }
  ],
  meta: {}
};

export async function startServer(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  { opening, meta }: Spoken
): Promise<BenchServer> {
  const [program = '', ...args] = command;
  const begun = performance.now();
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<unknown, (message: any) => void>();
  createInterface({ input: child.stdout }).on('line', line => {
    const message = JSON.parse(line) as { id?: unknown };
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let sent = 0;
  const send = (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (message: { id?: unknown }) =>
    new Promise<any>(resolve => {
      waiting.set(message.id, resolve);
      send(message);
    });
  for (const message of opening) await ('id' in message ? ask(message) : send(message));
  await ask({ id: 'list', method: 'tools/list', params: meta } as object);
  const coldMs = performance.now() - begun;
  return {
    coldMs,
    idleMb: memory(child, 'VmRSS'),
    call: async (name, given) => {
      const id = ++sent;
      const request = { id, method: 'tools/call', params: { name, arguments: given, ...meta } };
      return (await ask(request as object)) as unknown;
    },
    peakMb: () => memory(child, 'VmHWM'),
    nowMb: () => memory(child, 'VmRSS'),
    cpuMs: () => (processTimes(child.pid!)?.spent ?? 0) / 1000,
    end: () => void child.kill('SIGKILL')
  };
}

function memory({ pid }: ChildProcess, field: string): number {
  const line = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}
