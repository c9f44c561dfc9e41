import { expect } from 'chai';
import { keyOf } from '../../../core/learn/known-keys.js';

const fileOf = (file: string, revision: string) => ({
  source: { file, revision, place: () => ({ line: 1, column: 1 }) }
});
const ROSES = fileOf('seeds/roses.yaml', '1');
const LILIES = fileOf('seeds/lilies.yaml', '1');

describe('the key of what is learned from files', () => {
  it('is found once for the same files, and anew for another name, for other bytes and for a file less', () => {
    let found = 0;
    const find = () => `key ${found++}`;
    const files = [ROSES, LILIES];
    expect(keyOf('flowers', files, find)).to.equal('key 0');
    expect(keyOf('flowers', [...files], find)).to.equal('key 0');
    expect(keyOf('scents', files, find)).to.equal('key 1');
    expect(keyOf('flowers', [ROSES, fileOf('seeds/lilies.yaml', '2')], find)).to.equal('key 2');
    expect(keyOf('flowers', [ROSES], find)).to.equal('key 3');
    expect(keyOf('flowers', files, find)).to.equal('key 0');
  });

  it('is looked for again where nothing could be learned', () => {
    const files = [fileOf('seeds/weeds.yaml', '1')];
    expect(keyOf('flowers', files, () => undefined)).to.equal(undefined);
    expect(keyOf('flowers', files, () => 'key')).to.equal('key');
  });
});
