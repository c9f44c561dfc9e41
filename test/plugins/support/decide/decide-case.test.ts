import { expect } from 'chai';
import fc from 'fast-check';
import { brokenDependency } from '../../../../core/rules/dependencies.js';
import type { StoreCase } from '../../../../plugins/support/decide/case.js';
import { decideCase } from '../../../../plugins/support/decide/decide-case.js';
import type { StorePolicies } from '../../../../plugins/support/decide/policies.js';
import { line, policyCases, refund, storePolicies } from './store.js';

describe('decideCase', () => {
  let policies: StorePolicies;
  before(async () => {
    policies = await storePolicies();
  });
  const reason = async (question: StoreCase) => (await decideCase(policies, question)).reason;

  it('records the rule, its file and line, the facts and the verdict on each line', async () => {
    const question = refund({ lines: [line({}), line({ line_id: 'B', condition: 'used' })] });
    const { record, lines, ...decided } = await decideCase(policies, question);
    expect(decided).to.deep.equal({
      decision: 'eligible',
      reason: 'within_policy',
      amount: '40.00',
      currency: 'USD',
      asked_for: { amount: '80.00', currency: 'USD' },
      eligible_lines: ['A'],
      partial: true,
      rule: 'within-policy',
      ref: 'P18',
      says: 'A part of what you ask for can be refunded: $40.00. A colleague will pay it out.'
    });
    expect(record).to.deep.include({
      table: 'refund',
      file: 'policies/refund/refund.yaml',
      version: 1,
      also_matched: []
    });
    expect(record.facts).to.deep.include({
      days_since_delivery: 14,
      lines_asked: 2,
      lines_eligible: 1,
      lines_amount: '40.00'
    });
    expect(record.settings).to.deep.include({ refund_window_days: 30, automatic_limit: '500.00' });
    expect(lines.map(({ line_id, record: { ref } }) => [line_id, ref])).to.deep.equal([
      ['A', 'P18'],
      ['B', 'P13']
    ]);
  });

  it("tells nothing about somebody else's order, not even in the record", async () => {
    const foreign = await decideCase(policies, refund({ order: { belongs_to_asker: false } }));
    const missing = await decideCase(policies, refund({ order: { exists: false, status: null, lines: [] } }));
    const absent = await decideCase(policies, { ...refund(), order: null });
    expect(foreign).to.deep.equal(missing);
    expect(foreign).to.deep.equal(absent);
    expect(Object.values(foreign.record.facts).filter(value => value !== null)).to.deep.equal([false, true]);
  });

  it('hands a request of no known kind to a person, after looking for the order', async () => {
    expect(await reason(refund({ request: { kind: 'gift' as never } }))).to.equal('facts_incomplete');
    expect(await reason({ ...refund(), request: null })).to.equal('facts_incomplete');
    expect(await reason({})).to.equal('order_not_found');
  });

  it('sums money without losing a cent, and holds the limit to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ price: fc.nat(30_000), discount: fc.nat(300), quantity: fc.integer({ min: 1, max: 9 }) }),
          { minLength: 1, maxLength: 6 }
        ),
        async items => {
          const written = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
          const lines = items.map(({ price, discount, quantity }, i) =>
            line({
              line_id: `L${i}`,
              unit_price: written(price + discount),
              discount_per_unit: written(discount),
              quantity
            })
          );
          const cents = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
          const { reason, amount, record } = await decideCase(policies, refund({ lines }));
          expect(record.facts['lines_amount']).to.equal(written(cents));
          expect([reason, amount]).to.deep.equal(
            cents > 50_000 ? ['over_limit', null] : ['within_policy', written(cents)]
          );
        }
      ),
      { numRuns: 150 }
    );
  });

  it('closes the window with its last UTC day, whatever offset the clock is written in', async () => {
    const midnight = Date.parse('2026-04-06T00:00:00Z');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -7200, max: 7200 }),
        fc.integer({ min: -12, max: 14 }),
        async (seconds, offset) => {
          const local = new Date(midnight + seconds * 1000 + offset * 3_600_000).toISOString().slice(0, 19);
          const sign = offset < 0 ? '-' : '+';
          const asked_at = `${local}${sign}${String(Math.abs(offset)).padStart(2, '0')}:00`;
          expect(await reason(refund({ request: { asked_at } }))).to.equal(
            seconds < 0 ? 'within_policy' : 'outside_window'
          );
        }
      ),
      { numRuns: 150 }
    );
  });

  it('never throws, whatever stands in a field, and computes no facts that the facts file rules out', async () => {
    const { cases } = policyCases();
    const nonsense = fc.oneof(
      fc.constantFrom(null, undefined, '', 'x', -1, 0.5, 1e21, true, [], {}, '2026-13-01', '1e9', [null]),
      fc.anything()
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...cases), fc.nat(), nonsense, async (question, pick, value) => {
        const broken = structuredClone(question) as StoreCase;
        const [holder, key] = fields(broken)[pick % fields(broken).length]!;
        holder[key] = value;
        const { decision, record } = await decideCase(policies, broken);
        expect(['eligible', 'not_eligible', 'human_review', 'need_info']).to.include(decision);
        const { dependencies } = policies[record.table as 'refund'].versions[0];
        expect(brokenDependency(dependencies, record.facts), JSON.stringify(broken)).to.equal(undefined);
      }),
      { numRuns: 600 }
    );
  });

  it('asks a person when any one fact of an ordinary refund is missing, unless no rule needs it', async () => {
    const optional = [
      'delivery_charge_only',
      'has_existing_gift_card',
      'ordered_at',
      'promised_by',
      'charged',
      'delivery_charge',
      'order_id',
      'weight_kg',
      'quantity_returned'
    ];
    const lost = ['exists', 'belongs_to_asker', 'order'];
    for (const [index, [, key]] of fields(refund()).entries()) {
      const question = refund();
      const [holder] = fields(question)[index]!;
      if (Array.isArray(holder)) continue;
      delete holder[key];
      const expected = lost.includes(key)
        ? 'order_not_found'
        : optional.includes(key)
          ? 'within_policy'
          : 'facts_incomplete';
      expect(await reason(question), key).to.equal(expected);
    }
  });
});

/** Every place in a case where a value stands. */
function fields(value: unknown): [holder: Record<string, unknown>, key: string][] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap(key => [
    [holder, key] as [Record<string, unknown>, string],
    ...fields(holder[key])
  ]);
}
