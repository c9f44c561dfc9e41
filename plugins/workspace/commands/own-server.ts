import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandContext } from '../../../core/index.js';
import { httpPeer } from '../conform/http-peer.js';
import type { Peer } from '../conform/peer.js';
import { stdioPeer } from '../conform/stdio-peer.js';
import { serveCommand } from './serve-command.js';
import type { Transport } from './service.js';

type Env = CommandContext['env'];

/**
 * Gives peers of this very server, over its pipes and then over HTTP on a free port with a token, and ends what it started.
 * They serve the workspace that is set, or a folder of one file.
 */
export async function withOwnServers<T>(
  context: Pick<CommandContext, 'root' | 'env'>,
  check: (transport: Transport, connect: () => Peer) => Promise<T>
): Promise<readonly T[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-conform-'));
  writeFileSync(join(folder, 'README.md'), '# A workspace\n');
  const { env } = context;
  const own: Env = { ...env, MCP_SANDBOX__WORKSPACE: env['MCP_SANDBOX__WORKSPACE'] ?? folder };
  try {
    const quoted = [process.execPath, ...serveCommand(context, 'stdio')].map(word => JSON.stringify(word));
    const overPipes = await check('stdio', () => stdioPeer(quoted.join(' '), own));
    const token = randomBytes(32).toString('hex');
    const settings = { ...own, ...HTTP, MCP_HTTP__BEARER_TOKEN: token };
    const overHttp = await withHttp([process.execPath, ...serveCommand(context, 'http')], settings, url =>
      check('http', () => httpPeer(url, token))
    );
    return [overPipes, overHttp];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const HTTP: Env = {
  MCP_HTTP__HOST: '127.0.0.1',
  MCP_HTTP__PORT: '0',
  MCP_OBSERVABILITY__LOG_LEVEL: 'info',
  MCP_OBSERVABILITY__LOG_FORMAT: 'json'
};
const LISTENING = /"message":"http\.listening".*?"port":(\d+)|"port":(\d+).*?"message":"http\.listening"/;

/** Starts a server that logs its port. Throws with what it said where it ends before. */
async function withHttp<T>(
  [program, ...args]: readonly string[],
  env: Env,
  use: (url: string) => Promise<T>
): Promise<T> {
  const child = spawn(program!, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  try {
    const port = await new Promise<string>((resolve, reject) => {
      let log = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        log = `${log}${text}`.slice(-10_000);
        const found = LISTENING.exec(log);
        if (found !== null) resolve((found[1] ?? found[2])!);
      });
      void ended.then(() => reject(new Error(log.trim())));
    });
    return await use(`http://127.0.0.1:${port}/mcp`);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
