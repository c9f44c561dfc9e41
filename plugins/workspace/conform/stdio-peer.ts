import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseOne } from './http-peer.js';
import type { Peer, Reply } from './peer.js';
import { isObject } from '../../../core/index.js';

const TIMEOUT_MS = 10_000;
/** How much later a forbidden answer may come and still be caught. */
const AFTERTHOUGHT_MS = 30;

/** Starts the command in a shell and talks to it line by line. A process that died is started again. */
export function stdioPeer(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs = TIMEOUT_MS
): Peer {
  const seen: unknown[] = [];
  let child: ChildProcess | undefined;
  let exited: Promise<number | null> = Promise.resolve(null);
  let inbox: unknown[] = [];
  let wake = () => {};
  let probes = 0;

  function start(): ChildProcess {
    if (child !== undefined && child.exitCode === null && child.signalCode === null) return child;
    // A group of its own, so that the shell and what it started end together.
    const started = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'pipe', 'ignore'], env });
    let held = '';
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (held + text).split('\n');
      held = lines.pop()!;
      for (const line of lines) receive(parseOne(line));
    });
    exited = new Promise(resolve => started.on('close', code => resolve(code)));
    void exited.then(() => {
      if (held !== '') receive(parseOne(held));
      wake();
    });
    started.stdin.on('error', () => {});
    child = started;
    return started;
  }

  function receive(message: unknown): void {
    seen.push(message);
    inbox.push(message);
    wake();
  }

  /** Waits until what has come satisfies `enough`; false when time ran out or the process has ended. */
  async function until(enough: () => boolean): Promise<boolean> {
    const end = Date.now() + timeoutMs;
    while (!enough()) {
      if (Date.now() >= end || child?.exitCode !== null || child.signalCode !== null) return enough();
      await Promise.race([new Promise<void>(resolve => (wake = resolve)), sleep(50)]);
    }
    return true;
  }

  const write = (message: unknown) =>
    void start().stdin!.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);

  const answers = (id: unknown) => (message: unknown) =>
    isObject(message) &&
    ('result' in message || 'error' in message) &&
    (message['id'] === id || message['id'] === undefined || message['id'] === null);

  async function ask(message: unknown): Promise<Reply> {
    inbox = [];
    write(message);
    const id = isObject(message) ? message['id'] : undefined;
    const came = await until(() => inbox.some(answers(id)));
    const note = child?.exitCode === null ? `no answer within ${timeoutMs / 1000} s` : 'the server has ended';
    return { messages: inbox, ...(came ? {} : { note }) };
  }

  /** A request that is refused marks the moment up to which an answer would have come. */
  async function tell(message: unknown): Promise<Reply> {
    inbox = [];
    write(message);
    const id = `probe-${++probes}`;
    write({ jsonrpc: '2.0', id, method: 'server/discover' });
    await until(() => inbox.some(m => isObject(m) && m['id'] === id));
    await sleep(AFTERTHOUGHT_MS);
    return { messages: inbox.filter(m => !isObject(m) || m['id'] !== id) };
  }

  async function finish(text: string) {
    inbox = [];
    const { stdin } = start();
    stdin!.end(text);
    const exit = await Promise.race([exited, sleep(timeoutMs, undefined, { ref: false }).then(() => undefined)]);
    return {
      messages: inbox,
      exit: exit ?? null,
      ...(exit === undefined ? { note: 'it goes on after its input ended' } : {})
    };
  }

  async function close(): Promise<void> {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself in the meantime.
    }
    await exited;
  }

  return { transport: 'stdio', seen, guarded: false, ask, tell, finish, close };
}
