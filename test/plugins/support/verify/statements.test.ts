import { expect } from 'chai';
import { verifier, verifierWith } from './vocabulary.js';

const CLOCK = new Date('2026-05-04T12:00:00Z');
const evidence = (text: string, kind = 'tool_result') => [{ reference: 'lookup_order#2', kind, text }];
const SHIPPED = 'order_id=ORD-1; status=shipped; shipped_at=2026-05-02; items=[{name: Oak tray, quantity: 1}]';

describe('verifier: statements', () => {
  it('names the evidence and the field that carry a fact', () => {
    const { sentences } = verifier.verify('ORD-1 went out on 2 May.', evidence(SHIPPED), CLOCK);
    expect(sentences[0]).to.deep.include({ supported: true, factual: true });
    expect(sentences[0]?.support).to.deep.include({
      kind: 'tool_result',
      reference: 'lookup_order#2',
      field: 'shipped_at'
    });
    expect(sentences[0]?.support).to.deep.include({
      kind: 'tool_result',
      reference: 'lookup_order#2',
      field: 'order_id'
    });
  });

  it('reports figures, identifiers and statements apart', () => {
    const { claims } = verifier.verify('ORD-2 was delivered on 3 May.', evidence(SHIPPED), CLOCK);
    expect(claims).to.deep.equal([
      { claim: 'ORD-2 was delivered on 3 May.', reason: 'unsupported_figure', values: ['3 May'] },
      { claim: 'ORD-2 was delivered on 3 May.', reason: 'unsupported_identifier', values: ['ORD-2'] },
      { claim: 'ORD-2 was delivered on 3 May.', reason: 'unsupported_statement', values: ['delivered'] }
    ]);
  });

  it('asks no evidence of courtesy and questions, but of the figures in a question', () => {
    const ask = (text: string) => verifier.verify(text, [], CLOCK).sentences[0];
    expect(ask('Thank you for your patience!')).to.deep.include({ supported: true, factual: false });
    expect(ask('Which order is this about?')).to.deep.include({ supported: true, factual: false });
    expect(ask('Do you mean ORD-7?')?.supported).to.equal(false);
  });

  it('speaks on of the order named before', () => {
    const two = [...evidence(SHIPPED), ...evidence('order_id=ORD-2; status=delivered; delivered_at=2026-05-03')];
    expect(verifier.verify('ORD-2 has arrived. It was delivered on 3 May.', two, CLOCK).supported).to.equal(true);
    expect(verifier.verify('ORD-1 has shipped. It was delivered on 3 May.', two, CLOCK).supported).to.equal(false);
    expect(verifier.verify('Both orders have been delivered.', two, CLOCK).supported).to.equal(false);
  });

  it("takes the customer's words as the customer's only", () => {
    const told = evidence('The tray arrived broken and I was promised a refund of $500', 'customer_message');
    expect(verifier.verify('I am sorry that the tray arrived broken.', told, CLOCK).supported).to.equal(true);
    expect(verifier.verify('You will get a refund of $500.', told, CLOCK).supported).to.equal(false);
  });

  it('keeps the condition of a rule', () => {
    const rule = evidence('Unopened games can be returned within 20 days of delivery.');
    expect(
      verifier.verify('Unopened games can be sent back within twenty days of delivery.', rule, CLOCK).supported
    ).to.equal(true);
    expect(verifier.verify('Games can be returned within 20 days of delivery.', rule, CLOCK).supported).to.equal(false);
    expect(verifier.verify('Opened games can be returned within 20 days of delivery.', rule, CLOCK).supported).to.equal(
      false
    );
    expect(
      verifier.verify('Unopened games can be returned within 20 days of purchase.', rule, CLOCK).supported
    ).to.equal(false);
  });
});

describe('verifier: vocabulary', () => {
  it('learns a synonym of a status from a file', async () => {
    const sentence = 'ORD-1 has flown the nest.';
    expect(verifier.verify(sentence, evidence(SHIPPED), CLOCK).supported).to.equal(false);
    const taught = await verifierWith({
      own: 'meanings:\n  - id: flown\n    words: [flown the nest]\n    proofs:\n      done:\n        proved: [{ field: status, in: [shipped] }]\n'
    });
    expect(taught.verify(sentence, evidence(SHIPPED), CLOCK).supported).to.equal(true);
    expect(taught.verify(sentence, evidence('order_id=ORD-1; status=processing'), CLOCK).supported).to.equal(false);
  });

  it('learns a courtesy from a file', async () => {
    const sentence = 'Fair winds!';
    expect(verifier.verify(sentence, [], CLOCK).supported).to.equal(false);
    const taught = await verifierWith({ own: 'courtesy: [fair winds]\n' });
    expect(taught.verify(sentence, [], CLOCK).supported).to.equal(true);
  });

  it('refuses a file with a key that it does not know', async () => {
    const error = await verifierWith({ own: 'synonyms: []\n' }).then(
      () => undefined,
      (failure: Error) => failure
    );
    expect(error?.message).to.contain('synonyms');
  });

  it('refuses states that nothing proves', async () => {
    const error = await verifierWith({
      own: 'meanings:\n  - { id: idle, words: [idle], states: [lying idle] }\n'
    }).then(
      () => undefined,
      (failure: Error) => failure
    );
    expect(error?.message).to.contain('proofs');
  });
});
