import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Nginx {
  readonly port: number;
  /** Process of the one worker. */
  readonly pid: number;
  stop(): void;
}

const BINARIES = ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx'];

/** nginx as a plain proxy with kept connections, one worker, on core 0; undefined where it is not installed. */
export async function startNginx(upstream: number): Promise<Nginx | undefined> {
  const binary = BINARIES.find(name => spawnSync(name, ['-v']).status === 0);
  if (binary === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  keepalive_requests 100000000;
  upstream tools { server 127.0.0.1:${upstream}; keepalive 64; keepalive_requests 100000000; }
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://tools/mcp; proxy_http_version 1.1; proxy_set_header Connection ""; } }
}`
  );
  const child = spawn('taskset', ['-c', '0', binary, '-e', `${folder}/error.log`, '-c', file], { stdio: 'inherit' });
  while (!existsSync(join(folder, 'pid'))) await new Promise(resolve => setTimeout(resolve, 20));
  const master = readFileSync(join(folder, 'pid'), 'utf8').trim();
  let worker = '';
  while (worker === '') {
    worker = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim();
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  return {
    port,
    pid: Number(worker),
    stop() {
      child.once('close', () => rmSync(folder, { recursive: true, force: true }));
      process.kill(Number(master), 'SIGTERM');
    }
  };
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
