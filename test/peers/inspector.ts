import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../core/cli/main.js';
import { runNode, type Exit } from './run-node.js';

const INSPECTOR = join(PACKAGE_ROOT, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

export type Era = 'modern' | 'legacy' | 'auto';

/** The exit statuses of the Inspector that tests look for. */
export const INSPECTOR_EXIT = { ok: 0, protocolError: 1 } as const;

/** Runs one method of the Inspector's command line; `target` names the server the way its options do. */
export async function inspect(era: Era, method: readonly string[], target: readonly string[]): Promise<Exit> {
  // It keeps catalogs and credentials in the home folder, where a test has no business.
  const HOME = mkdtempSync(join(tmpdir(), 'bylaw-inspector-'));
  try {
    const options = ['--cli', '--protocol-era', era, '--format', 'json', '-q', '--method', ...method];
    return await runNode([INSPECTOR, ...options, ...target], { HOME, MCP_INSPECTOR_SECRET_STORE: 'memory' });
  } finally {
    rmSync(HOME, { recursive: true, force: true });
  }
}
