import { SHIPPED_ROOT } from '../../../harness/root.js';
import { bylaw, call, type Started } from '../fixture/process.js';
import { assertServerMessage } from '../../../core/mcp/wire-schema.js';
import { buildHostileWorkspace, type HostileWorkspace } from './workspace.js';

export interface HostileSession {
  readonly workspace: HostileWorkspace;
  readonly server: Started;
  /** One call of the running server; rejects when the server has ended. */
  call(tool: string, args?: object): Promise<any>;
  /** Lines of its output that are no message of the protocol. */
  readonly stray: readonly string[];
}

/** Every text of a result. */
export const texts = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(texts)
      : [];

let session: Promise<HostileSession> | undefined;

/** One server on one hostile workspace for all tests of this folder; ended after the last of them. */
export const hostileSession = (): Promise<HostileSession> => (session ??= start());

async function start(): Promise<HostileSession> {
  const workspace = buildHostileWorkspace();
  const server = bylaw(SHIPPED_ROOT, ['workspace', 'serve', '--transport', 'stdio'], {
    MCP_SANDBOX__WORKSPACE: workspace.root,
    MCP_SANDBOX__TOOL_TIMEOUT_SECONDS: '3'
  });
  const waiting = new Map<number, { resolve(message: any): void; reject(error: Error): void }>();
  const stray: string[] = [];
  server.onLine(line => {
    try {
      const message = JSON.parse(line);
      assertServerMessage(message);
      waiting.get(message.id)?.resolve(message.result ?? message);
      waiting.delete(message.id);
    } catch {
      stray.push(line);
    }
  });
  void server.ended.then(() => waiting.forEach(({ reject }) => reject(new Error('the server has ended'))));
  let id = 0;
  return {
    workspace,
    server,
    stray,
    call: (tool, args = {}) =>
      new Promise((resolve, reject) => {
        waiting.set(++id, { resolve, reject });
        server.write(`${JSON.stringify(call(id, tool, args))}\n`);
      })
  };
}

after(async () => {
  if (session === undefined) return;
  const { server, workspace } = await session;
  server.end();
  await server.ended;
  workspace.remove();
});
