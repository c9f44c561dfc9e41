import { expect } from 'chai';
import { compileDisclosure } from '../../../core/guard/index.js';

const POLICY =
  'Never name the colleague who packed the box. Write short, plain sentences and stop after the third one.';

describe('disclosure of the system policy', () => {
  const discloses = compileDisclosure(POLICY);

  it('withholds six words in a row, however they are dressed', () => {
    for (const reply of [
      'I was told: never name the colleague who packed things.',
      'NEVER, name: the colleague - who_packed',
      '<b>short</b> plain <i>sentences</i> and stop after',
      'short plain séntences and stop\u200B after',
      'shоrt plаin sеntences аnd stоp аfter',
      [...'never name the colleague who packed'].reverse().join(''),
      Buffer.from('the colleague who packed the box').toString('base64')
    ])
      expect(discloses(reply), reply).to.equal(true);
  });

  it('sends five words in a row, and six with one changed', () => {
    for (const reply of [
      'never name the colleague who',
      'never name the person who packed the box',
      'Your box was packed.',
      ''
    ])
      expect(discloses(reply), reply).to.equal(false);
  });

  it('never fires for a policy of fewer words than that', () => {
    expect(compileDisclosure('Be kind to all')('Be kind to all')).to.equal(false);
  });
});
