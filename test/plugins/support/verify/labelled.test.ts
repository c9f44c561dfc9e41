import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { predict, summarise, type VerifierRow } from '../../../../plugins/support/verify/eval.js';
import { verifier } from './vocabulary.js';

const rows = readFileSync('test/data/verifier.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as VerifierRow);
const CLOCK = new Date('2026-05-04T12:00:00Z');
/** Figures, identifiers, promises and actions: of these, none may pass. */
const STRICT =
  /^(?:wrong_(?:date|amount|figure)|count_wrong|swapped_id|identifier_typo|cross_record|field_swap|currency_change|unit_change|percentage|time|invented_promise|action_claimed|invented_contact)$/;

describe('verifier: labelled sentences', () => {
  it('withholds every wrong figure and identifier, every invented promise and action', () => {
    const strict = rows.filter(row => row.supported === false && STRICT.test(row.category ?? ''));
    const predictions = predict(strict, verifier, CLOCK);
    const passed = strict.filter((_, i) => predictions[i]?.supported);
    expect(strict).to.have.length.above(300);
    expect(passed.map(({ sentence }) => sentence)).to.deep.equal([]);
  });

  it('counts each label and category, and leaves unlabelled rows out', () => {
    const [row] = rows;
    const unlabelled: VerifierRow = { id: 'x', evidence: [], sentence: 'Your order has shipped.' };
    const both = [row!, unlabelled];
    const result = summarise(both, predict(both, verifier, CLOCK));
    expect(result).to.deep.include({
      rows: 2,
      let_through: { right: 1, total: 1 },
      caught: { right: 0, total: 0 },
      wrong: []
    });
  });

  it('says why a sentence was withheld', () => {
    const [prediction] = predict([{ id: 'x', evidence: [], sentence: 'You paid $12.00 for ORD-1.' }], verifier, CLOCK);
    expect(prediction).to.deep.include({ id: 'x', supported: false });
    expect(prediction?.reason).to.contain('unsupported_figure: $12.00').and.to.contain('unsupported_identifier: ORD-1');
  });
});
