import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['.ci/supply-chain.mjs', ...args], {
    encoding: 'utf8'
  });
  return { status, out: stdout, err: stderr };
};

const advisory = (id: string, name: string, events: object[], more: object = {}) => ({
  id,
  summary: `${name} can be made to`,
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }],
  ...more
});

describe('the supply chain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-supply-'));
  const write = (file: string, content: unknown) => {
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
    return join(folder, file);
  };
  before(() => {
    write('package.json', { allowScripts: { compiled: true } });
    write('package-lock.json', {
      packages: {
        '': {},
        'node_modules/fine': { version: '1.4.0', license: '(GPL-3.0 OR MIT)' },
        'node_modules/compiled': { version: '2.0.0-beta.2', license: 'ISC', hasInstallScript: true },
        'node_modules/fine/node_modules/compiled': { version: '3.0.0', license: 'ISC', hasInstallScript: true }
      }
    });
  });
  after(() => rmSync(folder, { recursive: true }));

  it('of this package has allowed licences, and install scripts that somebody decided about', () => {
    expect(run('licences')).to.deep.include({ status: 0, err: '' });
    expect(run('scripts')).to.deep.include({ status: 0, err: '' });
  });

  it('is refused for licences that are not allowed', () => {
    expect(run('licences', '--lock', folder).status).to.equal(0);
    const other = mkdtempSync(join(tmpdir(), 'bylaw-supply-'));
    try {
      writeFileSync(join(other, 'package.json'), '{}');
      const packages = {
        '': {},
        'node_modules/viral': { version: '1.0.0', license: 'MIT AND GPL-3.0' },
        'node_modules/silent': { version: '1.0.0', hasInstallScript: true }
      };
      writeFileSync(join(other, 'package-lock.json'), JSON.stringify({ packages }));
      const { status, err } = run('licences', '--lock', other);
      expect(status).to.equal(1);
      expect(err.split('\n').filter(Boolean)).to.deep.equal([
        'not allowed: viral: MIT AND GPL-3.0',
        'not allowed: silent: not stated'
      ]);
      expect(run('scripts', '--lock', other).err).to.contain('nobody decided about the install script of silent');
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it('is not installed where nobody decided about an install script', function () {
    const other = mkdtempSync(join(tmpdir(), 'bylaw-supply-'));
    const npm = (...args: string[]) => spawnSync('npm', args, { cwd: other, encoding: 'utf8' });
    try {
      if (npm('config', 'get', 'strict-allow-scripts').stdout.trim() === 'undefined') return this.skip();
      cpSync('.npmrc', join(other, '.npmrc'));
      mkdirSync(join(other, 'scripted'));
      const scripted = { name: 'scripted', version: '1.0.0', scripts: { install: 'echo > ../../ran' } };
      writeFileSync(join(other, 'scripted/package.json'), JSON.stringify(scripted));
      expect(npm('pack', './scripted').status).to.equal(0);
      const dependencies = { scripted: 'file:scripted-1.0.0.tgz' };
      writeFileSync(join(other, 'package.json'), JSON.stringify({ dependencies }));
      expect(npm('install', '--offline', '--no-audit').stderr).to.contain('ESTRICTALLOWSCRIPTS');
      expect(existsSync(join(other, 'ran'))).to.equal(false);
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it('is held against advisories of a file, by version', () => {
    const database = write(
      'osv.jsonl',
      [
        advisory('GHSA-in', 'fine', [{ introduced: '1.0.0' }, { fixed: '1.4.1' }]),
        advisory('GHSA-fixed', 'fine', [{ introduced: '0' }, { fixed: '1.4.0' }]),
        advisory('GHSA-later', 'fine', [{ introduced: '1.10.0' }]),
        advisory('GHSA-pre', 'compiled', [{ introduced: '2.0.0-beta.10' }, { fixed: '2.0.0' }]),
        advisory('GHSA-last', 'compiled', [{ introduced: '0' }, { last_affected: '2.0.0-beta.2' }]),
        advisory('GHSA-gone', 'fine', [{ introduced: '0' }], { withdrawn: '2026-01-01T00:00:00Z' }),
        advisory('GHSA-absent', 'nowhere', [{ introduced: '0' }])
      ]
        .map(each => JSON.stringify(each))
        .join('\n')
    );
    const { status, out, err } = run('vulnerabilities', database, '--lock', folder);
    expect(status).to.equal(1);
    expect(
      err
        .trim()
        .split('\n')
        .map(line => line.split(' ').slice(0, 2).join(' '))
    ).to.deep.equal(['GHSA-in fine@1.4.0', 'GHSA-last compiled@2.0.0-beta.2']);
    expect(out).to.contain('3 packages held against 7 advisories: 2 found');
    expect(run('vulnerabilities', '--lock', folder).status).to.equal(2);
  });
});
