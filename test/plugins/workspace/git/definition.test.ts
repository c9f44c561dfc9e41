import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { readFileSync } from 'node:fs';
import { makeRepository } from './git-fixture.js';

describe('definition of git_history', () => {
  it('takes what its file says and answers what it says, no more', async () => {
    const file = new URL('../../../../../tools.d/workspace/git_history.yaml', import.meta.url);
    const definition = load(readFileSync(file, 'utf8')) as { name: string; arguments: object; result: object };
    expect(definition.name).to.equal('git_history');
    const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
    addFormats.default(ajv);
    const takes = ajv.compile(definition.arguments);
    const answers = ajv.compile(definition.result);
    const fixture = makeRepository();
    try {
      fixture.commit('one', { 'a.txt': 'x\n' });
      fixture.git('mv', 'a.txt', 'b.txt');
      fixture.commit('two\n\nbody', { bin: Buffer.from([0, 1]) });
      for (const args of [
        {},
        { include_patch: true, max_commits: 1 },
        { path: 'b.txt', include_patch: true },
        { ref: 'HEAD', include_patch: true },
        { ref: 'main', path: '.', author: 'ada', grep: 'two', since: '2020-01-01', until: '1 day' }
      ]) {
        takes(args);
        expect(takes.errors, JSON.stringify(args)).to.equal(null);
        answers((await fixture.history(args)).structured);
        expect(answers.errors, JSON.stringify(args)).to.equal(null);
      }
      expect(takes({ nonsense: 1 })).to.equal(false);
    } finally {
      fixture.remove();
    }
  });
});
