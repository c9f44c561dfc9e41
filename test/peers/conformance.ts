import fs from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../core/cli/main.js';
import { PROTOCOL_VERSION } from '../../core/mcp/index.js';
import { runNode } from './run-node.js';

const SUITE = join(PACKAGE_ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const HOOK = join(PACKAGE_ROOT, 'dist/test/peers/glob-sync-hook.js');

export interface Conformance {
  readonly status: number | null;
  /** Scenarios that ran, whether they passed or not. */
  readonly scenarios: number;
  readonly output: string;
}

/**
 * Runs every server scenario of the official suite against an endpoint that asks for no credential. `baseline` is a
 * file beside this one: it lists what may fail and why, and the suite also refuses an entry that passes.
 */
export async function conformance(url: string, baseline: string): Promise<Conformance> {
  const hook = 'globSync' in fs ? [] : ['--import', HOOK];
  const expected = join(PACKAGE_ROOT, 'test/peers', baseline);
  const { status, stdout, stderr } = await runNode([
    ...hook,
    SUITE,
    'server',
    '--url',
    url,
    '--suite',
    'all',
    '--spec-version',
    PROTOCOL_VERSION,
    '--expected-failures',
    expected
  ]);
  const scenarios = stdout.match(/^[✓✗] /gm)?.length ?? 0;
  return { status, scenarios, output: `${stdout}${stderr}` };
}
