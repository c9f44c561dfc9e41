import { expect } from 'chai';
import { predictIntents, summariseIntents, type EvalRow } from '../../../../plugins/support/eval/judge-intents.js';
import { shipped } from '../understand/shipped.js';

const outcome = (row: Omit<EvalRow, 'id'>) => predictIntents(shipped(), [{ id: 'x', ...row }])[0]?.outcome;

describe('evaluating intents', () => {
  const cancel = 'cancel my order';
  const both = 'cancel my order and delete my account';
  it('counts the label and accepted answers as right', () => {
    expect(outcome({ text: cancel, label: 'cancel_order' })).to.equal('right');
    expect(outcome({ text: cancel, label: 'change_order', accept: ['cancel_order'] })).to.equal('right');
  });
  it('counts acting otherwise as wrong, asking as abstaining', () => {
    expect(outcome({ text: cancel, label: 'change_order' })).to.equal('wrong');
    expect(outcome({ text: both, label: 'cancel_order' })).to.equal('abstained');
  });
  it('counts a question or a refusal out of scope as right, acting as wrong', () => {
    expect(outcome({ text: 'zzz', label: 'out_of_scope' })).to.equal('right');
    expect(outcome({ text: 'cancel my gym membership', label: 'out_of_scope' })).to.equal('right');
    expect(outcome({ text: cancel, label: 'out_of_scope' })).to.equal('wrong');
  });
  it('wants the right candidates for an ambiguous message', () => {
    expect(outcome({ text: both, label: 'ambiguous', candidates: ['cancel_order', 'account_details'] })).to.equal(
      'right'
    );
    expect(outcome({ text: both, label: 'ambiguous', candidates: ['greeting', 'thanks'] })).to.equal('abstained');
    expect(outcome({ text: cancel, label: 'ambiguous', candidates: ['cancel_order', 'change_order'] })).to.equal(
      'premature'
    );
  });
  it('predicts without labels and summarises by label, source and confidence', () => {
    const judged = predictIntents(shipped(), [
      { id: 'a', text: cancel },
      { id: 'b', text: cancel, label: 'cancel_order', source: 'own' },
      { id: 'c', text: cancel, label: 'complaint', source: 'other' }
    ]);
    const summary = summariseIntents(judged);
    expect(judged[0]).to.deep.include({ id: 'a', intent: 'cancel_order' });
    expect(summary.in_scope).to.deep.equal({ rows: 2, right: 1, wrong: 1, abstained: 0 });
    expect(summary.by_source['own']).to.deep.equal({ rows: 1, right: 1, wrong: 0, abstained: 0 });
    expect(summary.confusion).to.deep.equal({ complaint: { cancel_order: 1 } });
    expect(summary.risk_coverage[0]).to.deep.equal({ confidence: 0, coverage: 1, risk: 0.5 });
  });
});
