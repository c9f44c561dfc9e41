import { expect } from 'chai';
import fc from 'fast-check';
import { decimal } from '../../../../plugins/support/verify/reading/values.js';
import { verifier } from './vocabulary.js';

const CLOCK = new Date('2026-05-04T12:00:00Z');
const supported = (sentence: string, text: string) =>
  verifier.verify(sentence, [{ reference: 'lookup_order#2', kind: 'tool_result', text }], CLOCK).supported;

describe('verifier: notations', () => {
  const paid = 'order_id=ORD-1; total=1250.00; currency=EUR';
  for (const amount of ['€1,250.00', '1.250,00 €', '1250 EUR', 'EUR 1,250', '1250.0 euros', '€1250']) {
    it(`reads ${amount} as the total`, () => expect(supported(`You paid ${amount}.`, paid)).to.equal(true));
  }
  for (const amount of ['€1,205.00', '$1,250.00', '1250 GBP', '€125.00', '€12,500', '€1,250.01']) {
    it(`does not read ${amount} as the total`, () => expect(supported(`You paid ${amount}.`, paid)).to.equal(false));
  }

  const delivered = 'order_id=ORD-1; status=delivered; delivered_at=2026-05-02T16:45:00Z';
  for (const day of [
    '2 May',
    'May 2nd',
    'Saturday, 2 May 2026',
    '2026-05-02',
    '02/05/2026',
    '2 mai 2026',
    '2 de mayo',
    'the 2nd of May'
  ]) {
    it(`reads ${day} as the day of delivery`, () =>
      expect(supported(`It was delivered on ${day}.`, delivered)).to.equal(true));
  }
  for (const day of ['3 May', 'May 12th', 'Sunday', '2 May 2025', '2026-02-05', '2 June']) {
    it(`does not read ${day} as the day of delivery`, () =>
      expect(supported(`It was delivered on ${day}.`, delivered)).to.equal(false));
  }
  it('counts relative days from the clock', () => {
    expect(supported('It was delivered two days ago.', delivered)).to.equal(true);
    expect(supported('It was delivered yesterday.', delivered)).to.equal(false);
    expect(supported('It was delivered at 4:45 pm.', delivered)).to.equal(true);
    expect(supported('It was delivered at 5:45 pm.', delivered)).to.equal(false);
  });

  it('reads an amount alike in every notation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
        const grouped = (mark: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, mark);
        const two = String(cents).padStart(2, '0');
        const plain = decimal(`${whole}.${two}`);
        for (const text of [
          `${grouped(',')}.${two}`,
          `${grouped('.')},${two}`,
          `${grouped(' ')}.${two}`,
          `${grouped("'")}.${two}`,
          `${whole},${two}`
        ]) {
          expect(decimal(text), text).to.equal(plain);
        }
        expect(Number(plain)).to.equal(Number(`${whole}.${two}`));
      })
    );
  });

  for (const id of ['0cad0', '5eur', 'a-5cad7'])
    it(`reads no money in tkt_${id}`, () => {
      expect(supported(`Your ticket is tkt_${id}.`, `ticket_id=tkt_${id}; status=open`)).to.equal(true);
      expect(supported(`Your ticket is tkt_${id}.`, `ticket_id=tkt_${id}1; status=open`)).to.equal(false);
    });

  it('tells identifiers apart by one character', () => {
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 4, maxLength: 12 });
    fc.assert(
      fc.property(hex, fc.nat(), fc.constantFrom(...'0123456789abcdef'), (id, at, other) => {
        const i = at % id.length;
        fc.pre(id[i] !== other);
        const typo = id.slice(0, i) + other + id.slice(i + 1);
        expect(supported(`Your ticket is tkt_${id}.`, `ticket_id=tkt_${id}; status=open`)).to.equal(true);
        expect(supported(`Your ticket is tkt_${typo}.`, `ticket_id=tkt_${id}; status=open`)).to.equal(false);
      })
    );
  });
});
