import { expect } from 'chai';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatProblem } from '../../../../core/errors.js';
import { decideCase } from '../../../../plugins/support/decide/decide-case.js';
import { StorePolicyTables } from '../../../../plugins/support/decide/policies.js';
import { copyShippedTables } from '../../../core/rules/shipped-tables.js';
import { load, refund } from './store.js';

/** A copy of the shipped tables, after one replacement in one of them. */
function copyWith(file: string, find: string, replacement: string): string {
  const root = copyShippedTables();
  const path = join(root, 'policies', file);
  const text = readFileSync(path, 'utf8');
  expect(text).to.include(find);
  writeFileSync(path, text.replace(find, replacement));
  return root;
}

const problemsOf = async (root: string) => (await load(root)).problems.map(formatProblem);

describe('store policies', () => {
  it('obey a number changed in the file alone, once its examples follow', async () => {
    const root = copyWith('refund/refund.yaml', 'value: 30, unit: days', 'value: 60, unit: days');
    expect((await problemsOf(root)).map(p => p.split(' ')[1])).to.deep.equal(['example_fails', 'near_miss_fires']);
    const path = join(root, 'policies/refund/refund.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('days_since_delivery: 31', 'days_since_delivery: 61'));
    const { set, problems } = await load(root);
    expect(problems).to.deep.equal([]);
    const late = refund({ request: { asked_at: '2026-05-05T10:00:00Z' } });
    expect((await decideCase(set!.get(StorePolicyTables), late)).record).to.deep.include({ ref: 'P18' });
  });

  it('miss a table by its id', async () => {
    const root = copyWith('refund/refund.yaml', 'id: refund', 'id: refund');
    rmSync(join(root, 'policies/cancel'), { recursive: true });
    expect(await problemsOf(root)).to.deep.equal([
      "policies/change/change.yaml:4:1: policy_missing no rule table has the id 'cancel'; the store cannot decide without it"
    ]);
  });

  it('refuse a fact that nothing computes, or computes as another type', async () => {
    const facts = copyWith(
      'facts.yaml',
      '  charged:',
      '  days_of_rain: { type: integer, meaning: Weather. }\n  charged:'
    );
    const path = join(facts, 'policies/cancel/cancel.yaml');
    const rainy = readFileSync(path, 'utf8')
      .replace('delivery_recorded]', 'delivery_recorded, days_of_rain]')
      .replace('delivery_recorded: false }', 'delivery_recorded: false, days_of_rain: 0 }')
      .replace(
        'when: { fact: order_found, operator: equal, value: false }',
        'when: { any: [{ fact: order_found, operator: equal, value: false }, { fact: days_of_rain, operator: greaterThan, value: 9 }] }'
      );
    writeFileSync(path, rainy);
    expect(await problemsOf(facts)).to.deep.equal([
      "policies/facts.yaml:18:3: fact_not_derived nothing computes 'days_of_rain' for the table 'cancel'; say where it comes from, such as from: customer.attributes.days_of_rain"
    ]);
    const typed = copyWith(
      'facts.yaml',
      'number\n    minimum: 0\n    unit: kg',
      'integer\n    minimum: 0\n    unit: kg'
    );
    const problems = await problemsOf(typed);
    expect(problems.join('\n')).to.include('value_type');
  });

  it('refuse a decision or a parameter that the store cannot act on', async () => {
    const decision = copyWith('return/return.yaml', 'need_info]', 'need_info, approve]');
    expect((await problemsOf(decision)).join()).to.include(
      "return.yaml:6:60: unknown_decision 'return' decides one of"
    );
    const param = copyWith('return/return.yaml', 'gives:', 'gives:\n  coupon: { type: string }');
    expect((await problemsOf(param)).join()).to.include(
      "return.yaml:8:3: unknown_param 'return' can give amount: money, lines: string, partial: boolean"
    );
  });
});
