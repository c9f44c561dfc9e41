import { expect } from 'chai';
import type { UnderstandContent } from '../../../../plugins/support/understand/types.js';
import { compileShipped, shipped, sourceOf } from './shipped.js';

const entry = (name: string, understand: UnderstandContent) => ({
  name,
  understand,
  source: sourceOf(`intents/${name}.yaml`)
});

describe('compiling what intents understand', () => {
  it('accepts the shipped files with all their examples and near misses', () => {
    expect(compileShipped().problems).to.deep.equal([]);
  });

  it('learns a new intent from one entry', () => {
    const { understander, problems } = compileShipped([
      entry('spare_parts', {
        phrases: [{ say: 'spare part|parts', weight: 0.95, reason: 'A test.' }],
        examples: ['Where do I get spare parts for my mixer?'],
        near_misses: [{ text: 'where is my parcel', instead: 'order_status' }]
      })
    ]);
    expect(problems).to.deep.equal([]);
    expect(understander.understand('I am looking for spare parts').intent).to.equal('spare_parts');
  });

  it('learns words of a concept from one vocabulary', () => {
    const text = 'I want my wampum for ORD-1001';
    expect(shipped().understand(text).intent).to.not.equal('refund_request');
    const { understander } = compileShipped([], [{ name: 'more', also: { refund: ['my wampum'] } }]);
    expect(understander.understand(text).intent).to.equal('refund_request');
  });

  it('refuses an example that is understood otherwise, with its place and the reason', () => {
    const { problems } = compileShipped([entry('spare_parts', { examples: ['Where is my parcel?'] })]);
    expect(problems).to.have.length(1);
    expect(problems[0]).to.include({ code: 'example_failed', file: 'intents/spare_parts.yaml', line: 4 });
    expect(problems[0]?.message).to.contain('not order_status');
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

  const badPhrases = [
    '<no_such_concept> it',
    'maybe? this',
    'gap ~99 wide',
    '^ $',
    'semi;colon',
    'this & that ~ there',
    'this &'
  ];
  for (const say of badPhrases) {
    it(`refuses the phrase "${say}"`, () => {
      const { problems } = compileShipped([
        entry('spare_parts', { phrases: [{ say, weight: 0.5, reason: 'A test.' }], examples: [] })
      ]);
      expect(problems.map(({ code }) => code)).to.include('bad_phrase');
    });
  }

  it('refuses a concept defined twice and words for a concept that does not exist', () => {
    const { problems } = compileShipped(
      [],
      [{ name: 'more', concepts: [{ name: 'refund', words: ['refund'] }], also: { refnud: ['x'] } }]
    );
    expect(problems.map(({ code }) => code)).to.include.members(['duplicate_name', 'unknown_concept']);
  });
});
