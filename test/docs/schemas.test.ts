import { expect } from 'chai';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { load } from 'js-yaml';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { FOLDERS } from '../harness/root.js';
import { discover } from '../../core/kernel/discover.js';
import { kindsOf } from '../../core/kernel/kinds-of.js';
import { blocksOf, contentOf, fileOf, textOf } from './pages.js';

const ROOT = normalize(join(import.meta.dirname, '../../..'));

describe('editor support', () => {
  it('describes every kind with a JSON Schema', async () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    const { services } = await discover(join(ROOT, 'plugins'), join(ROOT, 'dist/plugins'));
    for (const kind of kindsOf(services))
      expect(ajv.validateSchema(kind.schema), `${kind.id}: ${ajv.errorsText()}`).to.equal(true);
  });

  it('lists every kind for policy teams, with its folder', async () => {
    const page = textOf('docs/policy-teams.md');
    const { services } = await discover(join(ROOT, 'plugins'), join(ROOT, 'dist/plugins'));
    for (const { id, folder } of kindsOf(services))
      expect(page, id).to.match(new RegExp(`^\\| .*\`${id}\`.*\`${folder}/`, 'm'));
  });

  it('ships the schema of every kind as it is in the code', async () => {
    const { services } = await discover(join(ROOT, 'plugins'), join(ROOT, 'dist/plugins'));
    for (const kind of kindsOf(services)) {
      const shipped = JSON.parse(readFileSync(join(ROOT, `docs/schemas/${kind.id}.json`), 'utf8')) as object;
      const now = JSON.parse(JSON.stringify(kind.schema)) as object;
      expect(shipped, `run: bylaw policy schema --write docs/schemas (${kind.id})`).to.deep.include(now);
    }
  });

  it('opens every declarative file with a modeline that leads to the schema of its kind', () => {
    const files = FOLDERS.flatMap(folder =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter(entry => /\.ya?ml$/.test(entry.name))
        .map(entry => join(entry.parentPath, entry.name))
    );
    expect(files).to.have.length.above(100);
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      const [, path = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
      const [, kind] = /^kind: ([a-z-]+)$/m.exec(text) ?? [];
      expect(join(dirname(file), path), file).to.equal(join(ROOT, `docs/schemas/${kind}.json`));
    }
  });

  it('checks what a tool gives its handler', () => {
    const ajv = new Ajv2020({ strict: false });
    const fits = ajv.compile(JSON.parse(readFileSync(join(ROOT, 'docs/schemas/tool.json'), 'utf8')) as object);
    const shown = blocksOf('docs/operators.md').find(block => fileOf(block) === 'tools.d/support/track_shipment.yaml')!;
    const text = contentOf(shown);
    expect(fits(load(text)), ajv.errorsText(fits.errors)).to.equal(true);
    expect(fits(load(text.replace('type: moment', 'type: hour')))).to.equal(false);
    expect(fits(load(text.replace('absent_statuses', 'absent_status')))).to.equal(false);
  });
});
