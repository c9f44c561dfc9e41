import { createHash } from 'node:crypto';
import type { Prepared, Store, Write } from '../../../core/store/index.js';

/** Whose data was erased: what is handed in or imported of them later is not kept. Only digests of their ids are. */
export class Erasures {
  readonly #store: Store;
  readonly #one: Prepared;
  readonly #all: Prepared;

  constructor(store: Store) {
    this.#store = store;
    const tenant = { is: '=', param: 'tenant' } as const;
    this.#one = store.prepare({ from: 'erasures', where: { tenant, customer: { is: '=', param: 'customer' } } });
    this.#all = store.prepare({ from: 'erasures', where: { tenant } });
  }

  async has(tenant: string, customer_id: string): Promise<boolean> {
    const [rows = []] = await this.#store.read([[this.#one, { tenant, customer: digest(tenant, customer_id) }]]);
    return rows.length > 0;
  }

  /** Tells of any number of customers whether they were erased until now. */
  async of(tenant: string): Promise<(customer_id: string) => boolean> {
    const [rows = []] = await this.#store.read([[this.#all, { tenant }]]);
    const erased = new Set(rows.map(row => row['customer']));
    return customer_id => erased.size > 0 && erased.has(digest(tenant, customer_id));
  }
}

/** The write that keeps an erasure. */
export const erasureWrite = (tenant: string, customer_id: string, now: Date): Write => ({
  into: 'erasures',
  how: 'put',
  rows: [{ tenant, customer: digest(tenant, customer_id), erased_at: now.toISOString() }]
});

const digest = (tenant: string, customer_id: string) =>
  createHash('sha256')
    .update(JSON.stringify([tenant, customer_id]))
    .digest('hex');
