import { expect } from 'chai';
import fc from 'fast-check';
import { parseEvidence } from '../../../../plugins/support/verify/evidence/fields.js';
import { evidenceText } from '../../../../plugins/support/verify/evidence-text.js';
import { verifier } from './vocabulary.js';

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,5}(?: [A-Za-z0-9]{1,5})?$/);
const key = fc.stringMatching(/^[a-z][a-z_]{0,10}$/).filter(name => !name.startsWith('__'));
const scalar = fc.oneof(word, fc.integer().map(String), fc.boolean().map(String));
const CLOCK = new Date('2026-05-04T12:00:00Z');

describe('verifier: evidence', () => {
  it('reads back what it renders', () => {
    const list = fc.array(fc.dictionary(key, scalar, { minKeys: 1, maxKeys: 3 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.dictionary(key, scalar, { minKeys: 1 }), list, (fields, items) => {
        const { fields: read, lists, prose } = parseEvidence(evidenceText({ ...fields, zz_items: items }));
        expect(prose).to.equal(undefined);
        expect(lists).to.deep.equal([{ path: ['zz_items'], length: items.length }]);
        const nested = items.flatMap((item, i) =>
          Object.entries(item).map(([name, value]) => ({ path: ['zz_items', String(i), name], value }))
        );
        const flat = Object.entries(fields).map(([name, value]) => ({ path: [name], value }));
        expect(read).to.deep.equal([...flat, ...nested]);
      })
    );
  });

  it('keeps separators inside a value from reading as structure', () => {
    const text = evidenceText({ note: 'a; status=delivered; [x]', status: 'shipped' });
    expect(parseEvidence(text).fields.filter(({ path }) => path[0] === 'status')).to.deep.equal([
      { path: ['status'], value: 'shipped' }
    ]);
  });

  it('never throws, whatever the reply and the evidence', () => {
    const noise = fc.string({
      unit: fc.constantFrom(
        ...' .,;=[]{}:-_@$€%()\n"\'?!',
        ...'ab1290ORD',
        'not ',
        'two ',
        'May ',
        '2026-05-02',
        'refund '
      ),
      maxLength: 200
    });
    fc.assert(
      fc.property(noise, noise, (reply, text) => {
        const { supported, claims } = verifier.verify(reply, [{ reference: 'x', kind: 'tool_result', text }], CLOCK);
        expect(supported).to.equal(claims.length === 0);
      })
    );
  });
});
