import { extensionPoint } from '../../core/index.js';
import type { Orchestrator } from './service.js';

/** The started orchestrator, for commands and for plugins that show it in another way. */
export interface OrchestratorEndpoint {
  readonly service: Orchestrator;
  /** The key of callers from elsewhere, where none is set; undefined where keys are set or nobody needs one. */
  readonly generatedKey: string | undefined;
}

export const OrchestratorEndpoint = extensionPoint<OrchestratorEndpoint>('orchestrator-endpoint', () => 'orchestrator');
