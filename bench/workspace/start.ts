import { spawnSync } from 'node:child_process';
import type { Bench } from './context.js';
import type { BenchServer } from './server.js';
import { fixed, least } from './timing.js';

/** Goal 5: from the start of the process to its first list of tools, and what it then holds. */
export async function measureStart({ tree, ours, peer, report }: Bench): Promise<void> {
  const node = await least(9, () => spawnSync(process.execPath, ['-e', '0']));
  const best = async (start: (workspace: string) => Promise<BenchServer>) => {
    let least: BenchServer | undefined;
    for (let run = 0; run < 9; run++) {
      const server = await start(tree);
      server.end();
      if (least === undefined || server.coldMs < least.coldMs) least = server;
    }
    return least!;
  };
  const own = await best(ours);
  const other = await best(peer);
  report({
    goal: 5,
    what: 'cold start, spawn to tools/list',
    ours: `${fixed(own.coldMs, 0)} ms`,
    beside: `bare node ${fixed(node, 0)} ms, peer ${fixed(other.coldMs, 0)} ms: ${fixed(own.coldMs / other.coldMs, 2)}x`
  });
  report({
    goal: 5,
    what: 'idle memory',
    ours: `${fixed(own.idleMb, 0)} MB`,
    beside: `peer ${fixed(other.idleMb, 0)} MB: ${fixed(own.idleMb / other.idleMb, 2)}x`
  });
}
