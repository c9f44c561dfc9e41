import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSeeds, problemsOf, ROOT } from './load-seeds.js';

const ACCOUNT = 'seeds/accounts/demo-cus-demo.yaml';
const REFUNDED = 'seeds/orders/demo-ord-1006.yaml';
const DECLARED = 'policies/records/attributes.yaml';
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The account with its refunded order, after replacing text in one of the two; fails when nothing was replaced. */
function changed(file: string, ...replacements: readonly (readonly [RegExp, string])[]): Record<string, string> {
  const files: Record<string, string> = {
    [ACCOUNT]: read(ACCOUNT),
    [REFUNDED]: read(REFUNDED),
    [DECLARED]: read(DECLARED)
  };
  for (const [pattern, replacement] of replacements) {
    expect(files[file]).to.match(pattern);
    files[file] = files[file]!.replace(pattern, replacement);
  }
  return files;
}

describe('the seed files', () => {
  it('are all valid', async () => {
    const { problems, files } = await loadSeeds();
    expect(problems).to.deep.equal([]);
    expect(files).to.be.at.least(46);
  });

  const order: readonly [string, readonly (readonly [RegExp, string])[], string][] = [
    [
      'delivered before it shipped',
      [[/delivered_at: .*/, "delivered_at: { days_ago: 29, at: '13:14' }"]],
      '11 date_order'
    ],
    [
      'shipped before it was placed',
      [[/shipped_at: .*/, "shipped_at: { days_ago: 32, at: '08:00' }"]],
      '10 date_order'
    ],
    ['promised before it was placed', [[/promised_by: .*/, 'promised_by: { days_ago: 32 }']], '9 date_order'],
    ['delivered without a date', [[/delivered_at: .*/, 'delivered_at: null']], '11 status_contradicted'],
    ['delivered but not tracked', [[/tracking_number: .*/, 'tracking_number: null']], '19 status_contradicted'],
    ['delivered but said to be processing', [[/status: .*/, 'status: shipped']], '11 status_contradicted'],
    ['with another total', [[/total: .*/, "total: '44.46'"]], '16 total_differs'],
    ['with more refunded than bought', [[/refunded: 1/, 'refunded: 2']], '28 quantity_exceeded'],
    ['with more returned than bought', [[/returned: 1/, 'returned: 2']], '27 quantity_exceeded'],
    ['with a moment of today', [[/delivered_at: .*/, "delivered_at: { days_ago: 0, at: '00:00' }"]], '11 schema'],
    [
      'with a promised date told in two ways',
      [[/promised_by: .*/, 'promised_by: { days_ago: 1, days_ahead: 1 }']],
      '9 schema'
    ],
    ['with money as a number', [[/total: .*/, 'total: 44.45']], '16 schema'],
    ['of a customer nobody seeds', [[/customer_id: .*/, 'customer_id: cus_nobody']], '6 unknown_customer']
  ];
  for (const [what, replacements, problem] of order)
    it(`an order is refused when it is ${what}`, async () => {
      expect(await problemsOf(changed(REFUNDED, ...replacements))).to.include(`${REFUNDED}:${problem}`);
    });

  it('an order is refused when it was delivered without a charge', async () => {
    const problems = await problemsOf(changed(REFUNDED, [/charged: true/, 'charged: false']));
    expect(problems).to.deep.equal([`${REFUNDED}:12 status_contradicted`, `${REFUNDED}:28 refund_without_charge`]);
  });

  it('an order is refused when two lines share a name or a discount exceeds the price', async () => {
    const text = read(REFUNDED);
    const line = text.slice(text.indexOf('  - line_id'));
    expect(await problemsOf(changed(REFUNDED, [/$/, line]))).to.include(`${REFUNDED}:32 duplicate_line`);
    const discount = changed(REFUNDED, [/discount_per_unit: .*/, "discount_per_unit: '39.51'"]);
    expect(await problemsOf(discount)).to.include(`${REFUNDED}:31 discount_exceeds_price`);
  });

  it('attributes are refused that the shop does not declare, or declares otherwise', async () => {
    const account = changed(ACCOUNT, [/$/, 'attributes: { tier: gold, tagz: [] }\n']);
    expect(await problemsOf(account)).to.deep.equal([`${ACCOUNT}:14 attribute`, `${ACCOUNT}:14 attribute`]);
    const line = changed(REFUNDED, [/reported_issue: .*/, '$&\n    attributes: { category: electronics }']);
    expect(await problemsOf(line)).to.deep.equal([]);
  });

  it('an account is refused when its refunds do not fit its orders', async () => {
    const problem = async (pattern: RegExp, to: string) => problemsOf(changed(ACCOUNT, [pattern, to]));
    expect(await problem(/order_id: ORD-1006/, 'order_id: ORD-9999')).to.deep.equal([
      `${ACCOUNT}:12 unknown_order`,
      `${REFUNDED}:20 refund_not_recorded`
    ]);
    expect(await problem(/'39.50'/, "'44.46'")).to.deep.equal([`${ACCOUNT}:12 refund_exceeds_order`]);
    expect(await problem(/created_at: .*/, "created_at: { days_ago: 5, at: '16:40' }")).to.deep.equal([
      `${ACCOUNT}:12 date_order`
    ]);
  });

  it('two accounts of one tenant cannot share an address, accounts of two tenants can', async () => {
    const twin = 'seeds/accounts/twin.yaml';
    const text = read(ACCOUNT)
      .replace('cus_demo', 'cus_twin')
      .replace(/refunds:\n.*\n/, 'refunds: []\n');
    const both = changed(ACCOUNT);
    expect(await problemsOf({ ...both, [twin]: text })).to.deep.equal([`${twin}:6 duplicate_email`]);
    expect(await problemsOf({ ...both, [twin]: text.replace('tenant: demo', 'tenant: acme') })).to.deep.equal([]);
  });
});
