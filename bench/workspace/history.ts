import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fieldsOf, type Bench } from './context.js';
import { fixed, least, output } from './timing.js';

const COMMITS = 18_000;
const EVERY = 40;

/** Goal 12: the history of one file among many commits, against git itself. */
export async function measureHistory({ scratch, ours, report }: Bench): Promise<void> {
  const folder = join(scratch, 'repository');
  mkdirSync(folder);
  const git = (...args: string[]) => output('git', args, folder);
  git('init', '-q', '-b', 'main');
  spawnSync('git', ['fast-import', '--quiet'], { cwd: folder, input: stream(), maxBuffer: 1 << 30 });
  git('checkout', '-q', 'main', '--');
  const server = await ours(folder);
  const ask = { path: 'src/one.txt', max_commits: 50 };
  const { commits } = fieldsOf(await server.call('git_history', ask));
  const own = await least(5, () => server.call('git_history', ask));
  const bare = await least(5, () => git('log', '-50', '--', 'src/one.txt'));
  report({
    goal: 12,
    what: `history of one file of ${COMMITS} commits`,
    ours: `${fixed(own, 0)} ms, ${commits?.length} commits`,
    beside: `git ${fixed(bare, 0)} ms: ${fixed(own / bare, 2)}x`
  });
  server.end();
}

/** What `git fast-import` reads: commits that each change one of several files. */
function stream(): string {
  const parts: string[] = [];
  for (let at = 1; at <= COMMITS; at++) {
    const path = at % EVERY === 0 ? 'src/one.txt' : `src/many-${at % 400}.txt`;
    const [message, text] = [`Change ${at}`, `text ${at}\n`];
    parts.push(
      `commit refs/heads/main\ncommitter A <a@example.com> ${1_600_000_000 + at * 60} +0000\ndata ${message.length}\n${message}\n`,
      `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`
    );
  }
  return parts.join('');
}
