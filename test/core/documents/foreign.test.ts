import { expect } from 'chai';
import { lines, loadPlants, plant } from './root-folder.js';

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
