import { expect } from 'chai';
import fc from 'fast-check';
import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Assembly } from '../../../core/documents/assembly.js';
import { LiveDocuments } from '../../../core/documents/live.js';
import { loadDocuments } from '../../../core/documents/load.js';
import type { DocumentSet } from '../../../core/documents/set.js';
import { StartupError } from '../../../core/errors.js';
import { folderOf, lines, loadPlants, plant, PlantKind, PlantNames, plantOptions } from './root-folder.js';

const GARDEN = { 'seeds/plants/rose.yaml': plant('rose'), 'seeds/plants/lily.yaml': plant('lily') };
const revisionOf = async (files: Readonly<Record<string, string | Buffer>>) =>
  (await loadPlants(files, { otherKinds: new Set(['fungus']) })).set!.revision;

describe('a set of documents', () => {
  it('holds the documents by file name, with file, place and revision of each', async () => {
    const { set } = await loadPlants(GARDEN);
    expect(set!.get(PlantNames)).to.deep.equal(['lily', 'rose']);
    const { source, value } = set!.of(PlantKind)[0]!;
    expect(value.name).to.equal('lily');
    expect(source.file).to.equal('seeds/plants/lily.yaml');
    expect(source.place('/height')).to.deep.equal({ line: 4, column: 1 });
    expect(source.revision).to.match(/^[0-9a-f]{12}$/);
  });

  it('refuses to give what it was not built with', async () => {
    const { set } = await loadPlants(GARDEN, { assemblies: [] });
    expect(() => set!.get(PlantNames)).to.throw("'plant-names' is not part of this set");
  });

  it('has the same revision wherever the folder is, and another for any byte, name or further file', async () => {
    const revision = await revisionOf(GARDEN);
    expect(revision).to.match(/^[0-9a-f]{12}$/);
    expect(await revisionOf(Object.fromEntries(Object.entries(GARDEN).reverse()))).to.equal(revision);
    expect(await revisionOf({ ...GARDEN, 'intents/other.yaml': 'kind: fungus\n' }), 'file of another service').to.equal(
      revision
    );

    const rose = plant('rose');
    const others = [
      { ...GARDEN, 'seeds/plants/rose.yaml': `${rose} ` },
      { ...GARDEN, 'seeds/plants/rose.yaml': `\ufeff${rose}` },
      { ...GARDEN, 'seeds/plants/rose.yaml': rose.replaceAll('\n', '\r\n') },
      { 'seeds/plants/rose.yml': rose, 'seeds/plants/lily.yaml': plant('lily') },
      { 'seeds/plants/rose.yaml': plant('lily'), 'seeds/plants/lily.yaml': rose },
      { 'seeds/plants/rose.yaml': rose },
      {}
    ];
    const revisions = await Promise.all(others.map(revisionOf));
    expect(new Set([revision, ...revisions]).size).to.equal(others.length + 1);
  });

  it('changes its revision with any one byte', async () => {
    const text = plant('rose', '# a comment to change\n');
    const from = text.indexOf('#') + 1;
    const revision = await revisionOf({ 'seeds/plants/rose.yaml': text });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: from, max: text.length - 2 }),
        fc.constantFrom(...'XYZ09'),
        async (at, letter) => {
          const other = text.slice(0, at) + letter + text.slice(at + 1);
          expect(await revisionOf({ 'seeds/plants/rose.yaml': other })).to.not.equal(revision);
        }
      ),
      { numRuns: 20 }
    );
  });
});

describe('assemblies', () => {
  const count: Assembly<number> = {
    id: 'count',
    kinds: [],
    after: [PlantNames],
    build: set => set.get(PlantNames).length
  };
  const built = (assembly: Assembly<unknown>, seen: string[]): Assembly<unknown> => ({
    ...assembly,
    build: (...args) => (seen.push(assembly.id), assembly.build(...args))
  });

  it('are built after those they need, however they are listed', async () => {
    for (const assemblies of [[count, PlantNames], [PlantNames, count], [count]])
      expect((await loadPlants(GARDEN, { assemblies })).set!.get(count)).to.equal(2);
  });

  it('are checked in parts, between which whoever else there is may go on', async () => {
    const happened: string[] = [];
    const inParts: Assembly<number> = {
      ...count,
      *check() {
        for (const part of ['one', 'two']) {
          happened.push(part);
          yield;
        }
      }
    };
    await loadPlants(GARDEN, { assemblies: [inParts], pause: async () => void happened.push('pause') });
    expect(happened.join(' ')).to.contain('pause one pause two pause');
  });

  const broken: readonly [what: string, files: Readonly<Record<string, string>>][] = [
    ['breaks its schema', { 'seeds/plants/a.yaml': plant('3') }],
    ['does not parse', { 'seeds/plants/a.yaml': 'kind: [' }],
    ['has a misspelt kind', { 'seeds/plants/a.yaml': plant('a').replace('plant', 'plnt') }],
    ['lives in the wrong folder', { 'policies/a.yaml': plant('a') }],
    ['has the name of another', { 'seeds/plants/a.yaml': plant('rose') }],
    ['reports a problem when compiled', { 'seeds/plants/a.yaml': plant('a').replace('height: 3', 'height: 300') }]
  ];
  for (const [what, files] of broken)
    it(`are not built when a file of their kinds ${what}`, async () => {
      const seen: string[] = [];
      const names = built(PlantNames, seen);
      const candidate = await loadPlants(
        { ...GARDEN, ...files },
        { assemblies: [names, built({ ...count, after: [names] }, seen)] }
      );
      expect(candidate.problems).to.have.length(1);
      expect(candidate.set).to.equal(undefined);
      expect(seen).to.deep.equal([]);
    });

  it('are built when a file of another kind is broken, so that all problems come together', async () => {
    const picky: Assembly<string> = {
      id: 'picky',
      kinds: [PlantKind],
      build(set, report) {
        for (const { source } of set.of(PlantKind)) report(source, '/height', 'too_small', 'water it');
        return 'value';
      }
    };
    const seen: string[] = [];
    const candidate = await loadPlants(
      { ...GARDEN, 'intents/x.yaml': 'kind: [' },
      { assemblies: [picky, built({ id: 'next', kinds: [], after: [picky], build: () => 1 }, seen)] }
    );
    expect(lines(candidate).map(line => line.split(' ').slice(0, 2).join(' '))).to.deep.equal([
      'intents/x.yaml:1:8: yaml_syntax',
      'seeds/plants/lily.yaml:4:1: too_small',
      'seeds/plants/rose.yaml:4:1: too_small'
    ]);
    expect(seen, 'what needs a refused assembly').to.deep.equal([]);
  });
});

describe('reloading', () => {
  const change = (root: string, file: string, text: string) => writeFileSync(join(root, file), text);
  const live = async (root: string, assemblies: readonly Assembly<any>[] = [PlantNames]) => {
    const options = plantOptions(root, { assemblies });
    return new LiveDocuments((await loadDocuments(options)).set!, options);
  };

  it('swaps the whole set, and leaves the one a run has begun with as it is', async () => {
    const root = folderOf(GARDEN);
    const documents = await live(root);
    const before = documents.current;
    change(root, 'seeds/plants/fern.yaml', plant('fern'));
    rmSync(join(root, 'seeds/plants/rose.yaml'));
    const { outcome, from, to, problems } = await documents.reload();
    expect([outcome, from, to, problems]).to.deep.equal(['reloaded', before.revision, documents.current.revision, []]);
    expect(documents.current.get(PlantNames)).to.deep.equal(['fern', 'lily']);
    expect(before.get(PlantNames)).to.deep.equal(['lily', 'rose']);
    expect(before.of(PlantKind).map(p => p.value.name)).to.deep.equal(['lily', 'rose']);
  });

  it('keeps the last good set and says why, until the files are sound again', async () => {
    const root = folderOf(GARDEN);
    const documents = await live(root);
    const good = documents.current;
    change(root, 'seeds/plants/rose.yaml', plant('3'));
    const { from, to, problems } = await documents.reload();
    expect([from, to]).to.deep.equal([good.revision, good.revision]);
    expect(documents.current).to.equal(good);
    expect(lines({ problems })).to.deep.equal(['seeds/plants/rose.yaml:3:1: schema name must be text']);
    expect(documents.refused).to.deep.equal(problems);
    change(root, 'seeds/plants/rose.yaml', plant('rose'));
    await documents.reload();
    expect(documents.refused).to.deep.equal([]);
    expect(documents.current.revision).to.equal(good.revision);
  });

  it('asked for twice, ends with the newest files even when the first load takes longer', async () => {
    const root = folderOf(GARDEN);
    let release = () => {};
    let loads = 0;
    const slow: Assembly<number> = {
      id: 'slow',
      kinds: [],
      build: () => (++loads === 2 ? new Promise(resolve => (release = () => resolve(2))) : loads)
    };
    const documents = await live(root, [slow]);
    change(root, 'seeds/plants/moss.yaml', plant('moss'));
    const first = documents.reload();
    while (loads < 2) await new Promise(setImmediate);
    change(root, 'seeds/plants/fern.yaml', plant('fern'));
    const second = documents.reload();
    await new Promise(setImmediate);
    release();
    await Promise.all([first, second]);
    expect(documents.current.of(PlantKind)).to.have.length(4);
  });

  it('goes on after a load that threw', async () => {
    const root = folderOf(GARDEN);
    let fail = false;
    const moody: Assembly<number> = {
      id: 'moody',
      kinds: [],
      build: () => (fail ? Promise.reject(new Error('no')) : 1)
    };
    const documents = await live(root, [moody]);
    fail = true;
    change(root, 'seeds/plants/fern.yaml', plant('fern'));
    expect(await documents.reload().catch((error: Error) => error.message)).to.equal('no');
    fail = false;
    expect((await documents.reload()).problems).to.deep.equal([]);
  });

  it('tells listeners of every attempt, one after the other, with the sets before and after', async () => {
    const root = folderOf(GARDEN);
    const documents = await live(root);
    const told: unknown[] = [];
    documents.onReload(async ({ outcome }, { before, after }) => {
      await new Promise(setImmediate);
      told.push([outcome, marks(before), marks(after)]);
    });
    const marks = ({ files }: DocumentSet) => Object.fromEntries(files);
    const first = marks(documents.current);
    await documents.reload();
    change(root, 'seeds/plants/fern.yaml', plant('fern'));
    change(root, 'seeds/plants/lily.yaml', plant('lily', '# new\n'));
    rmSync(join(root, 'seeds/plants/rose.yaml'));
    await documents.reload();
    const second = marks(documents.current);
    change(root, 'seeds/plants/lily.yaml', plant('3'));
    await documents.reload();
    expect(told).to.deep.equal([
      ['unchanged', first, first],
      ['reloaded', first, second],
      ['refused', second, second]
    ]);
    expect([first, second].map(files => Object.keys(files).map(file => basename(file, '.yaml')))).to.deep.equal([
      ['lily', 'rose'],
      ['fern', 'lily']
    ]);
  });

  it('serves no revision but the pinned one', async () => {
    const root = folderOf(GARDEN);
    const documents = await live(root);
    const good = documents.current;
    expect(() => documents.pin('000000000000')).to.throw(StartupError, 'revision_pinned only revision 000000000000');
    documents.pin(good.revision);
    change(root, 'seeds/plants/rose.yaml', plant('rose', '# new\n'));
    const { to, problems } = await documents.reload();
    expect(problems.map(p => p.code)).to.deep.equal(['revision_pinned']);
    expect(to).to.equal(good.revision);
    expect(documents.current).to.equal(good);
  });
});
