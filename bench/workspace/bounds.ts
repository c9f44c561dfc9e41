import { fieldsOf, type Bench } from './context.js';
import { SAME_TREE } from './search.js';
import { fixed, output } from './timing.js';

/** Goal 10: no answer is long, and going on with its cursor gives all there is. */
export async function measureBounds({ tree, ripgrep, ours, report }: Bench): Promise<void> {
  const server = await ours(tree, { MCP_SANDBOX__TOOL_TIMEOUT_SECONDS: '120' });
  const twice = await ours(tree, { MCP_SANDBOX__RESULT_TEXT: 'full' });
  const calls: readonly (readonly [string, object])[] = [
    ['workspace_overview', {}],
    ['list_directory', { depth: 5, max_entries: 1000 }],
    ['find_files', { pattern: '*', max_results: 1000 }],
    ['search_text', { pattern: '.', max_results: 1000 }],
    ['read_file', { path: 'typescript/package.json' }]
  ];
  const file = { path: 'typescript/README.md' };
  const sizes = await Promise.all(
    [server, twice].map(async one => JSON.stringify((await one.call('read_file', file)).result).length)
  );
  report({
    goal: 10,
    what: 'bytes of an answer, README.md of typescript',
    ours: `${sizes[0]}`,
    beside: `with all of it as text again ${sizes[1]}: ${fixed(sizes[0]! / sizes[1]!, 2)}x`
  });
  twice.end();
  let longest = 0;
  for (const [name, args] of calls) {
    const fields = JSON.stringify(fieldsOf(await server.call(name, args)));
    longest = Math.max(longest, Buffer.byteLength(fields));
  }
  report({
    goal: 10,
    what: 'longest answer',
    ours: `${fixed(longest / 1024, 0)} KB`,
    beside: 'the limit is 100 KB of text'
  });
  const given = new Set<string>();
  const find = { pattern: 'package.json', include_hidden: true, max_results: 1000 };
  for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page++) {
    const fields = fieldsOf(await server.call('find_files', cursor === undefined ? find : { ...find, cursor }));
    for (const file of fields.files) given.add(typeof file === 'string' ? file : file.path);
    cursor = fields.next_cursor;
  }
  const flags = [...SAME_TREE, '--files', '-g', 'package.json'];
  const there = output(ripgrep, flags, tree).trim().split('\n').length;
  report({ goal: 10, what: 'files given page by page', ours: `${given.size}`, beside: `ripgrep ${there}` });
  server.end();
}
