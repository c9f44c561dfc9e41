import { expect } from 'chai';
import { SystemPolicyKind } from '../../../../plugins/support/kinds/system-policy.js';
import { loadSeeds, problemsOf } from '../seed/load-seeds.js';

const FILE = 'policies/system-policy/system-policy.yaml';
const policy = (words: number) =>
  `kind: system-policy\nversion: 1\npolicy: >-\n  ${'calm '.repeat(words)}\nrequest: Word {{ draft }}\n`;

describe('the system policy', () => {
  it('ships as one paragraph of 150 to 220 words', async () => {
    const { set } = await loadSeeds();
    const [only, ...more] = set!.of(SystemPolicyKind);
    expect(more).to.deep.equal([]);
    expect(only!.value.policy).not.to.match(/\n| {2}/);
    expect(only!.value.policy.split(' ').length).to.be.within(150, 220);
  });

  it('is refused when it is too short to guide or too long to follow', async () => {
    expect(await problemsOf({ [FILE]: policy(79) })).to.deep.equal([`${FILE}:3 policy_length`]);
    expect(await problemsOf({ [FILE]: policy(80) })).to.deep.equal([]);
    expect(await problemsOf({ [FILE]: policy(300) })).to.deep.equal([]);
    expect(await problemsOf({ [FILE]: policy(301) })).to.deep.equal([`${FILE}:3 policy_length`]);
  });

  it('is refused twice', async () => {
    const twin = 'policies/system-policy/twin.yaml';
    const problems = await problemsOf({ [FILE]: policy(100), [twin]: policy(100) });
    expect(problems).to.deep.equal([`${twin}:1 duplicate_name`]);
  });
});
