import { expect } from 'chai';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_ROOT } from '../../core/cli/main.js';

type Bundle = typeof import('../../core/bundle.js');

/** Answers with where it says that it lies. */
const CODE = '(function (module, require, __dirname) { module.exports = { main: async () => __dirname }; })';

describe('the bundle of a service', () => {
  let folder: string;
  let bundle: Bundle;

  beforeEach(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-bundle-')));
    for (const path of ['dist/core', 'dist/bundle', 'plugins']) mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'plugins/plugins.yaml'), 'kind: plugins\n');
    writeFileSync(join(folder, 'dist/tsconfig.tsbuildinfo'), '{}');
    copyFileSync(join(PACKAGE_ROOT, 'dist/core/bundle.js'), join(folder, 'dist/core/bundle.js'));
    bundle = (await import(pathToFileURL(join(folder, 'dist/core/bundle.js')).href)) as Bundle;
    const { code, cache, stamp } = bundle.bundleFiles('tulip');
    writeFileSync(code, CODE);
    writeFileSync(cache, bundle.openBundle({ code, cache, stamp }).script.createCachedData());
    writeFileSync(stamp, JSON.stringify({ ...bundle.madeNow(), commands: ['tulip water'] }));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const watering = (...options: string[]) => bundle.bundledMain(['tulip', 'water', ...options], {});

  it('stands in for the command line, compiled as the build left it', async () => {
    const { script, main } = bundle.openBundle(bundle.bundleFiles('tulip'));
    expect(script.cachedDataRejected).to.equal(false);
    const io = { env: {}, out() {}, err() {} };
    expect(await main([], io)).to.equal(join(folder, 'dist/bundle'));
    expect(await watering('--often')!([], io)).to.equal(join(folder, 'dist/bundle'));
  });

  it('does so without what V8 made of it', () => {
    rmSync(bundle.bundleFiles('tulip').cache);
    expect(watering()).to.be.a('function');
  });

  it('is for its commands alone', () => {
    expect(bundle.bundledMain(['tulip', 'plant'], {})).to.equal(undefined);
    expect(bundle.bundledMain(['--help', 'tulip', 'water'], {})).to.equal(undefined);
    expect(bundle.bundledMain(['../bundle/tulip', 'water'], {})).to.equal(undefined);
  });

  it('is not used where another root may be meant', () => {
    expect(watering('--root', folder)).to.equal(undefined);
    expect(watering(`--root=${folder}`)).to.equal(undefined);
    expect(bundle.bundledMain(['tulip', 'water'], { BYLAW_ROOT: folder })).to.equal(undefined);
    expect(bundle.bundledMain(['tulip', 'water'], { BYLAW_ROOT: '' })).to.be.a('function');
  });

  it('is not used with other plugins than those it was made for', () => {
    writeFileSync(join(folder, 'plugins/plugins.yaml'), 'kind: plugins\n# mine\n');
    expect(watering()).to.equal(undefined);
    rmSync(join(folder, 'plugins/plugins.yaml'));
    expect(watering()).to.equal(undefined);
  });

  it('is not used once modules were compiled again', () => {
    utimesSync(join(folder, 'dist/tsconfig.tsbuildinfo'), 1, 1);
    expect(watering()).to.equal(undefined);
    // A package does without that file.
    rmSync(join(folder, 'dist/tsconfig.tsbuildinfo'));
    expect(watering()).to.be.a('function');
  });
});
