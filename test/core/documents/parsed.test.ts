import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { parsedBefore } from '../../../core/documents/parsed.js';
import { identify, parse, readTexts } from '../../../core/documents/read.js';
import { SHIPPED_ROOT } from '../../harness/root.js';

describe('files that the build has parsed', () => {
  const texts = readTexts(SHIPPED_ROOT, [], () => false);

  it('are read as what their YAML says', () => {
    for (const file of texts) expect(parse(file, [])?.content, file.source.file).to.deep.equal(load(file.text));
  });

  it('are all those that a service reads, and no others', () => {
    const missing = texts.filter(({ digest }) => parsedBefore(digest) === undefined);
    expect(missing.map(({ source }) => source.file)).to.deep.equal([]);
    const digests = new Set(texts.map(({ digest }) => `${digest}.json`));
    const written = readdirSync(join(SHIPPED_ROOT, 'dist/parsed'));
    expect(written.filter(name => !digests.has(name))).to.have.length(1, 'plugins.yaml alone lies elsewhere');
  });

  it('are parsed anew where one byte differs', () => {
    const [{ source, text }] = texts as [(typeof texts)[number]];
    const content = parse(identify(source.file, `${text}\nadded: 1\n`), [])?.content;
    expect(content).to.deep.equal({ ...(load(text) as object), added: 1 });
  });
});
