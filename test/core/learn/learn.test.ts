import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  crossValidate,
  decodeModel,
  digestOf,
  encodeModel,
  expand,
  fit,
  fitApart,
  LEARN_SETTINGS,
  nearestExamples,
  type Example
} from '../../../core/learn/index.js';

const say = (label: string, ...templates: readonly string[]): Example[] =>
  templates.flatMap(group => expand(group, 40).map(text => ({ text, label, group })));

const EXAMPLES = [
  ...say(
    'lost',
    '{where is|have you seen} my {parcel|order 1002|kettle}',
    'my {parcel|order} {never came|is late|got lost}',
    'still waiting for my {parcel|kettle|shoes}'
  ),
  ...say(
    'money',
    '{give me|i want} my money back for {the kettle|order 1002|these shoes}',
    'when {is|comes} my refund',
    'refund {me|the kettle|my order} please'
  ),
  ...say('hello', '{hello|hi|hey} {there|you|}', 'good {morning|evening}')
];

const settings = { ...LEARN_SETTINGS, features: 400 };
const model = fit(EXAMPLES, settings);
const best = (text: string): string => {
  const shares = [...model.shares(text)];
  return model.labels[shares.indexOf(Math.max(...shares))] ?? '';
};

describe('a model learned from examples', () => {
  it('finds what reads like the examples of a label', () => {
    expect(best('where on earth is my parcel')).to.equal('lost');
    expect(best('please refund these')).to.equal('money');
    expect(best('HEY THERE')).to.equal('hello');
    expect(best('my parsel is latte')).to.equal('lost');
  });

  it('is the same to the byte wherever it is fitted: here, in a thread, beside others', async () => {
    const bytes = encodeModel(model);
    expect(encodeModel(fit(EXAMPLES, settings)).equals(bytes)).to.equal(true);
    const names = ['one', 'two', 'three', 'four', 'five'];
    const beside = await Promise.all(names.map(name => fitApart(name, EXAMPLES, settings)));
    for (const each of beside) expect(encodeModel(each).equals(bytes)).to.equal(true);
    expect(createHash('sha256').update(bytes).digest('hex').slice(0, 16)).to.equal('467440f88df6ce3a');
  });

  it('predicts the same after it was written and read', () => {
    const read = decodeModel(encodeModel(model));
    expect(read?.digest).to.equal(digestOf(EXAMPLES, settings));
    fc.assert(fc.property(fc.string(), text => void expect(read?.shares(text)).to.deep.equal(model.shares(text))));
  });

  it('gives shares that sum to one for any text', () => {
    const sum = (text: string): number => model.shares(text).reduce((total, share) => total + share, 0);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => void expect(sum(text)).to.be.closeTo(1, 1e-9)));
  });

  it('reads no model from bytes that are none, cut off, or of another version', () => {
    const bytes = encodeModel(model);
    expect(decodeModel(Buffer.from('nonsense'))).to.equal(undefined);
    expect(decodeModel(bytes.subarray(0, bytes.length - 1))).to.equal(undefined);
    expect(
      decodeModel(Buffer.from(bytes.toString('latin1').replace('bylaw-model-1', 'bylaw-model-0'), 'latin1'))
    ).to.equal(undefined);
  });

  it('has another digest once an example, its label or its weight is another', () => {
    const [first, ...rest] = EXAMPLES as [Example, ...Example[]];
    const digests = [
      digestOf(EXAMPLES, settings),
      digestOf(rest, settings),
      digestOf([{ ...first, label: 'money' }, ...rest], settings),
      digestOf([{ ...first, weight: 0.5 }, ...rest], settings),
      digestOf(EXAMPLES, { ...settings, features: 401 })
    ];
    expect(new Set(digests).size).to.equal(digests.length);
  });

  it('takes numbers, amounts and addresses for signs of their kind', () => {
    expect(model.scores('order 1002')).to.deep.equal(model.scores('order 77,310'));
    expect(model.scores('refund $5')).to.deep.equal(model.scores('refund 3.99€'));
    expect(model.scores('i am a@b.example')).to.deep.equal(model.scores('i am someone.else@shop.example.org'));
  });

  it('names the n-grams that spoke and the examples that are near', () => {
    expect(model.voices('Where is my refund?', 'money', 3)[0]?.gram).to.equal('refund');
    const [near] = nearestExamples(EXAMPLES, 'when will my refund come', 2);
    expect(near?.example.text).to.equal('when comes my refund');
    expect(near?.likeness).to.be.within(0.3, 1);
  });

  it('holds whole groups back when it validates itself', async () => {
    const held = await crossValidate(EXAMPLES, 2, settings);
    expect(held.map(({ example }) => example)).to.deep.equal(EXAMPLES);
    const alone = say('odd', 'xylophone {one|two|three}').map(each => ({ ...each, group: 'odd' }));
    const [odd] = await crossValidate([...alone, ...EXAMPLES], 2, settings);
    expect(odd?.labels).not.to.include('odd');
  });

  it('chooses a group and then a label within it, and keeps both in its file', () => {
    const grouped = EXAMPLES.map(each => ({ ...each, label: `${each.label}#${each.text.includes('my') ? 1 : 2}` }));
    const nested = fit(grouped, { ...settings, within: '#' });
    expect(nested.labels).to.deep.equal(['hello#2', 'lost#1', 'money#1', 'money#2']);
    const shares = nested.shares('where is my parcel');
    expect(shares.reduce((sum, share) => sum + share, 0)).to.be.closeTo(1, 1e-9);
    expect(nested.labels[shares.indexOf(Math.max(...shares))]).to.equal('lost#1');
    const read = decodeModel(encodeModel(nested));
    expect(read?.shares('where is my parcel')).to.deep.equal(shares);
  });
});
