import { expect } from 'chai';
import type { UnderstandContent } from '../../../../plugins/support/understand/types.js';
import { compileShipped, sourceOf } from './shipped.js';

const entry = (name: string, understand: UnderstandContent) => ({
  name,
  understand,
  source: sourceOf(`intents/${name}.yaml`)
});

describe('compiling what intents understand', () => {
  it('accepts the shipped files with all their examples and near misses', () => {
    expect(compileShipped().problems).to.deep.equal([]);
  });

  it('learns a new intent from one entry, and a word of a sign from one vocabulary', () => {
    const more = [
      entry('spare_parts', {
        phrases: [{ say: 'spare part|parts', weight: 0.95, reason: 'A test.' }],
        examples: ['Where do I get spare parts for my mixer?'],
        near_misses: [{ text: 'where is my parcel', instead: 'order_status' }]
      })
    ];
    const words = [{ name: 'more', signs: { product: ['frobnicator'] } }];
    const { understander, problems } = compileShipped(more, words);
    expect(problems).to.deep.equal([]);
    expect(understander.understand('I am looking for spare parts').intent).to.equal('spare_parts');
    expect(understander.understand('where is my frobnicator').intent).to.equal('order_status');
  });

  it('refuses what was not learned yet where nothing may be learned, and says what to run', () => {
    const { problems } = compileShipped([entry('sizes', { examples: ['which size am I'] })], [], false);
    expect(problems.map(({ code }) => code)).to.deep.equal(['not_learned']);
    expect(problems[0]?.message).to.include('bylaw learn');
  });

  it('refuses an example that is understood otherwise, with its place and the reason', () => {
    const { problems } = compileShipped([entry('spare_parts', { examples: ['thank you so much', 'spare parts'] })]);
    expect(problems.map(({ code }) => code)).to.include('example_failed');
    expect(problems.map(({ message }) => message).join()).to.contain('must be understood as');
  });

  it('refuses a near miss that the intent takes, and one that names no other intent', () => {
    const understand = {
      phrases: [{ say: 'spare part|parts', weight: 0.95, reason: 'A test.' }],
      examples: ['spare parts please'],
      near_misses: [
        { text: 'any spare parts?', instead: 'unknown' },
        { text: 'hello', instead: 'gretings' },
        { text: 'hello', instead: 'spare_parts' }
      ]
    };
    expect(compileShipped([entry('spare_parts', understand)]).problems.map(({ code }) => code)).to.deep.equal([
      'example_failed',
      'unknown_intent',
      'unknown_intent'
    ]);
  });

  it('refuses phrases that cannot be read, signs of no vocabulary, and concepts defined twice or nowhere', () => {
    const bad = [
      '<no_such_concept> it',
      'maybe? this',
      'gap ~99 wide',
      '^ $',
      'semi;colon',
      'this & that ~ there',
      'this &'
    ];
    const phrases = bad.map(say => ({ say, weight: 0.5, reason: 'A test.' }));
    const { problems } = compileShipped(
      [entry('spare_parts', { phrases, examples: ['a gasket for my {gadget}'] })],
      [{ name: 'more', concepts: [{ name: 'refund', words: ['refund'] }], also: { refnud: ['x'] } }]
    );
    const codes = problems.map(({ code }) => code);
    expect(codes).to.include.members(['unknown_sign', 'duplicate_name', 'unknown_concept']);
    expect(
      codes.filter(code => code === 'bad_phrase'),
      JSON.stringify(problems)
    ).to.have.length(bad.length);
  });
});
