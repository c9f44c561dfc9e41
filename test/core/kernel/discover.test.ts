import { expect } from 'chai';
import { join } from 'node:path';
import { discover } from '../../../core/kernel/discover.js';
import { folderOf } from '../documents/root-folder.js';
import { problemsOf } from './starting.js';

const LIST = 'plugins/plugins.yaml';
const plugin = (name: string, more = '') =>
  `export default { name: '${name}', version: '1', contract: 1, needs: {}, provides: [], start() {}, ${more} };\n`;
const listing = (...uses: string[]) =>
  `kind: plugins\nversion: 1\nservices:\n  garden:\n    prefix: GARDEN\n    plugins:\n${uses.map(use => `      - use: ${use}\n`).join('')}`;

/** Discovers what a folder lists; relative plugins are found in its `built/`. */
async function discoverIn(files: Readonly<Record<string, string>>, only?: string) {
  const built = { 'built/workbench/index.js': plugin('workbench') };
  const root = folderOf({ 'package.json': '{"type": "module"}', ...built, ...files });
  return (await discover(join(root, 'plugins'), join(root, 'built'), only)).services;
}

describe('discovering plugins', () => {
  it('imports folders and npm packages, in the order listed, with their options', async () => {
    const services = await discoverIn({
      [LIST]: `${listing('./rose', 'bylaw-lily', "'@garden/fern'")}        options: { shade: true }\n  shed:\n    prefix: SHED\n    plugins: [{ use: ./rose }]\n`,
      'built/rose/index.js': plugin('rose'),
      'node_modules/bylaw-lily/package.json': '{"name": "bylaw-lily", "type": "module", "exports": "./main.js"}',
      'node_modules/bylaw-lily/main.js': plugin('lily'),
      'node_modules/@garden/fern/package.json': '{"name": "@garden/fern", "type": "module", "main": "lib/fern.js"}',
      'node_modules/@garden/fern/lib/fern.js': plugin('fern')
    });
    expect(services.map(s => [s.name, s.prefix, s.listed.map(l => l.plugin.name)])).to.deep.equal([
      ['garden', 'GARDEN', ['rose', 'lily', 'fern']],
      ['shed', 'SHED', ['rose']]
    ]);
    expect(services[0]!.listed.map(l => l.options)).to.deep.equal([{}, {}, { shade: true }]);
    expect(services[0]!.listed[0]!.plugin, 'one module, one plugin').to.equal(services[1]!.listed[0]!.plugin);
  });

  it('imports the plugins of the service that is asked for, and of all where there is none of that name', async () => {
    const files = {
      [LIST]: `${listing('./rose')}  shed:\n    prefix: SHED\n    plugins: [{ use: ./gone }]\n`,
      'built/rose/index.js': plugin('rose')
    };
    const services = await discoverIn(files, 'garden');
    expect(services.map(s => [s.name, s.prefix, s.listed.length, s.imported])).to.deep.equal([
      ['garden', 'GARDEN', 1, undefined],
      ['shed', 'SHED', 0, false]
    ]);
    expect((await problemsOf(discoverIn(files, 'policy')))[0]).to.include("plugin './gone' does not load");
  });

  it('finds what a package exports to an import, wherever it says so', async () => {
    const main = { 'main.js': plugin('lily') };
    const packages: readonly [exports: unknown, use?: string][] = [
      [{ import: './main.js' }],
      [{ require: './none.cjs', import: './main.js' }],
      [{ '.': { types: './main.d.ts', node: { require: './none.cjs', default: './main.js' } } }],
      [{ './plugin': [{ browser: './none.js' }, './main.js'] }, '/plugin']
    ];
    for (const [i, [exports, subpath = '']] of packages.entries()) {
      const name = `exporting-${i}`;
      const [service] = await discoverIn({
        [LIST]: listing(`${name}${subpath}`),
        [`node_modules/${name}/package.json`]: JSON.stringify({ name, type: 'module', exports }),
        [`node_modules/${name}/main.js`]: main['main.js']
      });
      expect(service!.listed[0]!.plugin.name, JSON.stringify(exports)).to.equal('lily');
    }
    const found = await problemsOf(
      discoverIn({
        [LIST]: listing('closed', 'unbuilt', './own'),
        'node_modules/closed/package.json': '{"exports": {"require": "./a.cjs"}}',
        'node_modules/unbuilt/package.json': '{"exports": "./dist/index.js"}',
        'plugins/own/package.json': '{"main": "lib/own.js"}'
      })
    );
    expect(found.map(line => line.replace(/^.* does not load: /, ''))).to.deep.equal([
      "its package.json exports nothing for an import of 'closed'",
      'its entry ./dist/index.js is not there; build the package',
      'its entry lib/own.js is not there; build the package'
    ]);
  });

  it('prefers a folder beside the list to a built plugin of that name', async () => {
    const [service] = await discoverIn({
      [LIST]: listing('./rose', './lily'),
      'built/rose/index.js': plugin('built-rose'),
      'built/lily/index.js': plugin('built-lily'),
      'plugins/rose/index.js': plugin('own-rose')
    });
    expect(service!.listed.map(l => l.plugin.name)).to.deep.equal(['own-rose', 'built-lily']);
  });

  it('says where the list should be', async () => {
    expect((await problemsOf(discoverIn({})))[0]).to.match(
      /^plugins_missing there is no .*plugins\.yaml; it lists the plugins of each service$/
    );
  });

  const lists: readonly [what: string, text: string, ...problems: string[]][] = [
    ['does not parse', 'services: [', '1:12: yaml_syntax'],
    ['is empty', '', '1:1: not_a_mapping'],
    ['lacks what it needs', 'kind: plugins\nversion: 1\n', "1:1: schema the file lacks the key 'services'"],
    [
      'has unknown keys and wrong forms',
      `${listing('./rose')}        option: {}\n  Bad Name:\n    prefix: lower\n    plugins: []\n`,
      "8:9: schema services.garden.plugins.0 has no key 'option'; did you mean 'options'?",
      "9:3: schema the key 'Bad Name' of services must match ^[a-z][a-z0-9-]*$",
      '10:5: schema services.Bad Name.prefix must match ^[A-Z][A-Z0-9]*$',
      '11:5: schema services.Bad Name.plugins must NOT have fewer than 1 items'
    ]
  ];
  for (const [what, text, ...problems] of lists)
    it(`refuses a list that ${what}`, async () => {
      const found = (await problemsOf(discoverIn({ [LIST]: text }))).sort(
        (a, b) => parseInt(a.split(':')[1]!, 10) - parseInt(b.split(':')[1]!, 10)
      );
      expect(found).to.have.length(problems.length);
      found.forEach((line, i) => expect(line).to.include(`${LIST}:${problems[i]!}`));
    });

  it('says on request in which file and line a plugin broke', async () => {
    process.env['BYLAW_STACK'] = '1';
    try {
      const found = await problemsOf(
        discoverIn({ [LIST]: listing('./throws'), 'built/throws/index.js': "\nthrow new Error('no soil');\n" })
      );
      expect(found.join('\n')).to.match(
        /plugin '\.\/throws' does not load: Error: no soil\n\s+at .*throws\/index\.js:2:7/
      );
    } finally {
      delete process.env['BYLAW_STACK'];
    }
  });

  it('refuses every plugin that does not load or is none, all at once', async () => {
    const found = await problemsOf(
      discoverIn({
        [LIST]: listing(
          './gone',
          'no-such-package',
          './none',
          './number',
          './bare',
          './old',
          './throws',
          './rose',
          './twin',
          './nil'
        ),
        'built/none/index.js': 'export const name = 1;\n',
        'built/number/index.js': 'export default 3;\n',
        'built/bare/index.js': "export default { name: 'bare', contract: 1, start() {} };\n",
        'built/nil/index.js': 'export default null;\n',
        'built/old/index.js': plugin('old', 'contract: 0'),
        'built/throws/index.js': "throw new Error('no luck');\n",
        'built/rose/index.js': plugin('rose'),
        'built/twin/index.js': plugin('rose')
      })
    );
    const [gone, ...others] = found;
    expect(gone).to.match(
      /^plugins\/plugins\.yaml:7:9: plugin_unloadable plugin '\.\/gone' does not load: Cannot find module/
    );
    expect(others).to.deep.equal([
      `${LIST}:8:9: plugin_unloadable plugin 'no-such-package' does not load: Cannot find module 'no-such-package'`,
      `${LIST}:9:9: plugin_shape './none' has no default export made with definePlugin`,
      `${LIST}:10:9: plugin_shape './number' has no default export made with definePlugin`,
      `${LIST}:11:9: plugin_shape './bare' has no default export made with definePlugin`,
      `${LIST}:12:9: plugin_contract plugin 'old' was written for contract 0; this kernel offers 1`,
      `${LIST}:13:9: plugin_unloadable plugin './throws' does not load: no luck`,
      `${LIST}:15:9: plugin_twice garden lists a plugin 'rose' already; remove one`,
      `${LIST}:16:9: plugin_shape './nil' has no default export made with definePlugin`
    ]);
  });
});
