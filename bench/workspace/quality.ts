import { join } from 'node:path';
import { main, PACKAGE_ROOT } from '../../core/cli/main.js';
import { checkServer } from '../../plugins/workspace/conform/run.js';
import { stdioPeer } from '../../plugins/workspace/conform/stdio-peer.js';
import type { Bench } from './context.js';

/** Goal 7: what the redactor finds in the labelled texts of the repository. */
export async function measureRedaction({ report }: Bench): Promise<void> {
  const printed: string[] = [];
  const file = join(PACKAGE_ROOT, 'test/data/redaction.jsonl');
  const io = { env: process.env, out: (line: string) => void printed.push(line), err: () => {} };
  await main(['eval', 'redaction', file, '--json'], io);
  const { figures } = JSON.parse(printed.join('\n')) as { figures: Readonly<Record<string, number>> };
  const told = Object.entries(figures).map(([name, value]) => `${name} ${Math.round(value * 1000) / 1000}`);
  report({ goal: 7, what: 'redaction, labelled texts', ours: told.join(', '), beside: '' });
}

/** Goal 11: the protocol, case by case. */
export async function measureProtocol({ tree, report }: Bench): Promise<void> {
  const command = `${process.execPath} ${join(PACKAGE_ROOT, 'dist/core/cli.js')} workspace serve --transport stdio`;
  const outcomes = await checkServer({
    connect: () => stdioPeer(command, { ...process.env, MCP_SANDBOX__WORKSPACE: tree })
  });
  const failed = outcomes.filter(({ state }) => state === 'failed').length;
  report({ goal: 11, what: 'protocol cases', ours: `${outcomes.length - failed} of ${outcomes.length}`, beside: '' });
}
