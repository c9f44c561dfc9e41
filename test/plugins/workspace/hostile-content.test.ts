import { expect } from 'chai';
import { HARMLESS } from './fixture/hostile-workspace.js';
import { hostileSession, texts, type HostileSession } from './fixture/hostile-session.js';

// oxlint-disable-next-line no-control-regex -- what a terminal acts on
const ACTS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

describe('content that acts on whoever shows it', () => {
  let session: HostileSession;
  before(() => void (session = hostileSession()));
  after(() => session.stop());

  const CALLS: readonly (readonly [string, object])[] = [
    ['read_file', { path: 'escapes.txt' }],
    ['read_file', { path: 'hidden.txt' }],
    ['read_file', { path: 'names/a\x1b[2Jb\u202ec.txt' }],
    ['search_text', { pattern: 'red|gnp|odd', before: 1, after: 1 }],
    ['list_directory', { path: 'names' }],
    ['find_files', { pattern: 'names/*' }],
    ['git_history', {}],
    ['git_history', { ref: 'HEAD', include_patch: true }],
    ['read_file', { path: 'none\x1b[2J.txt' }]
  ];
  for (const [tool, args] of CALLS)
    it(`has no raw escape sequence or override in ${tool} ${JSON.stringify(args)}`, async () => {
      const result = await session.call(tool, args);
      for (const text of texts(result)) expect(text).to.not.match(ACTS);
      expect(JSON.stringify(result)).to.match(/\\\\u\{(?:1b|202e)\}/);
    });

  it('is shown as what it is, and flagged', async () => {
    const { structuredContent: hidden } = await session.call('read_file', { path: 'hidden.txt' });
    expect(hidden.content).to.contain(
      'user\\u{202e}gnp.exe\\u{202c} tags\\u{e006f}\\u{e0062}\\u{e0065}\\u{e0079} run\\u{200b}'
    );
    expect(hidden.content_assessment.level).to.not.equal('none');
  });

  it('is left alone where it is emoji, flags and joiners of scripts', async () => {
    const { structuredContent } = await session.call('read_file', { path: 'hidden.txt' });
    expect(structuredContent.content).to.contain(HARMLESS);
  });

  it('leaves a name readable by the way it is shown', async () => {
    const listed = await session.call('list_directory', { path: 'names' });
    const [{ path }] = listed.structuredContent.entries;
    expect(path).to.equal('names/a\\u{1b}[2Jb\\u{202e}c.txt');
    expect((await session.call('read_file', { path })).structuredContent.content).to.equal('odd\n');
    const out = await session.call('read_file', { path: '\\u{2e}\\u{2e}/outside/secret.txt' });
    expect(out.structuredContent.denial.reason).to.equal('outside_workspace');
  });

  for (const [tool, args] of [
    ['read_file', { path: 'README.md' }],
    ['search_text', { pattern: 'previous', path: 'src' }],
    ['workspace_overview', {}],
    ['git_history', { max_commits: 5 }]
  ] as const)
    it(`that steers a model is marked high in ${tool}`, async () => {
      expect((await session.call(tool, args)).structuredContent.content_assessment.level).to.equal('high');
    });
});
