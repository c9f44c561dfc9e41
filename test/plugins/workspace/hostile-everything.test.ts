import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { leaks } from './redaction/secrets.js';
import { hostileSession, texts, type HostileSession } from './fixture/hostile-session.js';

const LARGEST = 100 * 1024;
const MOST_PEAK_MB = 150;
const MOST_IDLE_MB = 90;
const EVERY_FILE = [
  'src/a.ts',
  'README.md',
  'secrets.env',
  'outline.json',
  'id_rsa',
  'escapes.txt',
  'hidden.txt',
  'binary.bin',
  'broken.txt',
  'utf16.txt',
  'line.js',
  'nested.json',
  'nested.ts',
  'sparse.log',
  'pipe',
  'link_file',
  'link_dir/secret.txt',
  'link_chain/secret.txt',
  'link_dangling',
  'link_environ',
  '--pre=touch .txt',
  'many',
  'deep',
  'secret.txt',
  '.git/config',
  '../ws-evil/secret.txt',
  'link_dir/../secret.txt',
  '/etc/passwd',
  '/proc/self/environ',
  '.git/hooks/pre-commit'
];

/** Every tool with everything there is, hostile arguments included. */
const CALLS: readonly (readonly [string, object])[] = [
  ...EVERY_FILE.flatMap(path => [
    ['read_file', { path }] as const,
    ['read_file', { path, tail: 3 }] as const,
    ['outline_file', { path }] as const,
    ['list_directory', { path }] as const,
    ['find_files', { path, pattern: '*' }] as const,
    ['search_text', { path, pattern: 'e', regex: false }] as const,
    ['workspace_overview', { path }] as const,
    ['git_history', { path, include_patch: true }] as const
  ]),
  ...['--pre=touch x', '-e', '--', '$(touch x)', '; touch x', '`touch x`'].flatMap(text => [
    ['search_text', { pattern: text, path: 'src' }] as const,
    ['search_text', { pattern: 'a', glob: text, exclude: text, path: 'src' }] as const,
    ['find_files', { pattern: text }] as const,
    ['git_history', { ref: text }] as const,
    ['git_history', { author: text, grep: text, path: text }] as const
  ]),
  ['workspace_overview', {}],
  ['list_directory', { depth: 20, max_entries: 1000, include_hidden: true }],
  ['find_files', { pattern: '**', include_hidden: true, respect_gitignore: false, max_results: 1000 }],
  ['list_directory', { depth: 1 }],
  ['find_files', { pattern: 'named-*' }],
  ['git_history', {}],
  ['git_history', { ref: 'HEAD', include_patch: true }],
  ['git_history', { ref: '--output=x' }],
  ['git_history', { ref: 'HEAD:secret.txt' }]
];

describe('a hostile workspace', () => {
  let session: HostileSession;
  let answers: readonly { readonly call: string; readonly result: any; readonly text: string }[];

  before(async () => {
    session = hostileSession();
    const todo = [...CALLS];
    const told: { call: string; result: any; text: string }[] = [];
    const work = async () => {
      for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
        const [tool, args] = next;
        const result = await session.call(tool, args);
        told.push({ call: `${tool} ${JSON.stringify(args)}`, result, text: JSON.stringify(result) });
      }
    };
    await Promise.all([work(), work()]);
    answers = told;
  });
  after(() => session.stop());

  it('gets an answer to every call, none of them an error of the server', () => {
    expect(answers).to.have.length(CALLS.length);
    expect(answers.filter(({ result }) => result.structuredContent === undefined)).to.deep.equal([]);
    expect(session.stray).to.deep.equal([]);
    expect(session.server.log().filter(({ event }) => /unhandled|hard_timeout/.test(event))).to.deep.equal([]);
  });

  it('leaks no secret of its own and nothing from outside, in content, names, keys, messages and patches', () => {
    for (const { call, result } of answers)
      expect(leaks(texts(result).join('\n'), session.workspace.secrets), call).to.deep.equal([]);
    const redacted = answers.filter(({ result }) => result.structuredContent.redaction.count > 0);
    expect([...new Set(redacted.map(({ call }) => call.split(' ')[0]))]).to.have.length(7);
  });

  it('is told no path of the host and no target of a link', () => {
    for (const { call, text } of answers) {
      expect(text, call).to.not.contain(session.workspace.base);
      expect(text, call).to.not.match(/root:.:0:0|\.\.\/outside/);
    }
  });

  it('names the reason for all that leads out', () => {
    const out = answers.filter(({ call }) =>
      /link_(?:file|dir|chain|dangling|environ)|ws-evil|\/etc\/|\/proc\//.test(call)
    );
    expect(out.length).to.be.greaterThan(60);
    for (const { call, result } of out)
      expect(result.structuredContent.denial?.reason, call).to.equal('outside_workspace');
  });

  it('takes no more memory than a small machine has to spare, and gives it back', async () => {
    const memory = (field: 'VmHWM' | 'VmRSS'): number => {
      const status = readFileSync(`/proc/${session.server.pid}/status`, 'utf8');
      return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)![1]) / 1024;
    };
    expect(memory('VmHWM'), 'peak').to.be.at.most(MOST_PEAK_MB);
    for (let waited = 0; memory('VmRSS') > MOST_IDLE_MB && waited < 20; waited++) await sleep(1000);
    expect(memory('VmRSS'), 'idle').to.be.at.most(MOST_IDLE_MB);
  });

  it('runs nothing', () => expect(existsSync(session.workspace.marker)).to.equal(false));

  it('gets no answer above the limit, whatever the size of files and folders', () => {
    for (const { call, text } of answers) expect(Buffer.byteLength(text), call).to.be.at.most(LARGEST);
  });

  it('has no ignore file that holds from outside or makes anybody wait', async () => {
    const found = await session.call('search_text', { pattern: 'needle', path: '.' });
    const paths = found.structuredContent.matches.map(({ path }: { path: string }) => path);
    expect(paths).to.include.members(['ignored/kept.txt', 'pipes/file.txt', '--pre=touch .txt']);
  });
});
