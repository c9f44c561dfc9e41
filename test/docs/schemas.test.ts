import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { FOLDERS } from '../../core/documents/read.js';
import { discover } from '../../core/kernel/discover.js';

const ROOT = normalize(join(import.meta.dirname, '../../..'));

describe('editor support', () => {
  it('describes every kind with a JSON Schema', async () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    const services = await discover(join(ROOT, 'plugins'), join(ROOT, 'dist/plugins'));
    for (const kind of services.flatMap(s => s.listed.flatMap(l => l.plugin.kinds ?? [])))
      expect(ajv.validateSchema(kind.schema), `${kind.id}: ${ajv.errorsText()}`).to.equal(true);
  });

  it('ships the schema of every kind as it is in the code', async () => {
    const services = await discover(join(ROOT, 'plugins'), join(ROOT, 'dist/plugins'));
    for (const kind of services.flatMap(s => s.listed.flatMap(l => l.plugin.kinds ?? []))) {
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
});
