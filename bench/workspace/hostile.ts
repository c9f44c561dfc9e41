import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fieldsOf, type Bench } from './context.js';
import type { BenchServer } from './server.js';

const SECRET = 'the-text-that-must-not-leave';
const RACE_CALLS = 8000;
const PATTERNS: Readonly<Record<string, object>> = { search_text: { pattern: 'text' }, find_files: { pattern: '*' } };

/** Goal 1: paths that lead out, and a link that is swapped between the check and the use of it. */
export async function measureEscapes({ scratch, ours, peer, report }: Bench): Promise<void> {
  const [inside, outside] = [join(scratch, 'inside'), join(scratch, 'inside-not')];
  for (const folder of [inside, outside, join(inside, 'real')]) mkdirSync(folder);
  writeFileSync(join(outside, 'secret.txt'), SECRET);
  writeFileSync(join(inside, 'real/secret.txt'), 'harmless');
  symlinkSync(outside, join(inside, 'link'));
  symlinkSync('../inside-not/secret.txt', join(inside, 'file-link'));
  symlinkSync('link', join(inside, 'chain'));
  const paths = [
    '../inside-not/secret.txt',
    'real/../../inside-not/secret.txt',
    'link/secret.txt',
    'link/./secret.txt',
    'real/../link/secret.txt',
    'chain/secret.txt',
    'file-link',
    join(outside, 'secret.txt'),
    `${inside}/../inside-not/secret.txt`,
    '..\\inside-not\\secret.txt',
    '%2e%2e/inside-not/secret.txt',
    '//etc/passwd'
  ];
  const [server, other] = [await ours(inside), await peer(inside)];
  const tools = ['read_file', 'list_directory', 'search_text', 'find_files', 'workspace_overview', 'git_history'];
  const calls = (one: BenchServer, names: readonly string[]) =>
    names.flatMap(name => paths.map(path => one.call(name, { path, ...PATTERNS[name] })));
  const answers = await Promise.all(calls(server, tools));
  const peerAnswers = await Promise.all(
    paths.map(path => other.call('read_text_file', { path: path.startsWith('/') ? path : join(inside, path) }))
  );
  const leaks = (list: readonly unknown[]) => list.filter(answer => JSON.stringify(answer).includes(SECRET)).length;
  const hosts = (list: readonly any[]) => list.filter(answer => JSON.stringify(answer.result).includes(scratch)).length;
  report({
    goal: 1,
    what: `escapes by ${answers.length} hostile calls`,
    ours: `${leaks(answers)} leaks, ${hosts(answers)} host paths told`,
    beside: `peer, ${peerAnswers.length} reads: ${leaks(peerAnswers)} leaks, ${hosts(peerAnswers)} host paths told`
  });
  const own = await race(inside, outside, () => server.call('read_file', { path: 'flip/secret.txt' }));
  const theirs = await race(inside, outside, () =>
    other.call('read_text_file', { path: join(inside, 'flip/secret.txt') })
  );
  report({
    goal: 1,
    what: `leaks of ${RACE_CALLS} reads while a folder is swapped for a link`,
    ours: `${own.leaks} (${own.good} good reads)`,
    beside: `peer ${theirs.leaks} (${theirs.good} good reads)`
  });
  other.end();
  server.end();
}

const FLIPPER = `
  const { renameSync } = require('node:fs');
  const { folder, link, flip } = require('node:worker_threads').workerData;
  for (;;) {
    renameSync(flip, folder);
    renameSync(link, flip);
    renameSync(flip, link);
    renameSync(folder, flip);
  }`;

/** Puts a link that leads out where a folder of the workspace was, and back, as fast as a thread can. */
async function race(inside: string, outside: string, read: () => Promise<unknown>) {
  const [flip, link, folder] = ['flip', 'flip-link', 'flip-folder'].map(name => join(inside, name)) as [
    string,
    string,
    string
  ];
  mkdirSync(flip);
  writeFileSync(join(flip, 'secret.txt'), 'harmless');
  symlinkSync(outside, link);
  const worker = new Worker(FLIPPER, { eval: true, workerData: { folder, link, flip } });
  const found = { leaks: 0, good: 0 };
  for (let sent = 0; sent < RACE_CALLS; sent += 100)
    for (const answer of await Promise.all(Array.from({ length: 100 }, read))) {
      const text = JSON.stringify(answer);
      if (text.includes(SECRET)) found.leaks++;
      else if (text.includes('harmless')) found.good++;
    }
  await worker.terminate();
  for (const path of [flip, link, folder]) rmSync(path, { force: true, recursive: true });
  return found;
}

const NESTED = ['(a+)+$', '(a*)*b', '([a-z]+)*$', '(?:x+x+)+y', '((ab)*)*c', '(\\w+\\s?)*$', '(.*a){1,}b+', '(a|b+)+$'];
const HARMLESS = [
  'a+b+c+',
  'foo(bar)?',
  '(foo|bar)+x',
  '\\bimport\\b.*from',
  '[A-Z]\\w+',
  '(\\d{3})-\\d{4}',
  '^\\s*//.*$',
  'x{2,5}'
];
const SLOW = ['.*error.*fatal.*', '(?=.*a)(?=.*b).*c.*d.*e'];
const BUDGET_SECONDS = 1;

/** Goals 4 and 9: expressions that would not end. */
export async function measureExpressions({ tree, ours, report }: Bench): Promise<void> {
  const server = await ours(tree, { MCP_SANDBOX__TOOL_TIMEOUT_SECONDS: String(BUDGET_SECONDS) });
  const search = async (pattern: string, more: object = {}) =>
    fieldsOf(await server.call('search_text', { pattern, max_results: 1, ...more }));
  const reasons = async (patterns: readonly string[], more?: object) =>
    (await Promise.all(patterns.map(pattern => search(pattern, more)))).filter(
      f => f.denial?.reason === 'unsafe_pattern'
    ).length;
  report({
    goal: 9,
    what: 'expressions that are refused',
    ours: `${await reasons(NESTED)} of ${NESTED.length} that nest, ${await reasons(HARMLESS)} of ${HARMLESS.length} harmless`,
    beside: `as plain text ${await reasons(NESTED, { regex: false })} of ${NESTED.length}`
  });
  let worst = 0;
  for (const pattern of SLOW) {
    const begun = performance.now();
    await search(pattern, { include_hidden: true, max_results: 1000 });
    worst = Math.max(worst, performance.now() - begun);
  }
  const before = server.cpuMs();
  await new Promise(resolve => setTimeout(resolve, 1000));
  report({
    goal: 4,
    what: `slowest answer with ${BUDGET_SECONDS} s`,
    ours: `${Math.round(worst)} ms`,
    beside: `then ${server.cpuMs() - before} ms CPU in a second`
  });
  server.end();
}
