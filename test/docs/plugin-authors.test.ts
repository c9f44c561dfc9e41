import { expect } from 'chai';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main, PACKAGE_ROOT } from '../../core/cli/main.js';
import { copiedRoot, withFewLessons } from '../harness/root.js';
import { startService } from '../harness/service.js';
import { blocksOf, contentOf, fileOf, textOf } from './pages.js';
import plugin from './plugins/shop-hours/index.js';

const PAGE = 'docs/plugin-authors.md';

/** The YAML files the page shows, by the path in the first line of each. */
const files = new Map(
  blocksOf(PAGE).flatMap(block => {
    const file = fileOf(block);
    return file === undefined ? [] : [[file, contentOf(block)] as const];
  })
);

describe(PAGE, () => {
  const { root, remove } = copiedRoot();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  before(() => {
    withFewLessons(root);
    for (const [path, text] of files) write(path, text);
    // What npm would install under this name.
    const built = pathToFileURL(join(import.meta.dirname, 'plugins/shop-hours/index.js')).href;
    write('node_modules/shop-hours/package.json', '{"name":"shop-hours","type":"module","exports":"./index.js"}');
    write('node_modules/shop-hours/index.js', `export { default } from '${built}';\n`);
  });
  after(remove);

  const run = async (...argv: string[]) => {
    const lines: string[] = [];
    const add = (line: string) => void lines.push(line);
    return { status: await main([...argv, '--root', root], { env: {}, out: add, err: add }), lines };
  };
  const check = () => run('policy', 'check');

  it('shows the plugin as it is compiled', () => {
    const source = readFileSync(join(PACKAGE_ROOT, 'test/docs/plugins/shop-hours/index.ts'), 'utf8');
    expect(textOf(PAGE)).to.include(source.trimEnd().replaceAll('../../../../core/', '../../core/'));
  });

  it('shows four files that are sound once the plugin is listed', async () => {
    expect([...files.keys()]).to.have.members([
      'plugins/plugins.yaml',
      'policies/shop-hours/oak-street.yaml',
      'tools.d/support/oak_street_hours.yaml',
      'intents/shop_hours.yaml'
    ]);
    const { status, lines } = await check();
    expect(lines.join('\n')).to.match(/files are sound/);
    expect(status).to.equal(0);
  });

  it('brings a command that lists what the files say', async () => {
    expect(await run('hours', 'list')).to.deep.equal({ status: 0, lines: ['Oak Street: 09:00 to 18:00'] });
  });

  it('answers from the file, with the tool in the provenance, and withholds what the file does not prove', async () => {
    const ask = async () => {
      const service = await startService({ root, plugins: [plugin] });
      const reply = await (await service.client().talk()).say('When does the shop open?');
      await service.stop();
      return reply;
    };
    const proved = await ask();
    expect(proved.state).to.equal('answered');
    expect(proved.reply).to.equal('The Oak Street shop opens at 09:00 and closes at 18:00.');
    expect(proved.provenance.map(p => p.reference)).to.include('oak_street_hours#5:opens');

    const hours = 'policies/shop-hours/oak-street.yaml';
    write(hours, files.get(hours)!.replace('18:00', '20:00'));
    const unproved = await ask();
    expect(unproved.state).to.equal('escalated');
    expect(unproved.escalation_reason).to.equal('unverifiable_answer');
    write(hours, files.get(hours)!);
  });

  it('reports a mistake in a file of the new kind where it stands', async () => {
    const hours = 'policies/shop-hours/oak-street.yaml';
    write(hours, files.get(hours)!.replace('18:00', '08:00'));
    const { status, lines } = await check();
    expect(status).to.equal(1);
    expect(lines[0]).to.match(/^policies\/shop-hours\/oak-street\.yaml:5:1: closes_too_early the shop closes at 08:00/);
    write(hours, files.get(hours)!);
  });
});
