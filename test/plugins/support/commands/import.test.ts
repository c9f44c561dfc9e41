import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../../../core/cli/main.js';
import { importFile } from '../../../../plugins/support/import/import-file.js';
import { RecordDoorsAssembly } from '../../../../plugins/support/records/doors.js';
import { orderSchema } from '../../../../plugins/support/records/record-schemas.js';
import { copiedRoot } from '../../../harness/root.js';
import { startService, type TestService } from '../../../harness/service.js';

// More than may stand apart in a file that is not sorted.
const ORDERS = 1200;
const CUSTOMERS = 400;
const MAPPING = `kind: import-mapping
version: 1
name: our-export
of: orders
delimiter: ';'
fields:
  order_id: { column: Name, without: '#' }
  customer_id: { column: Customer, before: cus_ }
  ordered_at: Created at
  status: { column: State, words: { fulfilled: delivered, open: processing } }
  charged: { column: Paid, words: { paid: 'true', pending: 'false' } }
  currency: { constant: USD }
  paid_with: { constant: card }
  lines.name: Item
  lines.unit_price: Price
  lines.quantity: Pieces
  lines.condition: { constant: unopened }
  lines.attributes.category: Department
`;

/** Two rows an order, what belongs to the order on the first alone. Row r is on line r + 1. */
function orderRows(): string[] {
  const rows = ['Name;Customer;Created at;State;Paid;Item;Price;Pieces;Department'];
  for (let i = 0; i < ORDERS; i++) {
    const order = `${i % CUSTOMERS};2026-10-0${1 + (i % 9)} 10:00:00 +0200;open;paid`;
    rows.push(`#${100000 + i};${order};"Kettle; large";12.5;1;kitchen`, `#${100000 + i};;;;;Lid;3;2;kitchen`);
  }
  return rows;
}

describe('support import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-import-'));
  const { root, remove } = copiedRoot();
  let service: TestService;
  before(async () => {
    mkdirSync(join(root, 'policies/imports'), { recursive: true });
    writeFileSync(join(root, 'policies/imports/our-export.yaml'), MAPPING);
    service = await startService({
      root,
      folder,
      seed: false,
      env: { AGENT_SECURITY__API_KEYS: 'demo:demo-secret,demo:officer:privacy:write|records:write' }
    });
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
    remove();
  });

  const file = (name: string, lines: readonly string[]) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  };
  async function run(...args: string[]) {
    const lines: string[] = [];
    const errors: string[] = [];
    const env = { AGENT_STORAGE__DATABASE_URL: `sqlite:${service.database}` };
    const context = {
      env,
      out: (line: string) => void lines.push(line),
      err: (line: string) => void errors.push(line)
    };
    const status = await main(['support', 'import', ...args, '--tenant', 'demo', '--root', root], context);
    // How far it is is told every two seconds, on a slow machine at least once.
    const told = errors.filter(line => !line.includes(' a second')).map(line => line.replace(`${folder}/`, ''));
    return { status, lines, errors: told };
  }
  const count = async (from: string) =>
    Number((await service.store.read([[service.store.prepare({ from, countBy: [] }), {}]]))[0]![0]!['count']);

  it('reads JSON lines, leaves out what is wrong and says where and why', async () => {
    const customers = Array.from({ length: CUSTOMERS }, (_, i) =>
      JSON.stringify({ customer_id: `cus_${i}`, email: `c${i}@example.com`, name: `Customer ${i}` })
    );
    customers[10] = '{"customer_id":"cus_10"';
    customers[20] = JSON.stringify({
      customer_id: 'cus_20',
      email: 'c20@example.com',
      name: 'C',
      attributes: { ranc: 1 }
    });
    customers[30] = JSON.stringify({ customer_id: 'cus_30', email: 'c31@example.com', name: 'C' });
    const { status, lines, errors } = await run('customers', file('customers.jsonl', customers));
    expect([status, lines.length]).to.deep.equal([1, 1]);
    expect(lines[0]).to.contain(`${CUSTOMERS - 3} customers are in, 3 left out`);
    expect(errors).to.have.members([
      'customers.jsonl:11: left out: this is not JSON',
      "customers.jsonl:21: left out: attributes has no key 'ranc'",
      'customers.jsonl:32: left out: another customer has its email'
    ]);
    expect(await count('customers')).to.equal(CUSTOMERS - 3);
  });

  it('reads CSV by a mapping, one row a line of an order', async () => {
    const rows = orderRows();
    rows[1 + 2 * 7] = rows[1 + 2 * 7]!.replace('12.5', '12.555');
    rows[1 + 2 * 9 + 1] = rows[1 + 2 * 9 + 1]!.replace(';2;', ';two;');
    rows[1 + 2 * 11] = rows[1 + 2 * 11]!.replace(';open;', ';lost;');
    rows.push('#200000;1;too few');
    const { status, lines, errors } = await run('orders', file('orders.csv', rows), '--mapping', 'our-export');
    expect([status, lines[0]]).to.deep.equal([1, `${folder}/orders.csv: ${ORDERS - 3} orders are in, 4 left out`]);
    expect(errors.map(error => error.split(' must')[0])).to.deep.equal([
      'orders.csv:16: left out: lines.0.unit_price',
      'orders.csv:21: left out: lines.1.quantity',
      'orders.csv:24: left out: status',
      `orders.csv:${2 * ORDERS + 2}: left out: the row has not the columns of the first one`,
      // Those who were left out above.
      'orders.csv: 3 of the first 100 customers with orders are not in, so nobody can ask about these orders; import the customers too, or write customer_id as they have it'
    ]);
    expect(await count('orders')).to.equal(ORDERS - 3);

    const talk = await service.client().talk('c5@example.com');
    expect((await talk.say('Where is my order 100405?')).reply)
      .to.contain('100405')
      .and.to.contain('processing');
  });

  it('changes nothing when it is repeated, and lets newer records win', async () => {
    const pushed = {
      order_id: '100001',
      customer_id: 'cus_1',
      status: 'cancelled',
      ordered_at: '2026-10-02T08:00:00Z'
    };
    const line = { line_id: '1', name: 'Kettle', unit_price: '12.50', quantity: 1 };
    const rest = { charged: true, currency: 'USD', lines: [line], version: Date.now() + 1_000_000 };
    expect((await run('orders', file('late.jsonl', [JSON.stringify({ ...pushed, ...rest })]))).status).to.equal(0);
    const again = await run('orders', file('again.csv', orderRows()), '--mapping', 'our-export');
    expect([again.status, await count('orders')]).to.deep.equal([0, ORDERS]);
    const talk = await service.client().talk('c1@example.com');
    expect((await talk.say('Where is my order 100001?')).reply).to.contain('cancelled');
  });

  it('leaves out orders whose rows stand apart, by line, and refuses a file that is not sorted', async () => {
    const [head, ...rows] = orderRows();
    const apart = [head!, ...rows.slice(0, 6), rows[1]!, ...rows.slice(6, 8)];
    const { status, lines, errors } = await run('orders', file('apart.csv', apart), '--mapping', 'our-export');
    expect([status, lines[0]]).to.deep.equal([1, `${folder}/apart.csv: 3 orders are in, 2 left out`]);
    const reason = (line: number) => `rows of this order stand in line ${line} too, and not one behind the other`;
    expect(errors).to.deep.equal([`apart.csv:2: left out: ${reason(8)}`, `apart.csv:8: left out: ${reason(2)}`]);
    const shuffled = [head!, ...rows.filter((_, i) => i % 2 === 0), ...rows.filter((_, i) => i % 2 === 1)];
    const refused = await run('orders', file('shuffled.csv', shuffled), '--mapping', 'our-export');
    expect([refused.status, refused.lines]).to.deep.equal([2, []]);
    expect(refused.errors[0]).to.match(/more than 1000 orders stand apart; sort the file by the order/);
  });

  it('takes a row without a number for one of the order above, and half an order for none', async () => {
    const [head, ...rows] = orderRows();
    const [, lid, kettle, , whole, rest, last] = rows;
    const torn = [
      head!,
      rows[0]!,
      lid!.replace('#100000', ''),
      kettle!,
      '#100001;;;broken',
      whole!,
      rest!,
      ';;broken',
      last!
    ];
    const { status, lines, errors } = await run('orders', file('torn.csv', torn), '--mapping', 'our-export');
    expect([status, lines[0]]).to.deep.equal([1, `${folder}/torn.csv: 1 orders are in, 5 left out`]);
    const beside = (line: number) => `line ${line} beside it could not be read, and may be a row of this order`;
    expect(errors).to.have.members([
      'torn.csv:5: left out: the row has not the columns of the first one',
      'torn.csv:8: left out: the row has not the columns of the first one',
      `torn.csv:4: left out: ${beside(5)}`,
      `torn.csv:6: left out: ${beside(8)}`,
      `torn.csv:9: left out: ${beside(8)}`
    ]);
  });

  it('keeps nothing of a customer whose data was erased, and of their orders', async () => {
    const path = '/v1/customers/cus_77/data';
    expect((await service.client('officer').send('DELETE', path)).status).to.equal(200);
    const again = await run('customers', join(folder, 'customers.jsonl'));
    expect(again.lines[0]).to.contain('3 left out, 1 not kept because the customer was erased');
    const orders = await run('orders', join(folder, 'again.csv'), '--mapping', 'our-export');
    expect([orders.status, orders.lines[0]]).to.deep.equal([
      0,
      `${folder}/again.csv: ${ORDERS - 3} orders are in, 0 left out, 3 not kept because the customer was erased`
    ]);
    expect((await service.client('officer').get(path)).status).to.equal(404);
    const { status, body } = await service.client('officer').send('PUT', '/v1/customers/cus_77', {
      json: { email: 'c77@example.com', name: 'Customer 77', version: Date.now() + 1_000_000 }
    });
    expect([status, body.code, body.detail]).to.deep.equal([409, 'conflict', { field: 'customer_id' }]);
    const [rows = []] = await service.store.read([[service.store.prepare({ from: 'erasures' }), {}]]);
    expect(JSON.stringify(rows)).not.to.contain('cus_77');
  });

  it('goes on where it broke off', async () => {
    const path = file(
      'broken.jsonl',
      Array.from({ length: 3000 }, (_, i) => JSON.stringify({ i }))
    );
    const doors = service.documents.current.get(RecordDoorsAssembly);
    let admitted = 0;
    const importing = (most: number) => {
      admitted = 0;
      return importFile(path, {
        store: service.store,
        tenant: 'acme',
        of: 'orders',
        schema: orderSchema(doors.declared),
        mapping: undefined,
        now: () => new Date(),
        admit(value) {
          if (++admitted > most) throw new Error('the power is gone');
          const { i, version } = value as { i: number; version: number };
          const line = { line_id: '1', name: 'Kettle', unit_price: '1.00', quantity: 1 };
          const order = {
            order_id: `B-${i}`,
            customer_id: 'cus_b',
            status: 'pending',
            ordered_at: '2026-10-02T08:00:00Z'
          };
          return doors.order('acme', { ...order, charged: true, currency: 'USD', lines: [line], version });
        },
        leftOut: () => expect.fail('nothing is left out'),
        progress() {}
      });
    };
    const failure = await importing(2500).catch((error: Error) => error.message);
    expect(failure).to.equal('the power is gone');
    expect(await importing(2500)).to.deep.include({ records: 3000, leftOut: 0, erased: 0, resumedAt: 2000 });
    expect([admitted, await count('orders')]).to.deep.equal([1000, ORDERS - 3 + 3000]);
  });

  it('says what is wrong with a call', async () => {
    for (const [args, told] of [
      [['parcels', 'x.csv'], 'customers or orders'],
      [['orders', join(folder, 'none.csv')], 'there is no file'],
      [['orders', file('strange.csv', ['Name;Total', 'a;b'])], "'Name;Total' is no field of orders"],
      [['customers', 'x.csv', '--mapping', 'our-export'], 'is for orders'],
      [['orders', 'x.csv', '--mapping', 'their-export'], 'our-export']
    ] as const) {
      const { status, errors } = await run(...args);
      expect([status, errors.join()]).to.satisfy(([s, text]: [number, string]) => s === 2 && text.includes(told), told);
    }
  });
});

describe('support seed', () => {
  const seed = async (...args: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-seed-'));
    const lines: string[] = [];
    const add = (line: string) => void lines.push(line);
    const production = args.includes('production') ? { AGENT_ENVIRONMENT: 'production' } : {};
    const env = { AGENT_STORAGE__DATABASE_URL: `sqlite:${join(folder, 'support.db')}`, ...production };
    const given = args.filter(arg => arg !== 'production');
    const status = await main(['support', 'seed', ...given], { env, out: add, err: add });
    rmSync(folder, { recursive: true });
    return { status, text: lines.join('\n') };
  };

  it('loads the articles alone where they alone are wanted', async () => {
    const { status, text } = await seed('--only', 'knowledge', '--json');
    expect([status, JSON.parse(text)]).to.deep.include.members([0]);
    expect(JSON.parse(text)).to.deep.include({ customers: 0, orders: 0 });
  });

  it('brings no demo accounts into production', async () => {
    const env = { AGENT_ENVIRONMENT: 'production' };
    const told: string[] = [];
    const add = (line: string) => void told.push(line);
    expect(await main(['support', 'demo'], { env, out: add, err: add })).to.equal(2);
    expect(told.join()).to.contain('do not belong into production');
    const { status, text } = await seed('production');
    expect([status, text]).to.satisfy(([s, t]: [number, string]) => s === 2 && t.includes('--only knowledge'));
  });
});
