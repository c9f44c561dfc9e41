import { fieldsOf, type Bench } from './context.js';
import { durations, fixed, least, output, outputCpuMs, quantile } from './timing.js';

/** Text that is in no file; put together, so that it is not in this one either. */
const ABSENT = ['zq', 'xv', 'jk'].join('');

const RUNS = 5;

/** Makes ripgrep look at the files that the tools look at. */
export const SAME_TREE = ['--no-config', '--no-require-git', '--no-ignore-parent', '--no-ignore-global', '--hidden'];

/** Goals 2 and 3: the whole tree, by content and by name, against ripgrep and the peer. */
export async function measureSearch({ tree, ripgrep, ours, peer, report }: Bench): Promise<void> {
  const server = await ours(tree, { MCP_SANDBOX__TOOL_TIMEOUT_SECONDS: '120' });
  const search = (args: object) => server.call('search_text', { include_hidden: true, ...args });
  const rg = (...args: string[]) => output(ripgrep, [...SAME_TREE, ...args, '.'], tree);
  await search({ pattern: ABSENT, regex: false });
  for (const [what, args, flags] of [
    ['search, text that is nowhere', { pattern: ABSENT, regex: false }, ['-SF', ABSENT]],
    [
      'search, files with a common word',
      { pattern: 'return', regex: false, output: 'files', max_results: 1000 },
      ['-SlF', 'return']
    ],
    [
      'search, an expression',
      { pattern: '\\b[a-z]+_suspend_[a-z]+\\b', case: 'sensitive' },
      ['\\b[a-z]+_suspend_[a-z]+\\b']
    ]
  ] as const) {
    const ownCpu = server.cpuMs();
    const own = await least(RUNS, () => search(args));
    const cpu = (server.cpuMs() - ownCpu) / RUNS;
    const bareCpu = outputCpuMs();
    const bare = await least(RUNS, () => rg(...flags));
    const other = (outputCpuMs() - bareCpu) / RUNS;
    const { files_searched: files } = fieldsOf(await search(args));
    report({
      goal: 2,
      what,
      ours: `${fixed(own, 0)} ms, CPU ${fixed(cpu, 0)} ms, ${files} files`,
      beside: `ripgrep ${fixed(bare, 0)} ms, CPU ${fixed(other, 0)} ms: ${fixed(own / bare, 2)}x, CPU ${fixed(cpu / other, 2)}x`
    });
  }
  const first = { pattern: 'function', regex: false };
  const answers = new Set<string>();
  const hundred = await least(10, async () => answers.add(JSON.stringify(fieldsOf(await search(first)).matches)));
  const bare = await least(5, () => rg('--sort', 'path', '-m', '1', '-F', 'function'));
  report({
    goal: 2,
    what: 'search, first 100 of a common word',
    ours: `${fixed(hundred)} ms, ${answers.size === 1 ? 'the same' : `${answers.size} different`} in 10 runs`,
    beside: `ripgrep in path order ${fixed(bare, 0)} ms: ${fixed(hundred / bare, 3)}x`
  });

  const find = (pattern: string) => server.call('find_files', { pattern, include_hidden: true, max_results: 1000 });
  const found = await least(5, () => find('package.json'));
  const listed = await least(5, () => rg('--files', '-g', 'package.json'));
  const other = await peer(tree);
  const peerFound = await least(2, () => other.call('search_files', { path: tree, pattern: '**/package.json' }));
  report({
    goal: 3,
    what: 'find files by name',
    ours: `${fixed(found, 0)} ms`,
    beside: `ripgrep ${fixed(listed, 0)} ms: ${fixed(found / listed, 2)}x; peer ${fixed(peerFound, 0)} ms: ${fixed(found / peerFound, 3)}x`
  });
  const list = await durations(200, () => server.call('list_directory', { path: 'typescript', depth: 1 }));
  const peerList = await durations(200, () => other.call('list_directory', { path: `${tree}/typescript` }));
  report({
    goal: 3,
    what: 'list a folder, p95',
    ours: `${fixed(quantile(list, 0.95), 2)} ms`,
    beside: `peer ${fixed(quantile(peerList, 0.95), 2)} ms`
  });
  const overview = await least(3, () => server.call('workspace_overview', {}));
  const size = JSON.stringify(await server.call('workspace_overview', {})).length;
  report({
    goal: 3,
    what: 'overview',
    ours: `${fixed(overview, 0)} ms, ${fixed(size / 1024, 0)} KB`,
    beside: `ripgrep --files ${fixed(await least(3, () => rg('--files')), 0)} ms`
  });
  other.end();
  server.end();
}
