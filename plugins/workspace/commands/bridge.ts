import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type CommandContext, type ExitStatus, listenForStop, settingName } from '../../../core/index.js';
import { CODES } from '../../../core/mcp/index.js';
import { BridgeSession } from '../bridge/session.js';
import { serveCommand } from './serve-command.js';

/** For the C library: what is freed goes back to the system. */
const GIVES_BACK = { MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Serves clients of revisions with a handshake over stdio. The server is a process of its own behind it, and knows nothing
 * of them; the bridge ends when its input does, and so does the server.
 */
export async function bridge(context: CommandContext): Promise<ExitStatus> {
  const { env, err } = context;
  // Clients of those revisions show models the text.
  const settings = { [settingName('MCP', 'sandbox', 'result_text')]: 'full', ...GIVES_BACK, ...env };
  const server = spawn(process.execPath, serveCommand(context, 'stdio'), {
    env: settings,
    stdio: ['pipe', 'pipe', 'inherit']
  });
  const ended = once(server, 'close') as Promise<[number | null]>;
  server.stdin.on('error', () => {});
  process.stdout.on('error', () => server.stdin.end());
  const session = new BridgeSession({
    toServer: message => void server.stdin.write(`${JSON.stringify(message)}\n`),
    toClient: message => void process.stdout.write(`${JSON.stringify(message)}\n`)
  });
  const { signal } = listenForStop();
  signal.addEventListener('abort', () => server.stdin.end());
  const fromServer = eachMessage(server.stdout, message => session.fromServer(message));
  await eachMessage(
    process.stdin,
    message => session.fromClient(message),
    () =>
      void process.stdout.write(
        `${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: CODES.parseError, message: 'the line is not JSON' } })}\n`
      )
  );
  server.stdin.end();
  await fromServer;
  const [status] = await ended;
  if (status !== 0) err(`bylaw: the server behind the bridge has ended with status ${status ?? 'of a signal'}`);
  return status === 0 ? 0 : 2;
}

/** Calls `take` with every line's message until the stream ends. */
async function eachMessage(
  stream: Readable,
  take: (message: unknown) => void,
  broken: () => void = () => {}
): Promise<void> {
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      broken();
      continue;
    }
    take(message);
  }
}
