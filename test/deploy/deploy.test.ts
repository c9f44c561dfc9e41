import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { load, loadAll } from 'js-yaml';
import type { Problem } from '../../core/errors.js';
import { readSettings } from '../../core/kernel/settings.js';
import { LOG_SECTION } from '../../core/observe/settings.js';
import { shippedServices } from '../harness/service.js';

const read = (file: string) => readFileSync(join('deploy', file), 'utf8');
const METRIC = /\bagent_[a-z_]+\b/g;

describe('deployment files', () => {
  it('name only metrics that are exported, in alerts and in the dashboard', () => {
    const names = exported();
    for (const file of ['prometheus/alerts.yaml', 'grafana/support.json']) {
      const used = read(file).match(METRIC) ?? [];
      expect(used.length, file).to.be.greaterThan(5);
      expect(
        [...new Set(used)].filter(name => !names.has(name)),
        file
      ).to.deep.equal([]);
    }
  });

  it('send whoever an alert calls to a heading of the runbook', () => {
    const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!.toLowerCase().replaceAll(' ', '-')
    );
    const { groups } = load(read('prometheus/alerts.yaml')) as any;
    const rules = groups.flatMap((group: any) => group.rules);
    expect(rules).to.have.length.greaterThan(5);
    for (const { alert, annotations, labels } of rules) {
      const [page, anchor] = annotations.runbook.split('#');
      expect(page, alert).to.equal('docs/runbook.md');
      expect(labels.severity, alert).to.be.oneOf(['critical', 'warning', 'info']);
      expect(headings, alert).to.include(anchor);
    }
  });

  it('give containers settings that the service has, and every invariant of production', async () => {
    const service = (await shippedServices()).find(each => each.name === 'support')!;
    const plugins = service.listed.map(({ plugin }) => plugin);
    const secrets: Record<string, string> = {
      AGENT_STORAGE__DATABASE_URL: 'postgres://u@h/d',
      AGENT_SECURITY__API_KEYS: 'shop:secret'
    };
    const [container] = deployment().spec.template.spec.containers;
    const env = Object.fromEntries(container.env.map((e: any) => [e.name, e.value ?? secrets[e.name]]));
    const problems: Problem[] = [];
    const settings = readSettings('AGENT', [LOG_SECTION, ...plugins.map(p => p.settings ?? {})], env, problems);
    expect([...problems, ...plugins.flatMap(p => p.check?.(settings) ?? [])]).to.deep.equal([]);
    expect(settings.get('', 'environment')).to.equal('production');
    const ports = container.ports.map((port: any) => port.containerPort);
    expect(ports).to.deep.equal([settings.get('server', 'port'), settings.get('observability', 'prometheus_port')]);
  });

  it('take the policy files from the image of the revision that they pin', () => {
    const { containers, initContainers } = deployment().spec.template.spec;
    const pin = containers[0].env.find(({ name }: any) => name === 'AGENT_POLICY__PIN').value;
    expect(initContainers.map(({ image }: any) => image)).to.deep.equal([`bylaw-policy:${pin}`]);
    const [, files] = /^COPY \. (\S+)$/m.exec(read('kubernetes/policy.Dockerfile')) ?? [];
    const [root] = containers[0].volumeMounts;
    expect(initContainers[0].command).to.deep.equal(['cp', '-r', `${files}/.`, root.mountPath]);
    expect(containers[0].args.slice(-2)).to.deep.equal(['--root', root.mountPath]);
  });

  it('run containers as nobody in particular, on a read-only file system, and probe what is served', () => {
    const { spec } = deployment().spec.template;
    expect(spec.securityContext).to.include({ runAsNonRoot: true });
    for (const { securityContext } of [...spec.containers, ...spec.initContainers])
      expect(securityContext).to.deep.equal({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] }
      });
    const [{ startupProbe, livenessProbe, readinessProbe }] = spec.containers;
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).to.deep.equal([
      '/healthz',
      '/healthz',
      '/readyz'
    ]);
    expect(kinds()).to.include.members(['Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler', 'NetworkPolicy']);
  });

  it('give nginx a configuration that it accepts, where it is installed', function () {
    if (spawnSync('nginx', ['-v']).status !== 0) return this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-nginx-'));
    try {
      const [key, crt] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
      const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', '-keyout', key, '-out', crt];
      expect(spawnSync('openssl', request).status).to.equal(0);
      const server = read('nginx/support.conf').replace(/\/etc\/nginx\/tls\/\w+\.(crt|key)/g, (_, end) =>
        join(folder, `tls.${end}`)
      );
      const whole = `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${server}\n}\n`;
      writeFileSync(join(folder, 'nginx.conf'), whole);
      const { status, stderr } = spawnSync('nginx', ['-t', '-c', join(folder, 'nginx.conf')], { encoding: 'utf8' });
      expect(status, stderr).to.equal(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  const manifests = () => loadAll(read('kubernetes/support.yaml')) as any[];
  const kinds = () => manifests().map(({ kind }) => kind);
  const deployment = () => manifests().find(({ kind }) => kind === 'Deployment');
});

/** The metrics that sources make, as Prometheus names them. */
function exported(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const file of readdirSync('plugins', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts')))
    for (const [, kind, metric] of readFileSync(join('plugins', file), 'utf8').matchAll(
      /\.(counter|distribution)\(\s*'([^']+)'/g
    )) {
      const flat = metric!.replaceAll('.', '_');
      for (const suffix of kind === 'counter' ? ['_total'] : ['_bucket', '_sum', '_count']) names.add(flat + suffix);
    }
  return names;
}
