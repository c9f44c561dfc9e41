import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBounds } from './workspace/bounds.js';
import { ripgrepPath, startOurs, startPeer, type Bench, type Figure } from './workspace/context.js';
import { measureHistory } from './workspace/history.js';
import { measureEscapes, measureExpressions } from './workspace/hostile.js';
import { measureProtocol, measureRedaction } from './workspace/quality.js';
import { measureMemory } from './workspace/memory.js';
import { measureReads } from './workspace/read.js';
import { measureSearch } from './workspace/search.js';
import { measureStart } from './workspace/start.js';

/**
 * The goals of the workspace tool server in one run, on a tree of many files, beside ripgrep, git, node and the
 * reference server for files (the peer). Trust the ratios: both sides ran on the same machine one after the other.
 *
 *     node dist/bench/workspace.js [tree] [goal…]
 */
const [tree = 'node_modules', ...goals] = process.argv.slice(2);
const measures: readonly (readonly [goals: readonly number[], measure: (bench: Bench) => Promise<void>])[] = [
  [[1], measureEscapes],
  [[2, 3], measureSearch],
  [[4, 9], measureExpressions],
  [[5], measureStart],
  [[5, 6], measureMemory],
  [[6, 8], measureReads],
  [[7], measureRedaction],
  [[10], measureBounds],
  [[11], measureProtocol],
  [[12], measureHistory]
];

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-bench-')));
const figures: Figure[] = [];
try {
  for (const [covered, measure] of measures) {
    if (goals.length > 0 && !covered.some(goal => goals.includes(String(goal)))) continue;
    const own = join(scratch, measure.name);
    mkdirSync(own);
    process.stderr.write(`${measure.name}…\n`);
    await measure({
      tree: realpathSync(tree),
      scratch: own,
      ripgrep: ripgrepPath(),
      ours: startOurs,
      peer: startPeer,
      report: figure => void figures.push(figure)
    });
  }
} finally {
  rmSync(scratch, { recursive: true });
}
figures.sort((a, b) => a.goal - b.goal);
console.log('| goal | measured | here | beside it |\n|---|---|---|---|');
for (const { goal, what, ours, beside } of figures) console.log(`| ${goal} | ${what} | ${ours} | ${beside} |`);
