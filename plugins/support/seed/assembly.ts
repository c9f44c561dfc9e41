import { Big } from 'big.js';
import type { Assembly, Loaded, SetReport } from '../../../core/index.js';
import { ArticleKind, type Article } from '../kinds/article.js';
import type { RecordPart } from '../kinds/record-attributes.js';
import { RecordDoorsAssembly } from '../records/doors.js';
import { SeedAccountKind, type SeedAccount } from '../kinds/seed-account.js';
import { SeedOrderKind, type SeedOrder } from '../kinds/seed-order.js';

/** Everything `seed` writes, checked across files. */
export interface Seeds {
  readonly articles: readonly Article[];
  readonly accounts: readonly SeedAccount[];
  readonly orders: readonly SeedOrder[];
}

/** Orders belong to a seeded customer, and what a customer got back matches the order's lines. */
export const SeedsAssembly: Assembly<Seeds> = {
  id: 'support-seeds',
  lasting: 'anywhere',
  kinds: [ArticleKind, SeedAccountKind, SeedOrderKind],
  after: [RecordDoorsAssembly],
  build(set, report) {
    const accounts = set.of(SeedAccountKind);
    const orders = set.of(SeedOrderKind);
    const doors = set.get(RecordDoorsAssembly);
    const check = ({ source }: Loaded<unknown>, part: RecordPart, given: unknown, at = '') => {
      for (const { pointer, message } of doors.attributes(part, given ?? null))
        report(source, `${at}/attributes${pointer}`, 'attribute', message);
    };
    for (const account of accounts) check(account, 'customer', account.value.attributes);
    for (const order of orders) {
      check(order, 'order', order.value.attributes);
      order.value.lines.forEach(({ attributes }, i) => check(order, 'line', attributes, `/lines/${i}`));
    }
    checkAddresses(accounts, report);
    for (const order of orders) checkOwner(order, accounts, report);
    for (const account of accounts) checkRefunds(account, orders, report);
    return { articles: values(set.of(ArticleKind)), accounts: values(accounts), orders: values(orders) };
  }
};

const values = <T>(loaded: readonly Loaded<T>[]) => loaded.map(({ value }) => value);

function checkAddresses(accounts: readonly Loaded<SeedAccount>[], report: SetReport): void {
  const owners = new Map<string, string>();
  for (const { source, value } of accounts) {
    const key = `${value.tenant} ${value.email}`;
    const owner = owners.get(key);
    if (owner !== undefined) report(source, '/email', 'duplicate_email', `${value.email} belongs to ${owner} too`);
    owners.set(key, value.customer_id);
  }
}

function checkOwner(order: Loaded<SeedOrder>, accounts: readonly Loaded<SeedAccount>[], report: SetReport): void {
  const { tenant, customer_id, order_id, lines } = order.value;
  const owner = accounts.find(({ value }) => value.tenant === tenant && value.customer_id === customer_id);
  if (owner === undefined) {
    report(order.source, '/customer_id', 'unknown_customer', `tenant ${tenant} has no account ${customer_id}`);
    return;
  }
  const refunded = lines.some(line => line.quantity_refunded > 0);
  if (refunded && !owner.value.refunds.some(refund => refund.order_id === order_id))
    report(order.source, '/lines', 'refund_not_recorded', `${owner.source.file} lists no refund of ${order_id}`);
}

function checkRefunds(account: Loaded<SeedAccount>, orders: readonly Loaded<SeedOrder>[], report: SetReport): void {
  const { tenant, customer_id, refunds } = account.value;
  const own = orders.map(({ value }) => value).filter(o => o.tenant === tenant && o.customer_id === customer_id);
  refunds.forEach((refund, i) => {
    const order = own.find(({ order_id }) => order_id === refund.order_id);
    if (order === undefined)
      report(
        account.source,
        `/refunds/${i}/order_id`,
        'unknown_order',
        `${customer_id} has no order ${refund.order_id}`
      );
    else if (new Big(refund.amount).gt(order.total))
      report(account.source, `/refunds/${i}/amount`, 'refund_exceeds_order', `${order.order_id} cost ${order.total}`);
  });
}
