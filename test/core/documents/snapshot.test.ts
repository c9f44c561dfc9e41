import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { Assembly } from '../../../core/documents/assembly.js';
import type { DocumentKind } from '../../../core/documents/kind.js';
import { identify, parse } from '../../../core/documents/parse.js';
import { readTexts } from '../../../core/documents/read.js';
import { builtSnapshot, contentAsBuilt, kindCheck, type Snapshot } from '../../../core/documents/snapshot.js';
import { statedTexts } from '../../../core/documents/stated.js';
import { RuleTableKind } from '../../../core/rules/rule-table.js';
import { FOLDERS, SHIPPED_ROOT } from '../../harness/root.js';
import { lines, loadPlants, plant, PlantKind, PlantNames, type Plant } from './root-folder.js';

const ROSE = 'seeds/plants/rose.yaml';
const UNSOUND = plant('rose', 'thorns: many\n');

describe('the snapshot of the build', () => {
  const written = readTexts({ root: SHIPPED_ROOT, folders: FOLDERS }, []);
  /** As services read them: with the settings that they say by name. */
  const texts = statedTexts(written, [RuleTableKind]).on(new Date().toISOString().slice(0, 10), []);

  it('says of every file that a service reads what its YAML says, and of no other', () => {
    const all = [...written, ...texts];
    for (const file of all) expect(contentAsBuilt(file.digest), file.source.file).to.deep.equal(load(file.text));
    const digests = new Set([...all.map(({ digest }) => `${digest}.json`), 'sound.json', 'keys.json']);
    const kept = readdirSync(join(SHIPPED_ROOT, 'dist/snapshot'));
    expect(kept.filter(name => !digests.has(name))).to.have.length(1, 'plugins.yaml alone lies elsewhere');
  });

  it('holds the shipped files of every kind for sound, and not where one byte differs', () => {
    for (const kind of new Set(texts.map(text => text.kind))) {
      const files = texts.filter(text => text.kind === kind);
      expect(builtSnapshot.isSound(kindCheck(kind!), files), kind).to.equal(true);
      const [{ source, text }, ...others] = files as [(typeof files)[number]];
      const edited = identify(source.file, `${text}\nadded: 1\n`);
      expect(builtSnapshot.isSound(kindCheck(kind!), [edited, ...others]), kind).to.equal(false);
      expect(parse(edited, [])?.content).to.deep.equal({ ...(load(text) as object), added: 1 });
    }
  });
});

describe('files that a snapshot holds for sound', () => {
  /** Notes what is compiled and checked, and takes everything for sound or nothing. */
  function garden(sound: boolean) {
    const done: string[] = [];
    const kind: DocumentKind<Plant> = {
      ...PlantKind,
      compile(content, report, source) {
        done.push(`compiled ${source.file}`);
        return PlantKind.compile(content, report, source);
      }
    };
    const names: Assembly<readonly string[]> = {
      ...PlantNames,
      kinds: [kind],
      check(value, set, report) {
        done.push(`checked ${value.join()}`);
        for (const { source } of set.of(kind))
          if (value.includes('nettle')) report(source, '/name', 'no_nettle', 'no nettles');
      }
    };
    const snapshot: Snapshot = { isSound: (_checked, files) => sound && files.length > 0 };
    return { done, kind, options: { kinds: [kind], assemblies: [names], snapshot } };
  }

  it('are compiled when they are first used, once, and not checked', async () => {
    const { done, kind, options } = garden(true);
    const { set } = await loadPlants({ [ROSE]: plant('rose') }, { ...options, assemblies: [] });
    const [rose] = set!.of(kind);
    expect(done).to.deep.equal([]);
    expect([rose!.value.name, rose!.value.height, rose!.source.place('/height').line]).to.deep.equal(['rose', 3, 4]);
    expect(done).to.deep.equal([`compiled ${ROSE}`]);
  });

  it('are put together without the check of what they come to', async () => {
    for (const [sound, expected] of [
      [true, [`compiled ${ROSE}`]],
      [false, [`compiled ${ROSE}`, 'checked rose']]
    ] as const) {
      const { done, options } = garden(sound);
      await loadPlants({ [ROSE]: plant('rose') }, options);
      expect(done).to.deep.equal(expected);
    }
  });

  it('are refused by the check of what they come to where they are not', async () => {
    const { options } = garden(false);
    expect(lines(await loadPlants({ [ROSE]: plant('nettle') }, options))).to.deep.equal([
      `${ROSE}:3:1: no_nettle no nettles`
    ]);
  });

  it('have the revision that they have when they are checked', async () => {
    const revisions = [true, false].map(async sound => {
      const { set } = await loadPlants({ [ROSE]: plant('rose') }, garden(sound).options);
      return set!.revision;
    });
    expect(await revisions[0]).to.equal(await revisions[1]);
  });

  it('are checked all the same when everything is to be, or when one of them does not say at once what it is', async () => {
    const { snapshot: _left, ...options } = garden(true).options;
    const thorns = `${ROSE}:5:1: schema the file has no key 'thorns'`;
    expect(lines(await loadPlants({ [ROSE]: UNSOUND }, { ...options, thorough: true }))).to.deep.equal([thorns]);
    const late = { [ROSE]: UNSOUND, 'seeds/plants/lily.yaml': 'version: 1\nkind: plant\nname: lily\nheight: 1\n' };
    expect(lines(await loadPlants(late, garden(true).options))).to.deep.equal([thorns]);
  });
});
