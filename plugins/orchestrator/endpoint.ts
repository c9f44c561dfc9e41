import { extensionPoint } from '../../core/index.js';
import type { Service } from './http/service.js';

/** The started orchestrator, for commands and for plugins that show it in another way. */
export interface OrchestratorEndpoint {
  readonly service: Service;
  /** The key of callers from elsewhere, where none is set; undefined where keys are set or nobody needs one. */
  readonly generatedKey: string | undefined;
}

export const OrchestratorEndpoint = extensionPoint<OrchestratorEndpoint>('orchestrator-endpoint', () => 'orchestrator');
