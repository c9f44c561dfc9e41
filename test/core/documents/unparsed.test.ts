import { expect } from 'chai';
import type { DocumentKind } from '../../../core/documents/kind.js';
import { lines, loadPlants, plant, PlantKind, type Plant } from './root-folder.js';

const ROSE = 'seeds/plants/rose.yaml';
const BROKEN = 'kind: fungus\nversion: [\n';

describe('files of other services', () => {
  it('are counted and not parsed, whether their kinds are known or not', async () => {
    const files = { [ROSE]: plant('rose'), 'intents/a.yaml': BROKEN, 'policies/b.yaml': `# why\n\n${BROKEN}` };
    for (const more of [{}, { otherKinds: new Set(['fungus']) }]) {
      const candidate = await loadPlants(files, more);
      expect([lines(candidate), candidate.files]).to.deep.equal([[], 3]);
    }
  });

  it('are parsed where their first line does not say what they are', async () => {
    const found = lines(await loadPlants({ 'intents/a.yaml': 'version: [\nkind: fungus\n' }));
    expect(found).to.have.length(1);
    expect(found[0]).to.include('yaml_syntax');
  });

  it('are not taken for theirs when they stand among ours or are a slip', async () => {
    const files = {
      'seeds/plants/a.yaml': 'kind: fungus\n',
      'intents/b.yaml': 'kind: plnat\n',
      'intents/c.yaml': 'kind: fungus\n'
    };
    expect(lines(await loadPlants(files))).to.deep.equal([
      "intents/b.yaml:1:1: kind_unknown no plugin brings this kind; did you mean 'plant'?",
      'seeds/plants/a.yaml:1:1: kind_unknown no plugin brings this kind'
    ]);
  });

  it('are all reported where the kinds of all services are known', async () => {
    const found = lines(await loadPlants({ 'intents/c.yaml': 'kind: fungus\n' }, { otherKinds: new Set() }));
    expect(found).to.deep.equal(['intents/c.yaml:1:1: kind_unknown no plugin brings this kind']);
  });
});

describe('files that are proven', () => {
  /** Notes what is compiled, and takes files for proven as it is told. */
  const kindThat = (isProven: boolean) => {
    const compiled: string[] = [];
    const kind: DocumentKind<Plant> = {
      ...PlantKind,
      isProven: files => isProven && files.length > 0,
      compile(content, report, source) {
        compiled.push(source.file);
        return PlantKind.compile(content, report, source);
      }
    };
    return { kind, compiled };
  };
  const UNSOUND = plant('rose', 'thorns: many\n');

  it('are parsed when they are first used, once', async () => {
    const { kind, compiled } = kindThat(true);
    const { set } = await loadPlants({ [ROSE]: plant('rose') }, { kinds: [kind], assemblies: [] });
    const [rose] = set!.of(kind);
    expect(compiled).to.deep.equal([]);
    expect([rose!.value.name, rose!.value.height, rose!.source.place('/height').line]).to.deep.equal(['rose', 3, 4]);
    expect(compiled).to.deep.equal([ROSE]);
  });

  it('have the revision that they have when they are checked', async () => {
    const revisions = [true, false].map(async proven => {
      const { kind } = kindThat(proven);
      const { set } = await loadPlants({ [ROSE]: plant('rose') }, { kinds: [kind], assemblies: [] });
      return set!.revision;
    });
    expect(await revisions[0]).to.equal(await revisions[1]);
  });

  it('are checked all the same when everything is to be, or when one of them does not say at once what it is', async () => {
    const { kind } = kindThat(true);
    const options = { kinds: [kind], assemblies: [] };
    expect(lines(await loadPlants({ [ROSE]: UNSOUND }, options))).to.deep.equal([]);
    const thorns = `${ROSE}:5:1: schema the file has no key 'thorns'`;
    expect(lines(await loadPlants({ [ROSE]: UNSOUND }, { ...options, proveAll: true }))).to.deep.equal([thorns]);
    const late = { [ROSE]: UNSOUND, 'seeds/plants/lily.yaml': 'version: 1\nkind: plant\nname: lily\nheight: 1\n' };
    expect(lines(await loadPlants(late, options))).to.deep.equal([thorns]);
  });

  it('are those the kind says, and no others', async () => {
    const { kind } = kindThat(false);
    expect(lines(await loadPlants({ [ROSE]: UNSOUND }, { kinds: [kind] }))).to.have.length(1);
  });
});
