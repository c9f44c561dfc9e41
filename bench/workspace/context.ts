import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { HANDSHAKE, MODERN, startServer, type BenchServer } from './server.js';

const CLI = fileURLToPath(new URL('../../core/cli.js', import.meta.url));
const load = createRequire(import.meta.url);

/** One line of the report: what was measured here, beside it what it is held against. */
export interface Figure {
  readonly goal: number;
  readonly what: string;
  readonly ours: string;
  readonly beside: string;
}

export interface Bench {
  /** Absolute path of the tree. */
  readonly tree: string;
  /** A folder that may be filled; it is removed in the end. */
  readonly scratch: string;
  readonly ripgrep: string;
  ours(workspace: string, env?: Readonly<Record<string, string>>): Promise<BenchServer>;
  /** The reference server for files. */
  peer(workspace: string): Promise<BenchServer>;
  report(figure: Figure): void;
}

export const startOurs: Bench['ours'] = (workspace, env = {}) =>
  startServer(
    [process.execPath, CLI, 'workspace', 'serve', '--transport', 'stdio'],
    { MCP_SANDBOX__WORKSPACE: workspace, MCP_OBSERVABILITY__LOG_LEVEL: 'error', ...env },
    MODERN
  );

export const startPeer: Bench['peer'] = workspace =>
  startServer(
    [process.execPath, load.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'), workspace],
    {},
    HANDSHAKE
  );

export const ripgrepPath = (): string =>
  load.resolve(
    `@vscode/ripgrep-${process.platform}-${process.arch}/bin/${process.platform === 'win32' ? 'rg.exe' : 'rg'}`
  );

/** `structuredContent` of an answer. */
export const fieldsOf = (message: any): any => message.result?.structuredContent ?? {};
