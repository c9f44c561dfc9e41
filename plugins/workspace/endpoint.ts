import { extensionPoint } from '../../core/index.js';
import type { McpServer } from '../../core/mcp/index.js';
import type { Sandbox } from './sandbox/contract.js';

/** What `/readyz` and `doctor` tell. */
export interface Readiness {
  readonly status: 'ready' | 'not_ready';
  readonly workspace_present: boolean;
  readonly tools: number;
  readonly protocol_versions: readonly string[];
}

/** The started server, for a transport to put on a wire. */
export interface WorkspaceEndpoint {
  readonly server: McpServer;
  readonly sandbox: Sandbox;
  /** Time budget of a call. */
  readonly budgetMs: number;
  readiness(): Promise<Readiness>;
  /** Makes at once what would otherwise be made with the first call, which is worth it where a server lives long. */
  prepare(): void;
}

export const WorkspaceEndpoint = extensionPoint<WorkspaceEndpoint>('workspace-endpoint', e => e.server.info.name);
