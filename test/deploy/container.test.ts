import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { PACKAGE_ROOT } from '../../core/cli/main.js';
import { WORKSPACE_SETTINGS } from '../../plugins/workspace/settings.js';
import { loadDocuments } from '../../core/documents/load.js';
import type { Problem } from '../../core/errors.js';
import { readSettings } from '../../core/kernel/settings.js';
import { loadOptions } from '../../core/kernel/start.js';
import { LOG_SECTION } from '../../core/observe/settings.js';
import { RoutingTableAssembly } from '../../plugins/orchestrator/policy/table.js';
import { bylaw } from '../harness/child.js';
import { startPostgres } from '../harness/postgres.js';
import { shippedServices } from '../harness/service.js';
import { containerOf, readStages } from './dockerfile.js';

const compose = merged(load(readFileSync(join(PACKAGE_ROOT, 'compose.yaml'), 'utf8'))) as Record<string, any>;

/** Puts what `<<` refers to in its place, as Compose does. */
function merged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(merged);
  if (typeof value !== 'object' || value === null) return value;
  const { '<<': base, ...own } = value as Readonly<Record<string, unknown>>;
  const all = { ...(base as object | undefined), ...own };
  return Object.fromEntries(Object.entries(all).map(([key, each]) => [key, merged(each)]));
}

describe('the container files', () => {
  it('run every service from one image, as a user of few rights', () => {
    expect(readStages().at(-1)!.name, 'what a build without a target makes').to.equal('workspace');
    for (const name of ['support', 'orchestrator', 'workspace']) {
      const { base, user, entrypoint, command } = containerOf(name);
      expect(base).to.match(/^node:/);
      expect([user, entrypoint, command]).to.deep.equal(['1000:1000', ['bylaw'], [name, 'serve']]);
    }
  });

  it('serve a workspace that is mounted read-only, in a container that can change nothing', () => {
    const { workspace } = compose['services'];
    const [mount] = workspace.volumes;
    expect(mount).to.deep.include({ type: 'bind', target: '/workspace', read_only: true });
    expect(mount.source).to.match(/^\$\{MCP_WORKSPACE:\?/);
    expect(mount.bind.create_host_path).to.equal(false);
    for (const service of Object.values(compose['services'] as Record<string, any>)) {
      expect([service.read_only, service.cap_drop]).to.deep.equal([true, ['ALL']]);
      expect(service.security_opt).to.deep.equal(['no-new-privileges:true']);
      for (const tmpfs of service.tmpfs) expect(tmpfs).to.contain('noexec').and.contain('nosuid');
    }
    expect(workspace.build.target).to.equal('workspace');
    expect(workspace.environment.MCP_HTTP__BEARER_TOKEN).to.match(/^\$\{MCP_HTTP__BEARER_TOKEN:\?/);
    expect(workspace.ports).to.deep.equal(['127.0.0.1:8080:8080']);
    expect(workspace.healthcheck.test.join(' ')).to.contain('/readyz');
  });

  it('name settings that there are', async () => {
    const known = Object.entries(WORKSPACE_SETTINGS).flatMap(([section, keys]) =>
      Object.keys(keys).map(key => `MCP_${section === '' ? key : `${section}__${key}`}`.toUpperCase())
    );
    const named = [
      ...Object.keys(compose['services'].workspace.environment),
      ...Object.keys(containerOf('workspace').env)
    ];
    const log = ['MCP_OBSERVABILITY__LOG_LEVEL', 'MCP_OBSERVABILITY__LOG_FORMAT'];
    for (const name of named.filter(n => n.startsWith('MCP_'))) expect([...known, ...log]).to.include(name);
    const orchestrator = (await shippedServices()).find(service => service.name === 'orchestrator')!;
    const { environment } = compose['services'].orchestrator;
    const env = Object.fromEntries(
      Object.keys(environment).map(name => [name, name.endsWith('ENABLED') ? 'true' : 'a:b'])
    );
    const problems: Problem[] = [];
    readSettings(
      'MCP',
      [LOG_SECTION, ...orchestrator.listed.map(({ plugin }) => plugin.settings ?? {})],
      env,
      problems
    );
    expect(problems).to.deep.equal([]);
  });

  it('require nothing in a profile that the service without one does not require', () => {
    const required = (service: unknown) => JSON.stringify(service).match(/\$\{[A-Z_]+(?=:\?)/g) ?? [];
    const services = Object.values(compose['services'] as Record<string, any>);
    const always = services.filter(({ profiles }) => profiles === undefined).flatMap(required);
    expect(new Set(always)).to.deep.equal(new Set(['${MCP_WORKSPACE', '${MCP_HTTP__BEARER_TOKEN']));
    for (const service of services) expect(always).to.include.members(required(service));
  });

  it('keep databases and tool servers on networks that lead nowhere, with one way in each', () => {
    const { services, networks } = compose as { services: Record<string, any>; networks: Record<string, any> };
    expect([networks['data'].internal, networks['tools'].internal]).to.deep.equal([true, true]);
    const on = (network: string) => Object.keys(services).filter(name => services[name].networks.includes(network));
    expect(on('tools')).to.deep.equal(['orchestrator', 'files']);
    expect(on('data').filter(name => on('edge').includes(name))).to.deep.equal(['support']);
    for (const name of ['files', 'postgres', 'collector', 'seed'])
      expect(services[name].ports, name).to.equal(undefined);
    for (const { ports = [] } of Object.values(services))
      for (const port of ports) if (port !== '443:8443') expect(port).to.match(/^127\.0\.0\.1:/);
  });

  it('give the orchestrator a policy that is sound, and the token of its one server', async () => {
    const root = join(PACKAGE_ROOT, 'deploy/orchestrator');
    const service = (await shippedServices()).find(({ name }) => name === 'orchestrator')!;
    const { set, problems } = await loadDocuments({ ...loadOptions(root, service, [service]), thorough: true });
    expect(problems).to.deep.equal([]);
    const { policy } = set!.get(RoutingTableAssembly);
    expect([policy.allowedHosts('files'), policy.allowedHosts('elsewhere')]).to.deep.equal([true, false]);
    expect(JSON.stringify(load(readFileSync(join(root, 'policies/routing/routing.yaml'), 'utf8')))).to.contain(
      'FILES_TOKEN'
    );
    expect(Object.keys(compose['services'].orchestrator.environment)).to.include('FILES_TOKEN');
  });

  it('start the agent with settings that hold in production', async () => {
    const service = (await shippedServices()).find(({ name }) => name === 'support')!;
    const plugins = service.listed.map(({ plugin }) => plugin);
    const given = Object.fromEntries(
      Object.entries(compose['services'].support.environment as Record<string, string>).map(([name, value]) => [
        name,
        value.replace(/\$\{POSTGRES_PASSWORD:[^}]*\}/, 'secret')
      ])
    );
    const env = { ...containerOf('support').env, ...given, AGENT_SECURITY__API_KEYS: 'shop:secret' };
    const problems: Problem[] = [];
    const settings = readSettings('AGENT', [LOG_SECTION, ...plugins.map(p => p.settings ?? {})], env, problems);
    expect([...problems, ...plugins.flatMap(p => p.check?.(settings) ?? [])]).to.deep.equal([]);
  });

  it('publish the articles with a command that production takes', async () => {
    const server = await startPostgres();
    try {
      const { environment, command } = compose['services'].seed;
      const given = { ...environment, AGENT_SECURITY__API_KEYS: 'shop:secret' };
      const { code, out, err } = await bylaw(command, { ...given, AGENT_STORAGE__DATABASE_URL: await server.fresh() });
      expect(code, err).to.equal(0);
      expect(out).to.match(/^seeded \d+ articles$/m);
    } finally {
      await server.stop();
    }
  });

  it('hold all that the command of the image needs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-image-'));
    try {
      // What npm puts into the package: these and package.json.
      const { files } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { files: string[] };
      for (const path of [...files.filter(file => !file.startsWith('!')), 'package.json'])
        cpSync(join(PACKAGE_ROOT, path), join(folder, 'app', path), { recursive: true });
      symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'app/node_modules'));
      writeFileSync(join(folder, 'notes.txt'), 'notes');
      const { env, command } = containerOf('workspace');
      expect(env).to.include({
        MCP_HTTP__HOST: '0.0.0.0',
        MCP_HTTP__PORT: '8080',
        MCP_SANDBOX__WORKSPACE: '/workspace'
      });
      // The paths and the port are this machine's; all else is as in the container.
      const here = { MCP_SANDBOX__WORKSPACE: folder, MCP_HTTP__PORT: '0', MCP_HTTP__BEARER_TOKEN: 'a-token' };
      const served = spawn(process.execPath, [join(folder, 'app/dist/core/cli.js'), ...command], {
        cwd: '/',
        env: { PATH: process.env['PATH'], ...env, ...here }
      });
      let log = '';
      served.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
      while (!/http\.listening.*\n/.test(log)) {
        if (served.exitCode !== null) throw new Error(log);
        await once(served.stderr, 'data');
      }
      const { port, host } = JSON.parse(log.split('\n').find(line => line.includes('http.listening'))!);
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
      expect([host, ready.status]).to.deep.equal(['0.0.0.0', 200]);
      served.kill('SIGTERM');
      expect((await once(served, 'close'))[0]).to.equal(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
