import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../../../core/cli/main.js';
import { ask, bylaw, call, CLI, pipe, type Ended, type Started } from '../fixture/process.js';
import { fixtureRoot, type FixtureRoot } from '../fixture/root.js';

describe('workspace commands', () => {
  let folder: FixtureRoot;
  const running: Started[] = [];
  /** One server over HTTP, for those who only ask it. */
  let site: { readonly started: Started; readonly url: string };

  before(async () => {
    folder = fixtureRoot();
    const started = run('serve', settings({ MCP_HTTP__PORT: '0', MCP_HTTP__BEARER_TOKEN: 'a-token' }));
    await started.until(log => log.some(({ message }) => message === 'http.listening'));
    const { port } = started.log().find(({ message }) => message === 'http.listening');
    site = { started, url: `http://127.0.0.1:${port}` };
  });
  after(() => {
    for (const started of running) started.kill('SIGKILL');
    folder.remove();
  });

  const settings = (more: Readonly<Record<string, string>> = {}) => ({
    MCP_SANDBOX__WORKSPACE: folder.workspace,
    ...more
  });
  const run = (words: string, more?: Readonly<Record<string, string>>): Started => {
    const started = bylaw(folder.root, ['workspace', ...words.split(' ')], more ?? settings());
    running.push(started);
    return started;
  };
  /** Runs a command that comes to its end by itself, in this process: most of what it would take is the start of another one. */
  const here = async (
    words: string | readonly string[],
    env: Readonly<Record<string, string>> = settings()
  ): Promise<Ended> => {
    const said = { stdout: '', stderr: '' };
    const argv = typeof words === 'string' ? words.split(' ') : words;
    const status = await main(['--root', folder.root, 'workspace', ...argv], {
      env,
      out: line => void (said.stdout += `${line}\n`),
      err: line => void (said.stderr += `${line}\n`)
    });
    return { status, ...said };
  };
  const refused = async (words: string, more: Readonly<Record<string, string>>): Promise<Ended> => {
    const ended = await here(words, more);
    expect(ended.status, ended.stderr).to.equal(2);
    expect(ended.stdout).to.equal('');
    return ended;
  };

  describe('serve', () => {
    it('refuses to start without a workspace, and says which setting is missing', async () => {
      expect((await refused('serve --transport stdio', {})).stderr).to.match(
        /^workspace_missing MCP_SANDBOX__WORKSPACE is not set/
      );
      const wrong = { MCP_SANDBOX__WORKSPACE: join(folder.root, 'nowhere') };
      expect((await refused('serve', wrong)).stderr).to.contain('does not exist');
      expect((await refused('serve', { MCP_SANDBOX__WORKSPACE: './here' })).stderr).to.contain('absolute path');
      expect((await refused('serve', { MCP_SANDBOX__WORKSPACE: CLI })).stderr).to.contain('is not a directory');
    });

    it('refuses another transport and a misspelt setting', async () => {
      expect((await refused('serve --transport sse', settings())).stderr).to.contain('stdio or http');
      const misspelt = settings({ MCP_SANDBOX__TOOL_TIMEOUT: '5' });
      expect((await refused('serve', misspelt)).stderr).to.contain('did you mean MCP_SANDBOX__TOOL_TIMEOUT_SECONDS');
    });

    it('says that its port is taken', async () => {
      const { stderr } = await refused('serve', settings({ MCP_HTTP__PORT: new URL(site.url).port }));
      expect(stderr).to.match(/listen_failed .* set another one with MCP_HTTP__PORT/);
    });

    it('refuses to open HTTP to other machines without a token', async () => {
      const { stderr } = await refused('serve', settings({ MCP_HTTP__HOST: '0.0.0.0', MCP_HTTP__PORT: '0' }));
      expect(stderr).to.contain('bearer_missing MCP_HTTP__BEARER_TOKEN');
    });

    it('speaks over the transport that is set where the command names none, beside variables of other programs', async () => {
      const others = { MCP_TIMEOUT: '5', MCP_WORKSPACE: '/host/path' };
      const started = run('serve', settings({ MCP_TRANSPORT: 'stdio', ...others }));
      started.write(`${JSON.stringify(ask(1, 'tools/list'))}\n`);
      started.end();
      const { status, stdout } = await started.ended;
      const { id, result } = JSON.parse(stdout);
      expect([status, id, result.tools.length]).to.deep.equal([0, 1, 8]);
    });

    it('answers many requests at once, each exactly once, and logs their arguments only when it is told to', async () => {
      const ids = Array.from({ length: 300 }, (_, i) => i);
      const { messages, log } = await pipe(
        folder.root,
        ids.map(id => call(id, 'wait', { ms: 5, steps: 1 })),
        settings({ MCP_OBSERVABILITY__LOG_TOOL_ARGUMENTS: 'true' })
      );
      expect(messages.map(({ id }) => id).toSorted((a, b) => a - b)).to.deep.equal(ids);
      expect(log.find(({ message }) => message === 'tool.called').arguments).to.deep.equal({ ms: 5, steps: 1 });
    });

    it('stops a cancelled call on stdio and answers the rest', async () => {
      const started = run('serve --transport stdio');
      const lines = [
        call('long', 'wait', { ms: 50_000, steps: 500 }),
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'long' } },
        ask('after', 'tools/list')
      ];
      started.write(lines.map(line => `${JSON.stringify(line)}\n`).join(''));
      await started.until(
        (log, stdout) => stdout.includes('"id":"after"') && log.some(({ outcome }) => outcome === 'cancelled')
      );
      started.end();
      const { stdout, status } = await started.ended;
      expect([status, stdout.includes('"id":"long"')]).to.deep.equal([0, false]);
    });

    it('says over HTTP whether it is ready, without a token', async () => {
      const { url } = site;
      const health = await fetch(`${url}/healthz`);
      expect([health.status, await health.json()]).to.deep.equal([200, { status: 'ok' }]);
      const ready = await fetch(`${url}/readyz`);
      const report = { status: 'ready', workspace_present: true, tools: 8, protocol_versions: ['2026-07-28'] };
      expect([ready.status, await ready.json()]).to.deep.equal([200, report]);
      renameSync(folder.workspace, `${folder.workspace}-gone`);
      try {
        const gone = await fetch(`${url}/readyz`);
        expect([gone.status, await gone.json()]).to.deep.equal([
          503,
          { ...report, status: 'not_ready', workspace_present: false }
        ]);
        expect((await fetch(`${url}/healthz`)).status).to.equal(200);
      } finally {
        renameSync(`${folder.workspace}-gone`, folder.workspace);
      }
      expect((await fetch(`${url}/healthz`, { method: 'POST' })).status).to.equal(405);
      expect((await fetch(`${url}/mcp`, { method: 'POST' })).status).to.equal(401);
      const headers = { Authorization: 'Bearer a-token' };
      expect((await fetch(`${url}/elsewhere`, { headers })).status).to.equal(404);
    });
  });

  describe('doctor', () => {
    it('says what would be served', async () => {
      const { status, stdout } = await here('doctor --json');
      expect(status).to.equal(0);
      const { workspace, tool_names: names, total_files: files, problems, http } = JSON.parse(stdout);
      expect([workspace, names.length, files, problems, http.bearer_token]).to.deep.equal([
        folder.workspace,
        8,
        1,
        [],
        'none'
      ]);
      const text = await here('doctor');
      expect(text.stdout)
        .to.match(/^status +ready$/m)
        .and.to.contain('echo');
    });

    it('ends quietly when nobody reads on', async () => {
      const command = `${process.execPath} ${CLI} --root ${folder.root} workspace doctor --json | head -1`;
      const { stdout, stderr } = spawnSync('sh', ['-c', command], {
        encoding: 'utf8',
        env: { ...process.env, ...settings() }
      });
      expect([stdout, stderr]).to.deep.equal(['{\n', '']);
    });

    it('says what is wrong, with status 1 and without the token', async () => {
      const unset = await here('doctor --json', {});
      expect(unset.status).to.equal(1);
      expect(JSON.parse(unset.stdout).problems[0]).to.contain('MCP_SANDBOX__WORKSPACE is not set');
      const open = await here('doctor', settings({ MCP_HTTP__HOST: '0.0.0.0' }));
      expect([open.status, /there is no token/.test(open.stdout)]).to.deep.equal([1, true]);
      const set = await here('doctor', settings({ MCP_HTTP__BEARER_TOKEN: 'hush-hush' }));
      expect(set.stdout).to.contain('"bearer_token":"set"').and.not.to.contain('hush-hush');
    });
  });

  it('tools lists the tools and needs no workspace', async () => {
    const { status, stdout } = await here('tools', {});
    expect(status).to.equal(0);
    expect(stdout).to.contain('echo(text, path?, start_line?)').and.contain('tools.d/workspace/echo.yaml');
    const json = await here('tools --json', {});
    const echo = JSON.parse(json.stdout).tools.find((t: any) => t.name === 'echo');
    expect(echo.inputSchema.required).to.deep.equal(['text']);
  });

  describe('conform', () => {
    const conform = (args: readonly string[], more?: Readonly<Record<string, string>>) =>
      here(['conform', ...args], more);

    it('finds nothing on this server over HTTP, and writes JUnit XML', async () => {
      const { url } = site;
      const out = mkdtempSync(join(folder.root, 'junit-'));
      const junit = join(out, 'conform.xml');
      const { status, stdout } = await conform([
        '--http',
        `${url}/mcp`,
        '--bearer',
        'a-token',
        '--strict',
        '--json',
        '--junit',
        junit
      ]);
      const { failures, findings, outcomes } = JSON.parse(stdout);
      expect([status, failures, findings]).to.deep.equal([0, 0, 0]);
      expect(
        outcomes.filter((o: any) => o.id.startsWith('http-token')).every((o: any) => o.state === 'passed')
      ).to.equal(true);
      expect(readFileSync(junit, 'utf8')).to.contain(`tests="${outcomes.length}" failures="0"`);
      rmSync(out, { recursive: true });
    });

    it('checks this server on both transports where none is named', async () => {
      const { status, stdout } = await bylaw(folder.root, ['workspace', 'conform', '--strict'], {}).ended;
      expect(stdout).to.match(
        /^stdio: 2\d\d cases: .* 0 failures, 0 findings.*\nhttp: 2\d\d cases: .* 0 failures, 0 findings/
      );
      expect(status).to.equal(0);
    });

    it('says that a server cannot be checked, with status 2', async () => {
      for (const [args, said] of [
        [['--stdio', 'true'], 'cannot be checked'],
        [['--http', 'http://127.0.0.1:9/mcp'], 'ECONNREFUSED'],
        [['--http', 'localhost'], 'takes a URL'],
        [['--stdio', 'x', '--http', 'http://x/'], 'one of them']
      ] as const) {
        const { status, stderr } = await conform(args);
        expect([status, stderr]).to.satisfy(
          ([code, text]: [number, string]) => code === 2 && text.includes(said),
          stderr
        );
      }
    });

    it('fails for findings only when it is strict', async () => {
      const { pathname } = new URL('../conform/broken-server.js', import.meta.url);
      const status = async (fault: string, ...more: string[]) =>
        (await conform(['--stdio', `${process.execPath} ${pathname} ${fault}`, ...more])).status;
      expect(await status('no-server-info')).to.equal(0);
      expect(await status('no-server-info', '--strict')).to.equal(1);
    });
  });

  describe('a server that is told to stop', () => {
    it('ends with status 0 on SIGTERM, on both transports', async () => {
      const stdio = run('serve --transport stdio');
      await stdio.until(log => log.some(({ message }) => message === 'workspace.serving'));
      stdio.kill('SIGTERM');
      site.started.kill('SIGTERM');
      expect([(await stdio.ended).status, (await site.started.ended).status]).to.deep.equal([0, 0]);
    });
  });
});
