import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALL } from './call.js';
import { freePort } from './nginx.js';
import type { Target } from './processes.js';

/** Other projects' routers, of the versions that were measured. They are no dependencies of this one. */
const PACKAGES = ['mcp-hub@4.2.1', 'mcp-proxy@6.7.19'];
const INSTALL_MS = 120_000;
const START_MS = 20_000;

interface Started extends Omit<Target, 'pid' | 'port' | 'stop'> {
  /** Arguments of Node. */
  readonly args: readonly string[];
}

/** Installs both into a temporary folder and starts them on core 0; none, and a line that says why, where that fails. */
export async function startPeers(upstream: number): Promise<readonly Target[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-peers-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...PACKAGES];
  const { status, stderr, error } = spawnSync('npm', install, { cwd: folder, encoding: 'utf8', timeout: INSTALL_MS });
  if (status !== 0) {
    remove();
    const why = (error?.message ?? stderr).split('\n')[0];
    console.log(`${PACKAGES.join(' and ')} are left out, because npm could not install them: ${why}`);
    return [];
  }
  const hubPort = await freePort();
  const config = { mcpServers: { bench: { url: `http://127.0.0.1:${upstream}/mcp` } } };
  writeFileSync(join(folder, 'hub.json'), JSON.stringify(config));
  const proxyPort = await freePort();
  const server = join(import.meta.dirname, 'stdio-upstream.js');
  const started: readonly (Started & { readonly port: number })[] = [
    {
      name: 'mcp-hub',
      port: hubPort,
      path: '/api/servers/tools',
      ...CALL.hub('bench'),
      args: ['mcp-hub/dist/cli.js', '--port', String(hubPort), '--config', join(folder, 'hub.json')]
    },
    {
      name: 'mcp-proxy, to a process',
      port: proxyPort,
      path: '/mcp',
      ...CALL.mcp(''),
      args: `mcp-proxy/dist/bin/mcp-proxy.mjs --host 127.0.0.1 --port ${proxyPort} --server stream`
        .split(' ')
        .concat('--', 'taskset', '-c', '1', process.execPath, server)
    }
  ];
  process.once('exit', remove);
  const targets = await Promise.all(started.map(peer => start(peer, folder)));
  return targets.filter(target => target !== undefined);
}

async function start(
  { args, ...peer }: Started & { readonly port: number },
  folder: string
): Promise<Target | undefined> {
  const [script, ...rest] = args;
  const command = ['-c', '0', process.execPath, join(folder, 'node_modules', script!), ...rest];
  // What they write beside the log they write into the temporary folder.
  const env = { ...process.env, HOME: folder, XDG_STATE_HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn('taskset', command, { stdio: 'ignore', env });
  const stop = () => void child.kill('SIGTERM');
  for (const until = Date.now() + START_MS; Date.now() < until;) {
    if (await answers(peer)) return { ...peer, pid: child.pid, stop };
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  stop();
  console.log(`${peer.name} is left out, because it did not answer the call in ${START_MS / 1000} s`);
  return undefined;
}

async function answers({ port, path, body, headers }: Pick<Target, 'port' | 'path' | 'body' | 'headers'>) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: body!
    });
    return (await response.text()).includes('export function main') && response.status === 200;
  } catch {
    return false;
  }
}
