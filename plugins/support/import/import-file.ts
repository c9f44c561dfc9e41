import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { keysOfPointer } from '../../../core/index.js';
import { type Row, type Store, StoreConflict, type Write } from '../../../core/store/index.js';
import type { AdmittedRecord } from '../records/doors.js';
import { Erasures } from '../records/erasures.js';
import { readRecords, type ReadOptions, type SourceRecord } from './read-records.js';

const BATCH = 2000;
const LOOKED_FOR = 100;
/** Bytes by which a file is known again, beside its size. */
const HEAD_BYTES = 1 << 20;

export interface ImportOptions extends ReadOptions {
  readonly store: Store;
  readonly tenant: string;
  readonly now: () => Date;
  /** What the records pass on their way in. */
  admit(value: unknown): AdmittedRecord<object>;
  /** A record that is left out, and why. No value is in it. */
  leftOut(line: number, reason: string): void;
  progress(state: ImportCounts & { readonly share: number }): void;
}

export interface ImportCounts {
  /** Read, with those that an import before this one had written. */
  readonly records: number;
  readonly leftOut: number;
  /** Of customers whose data was erased: they are not kept, and are no mistake of the file. */
  readonly erased: number;
  /** Where the import before broke off; 0 at the beginning. */
  readonly resumedAt: number;
  /** Of the customers of some of the orders, how many were looked for, and how many are not in. */
  readonly customers: { readonly asked: number; readonly missing: number };
}

/**
 * Reads a file in, a batch at a time; how far it came is written with each batch, so that the next import of the same
 * file goes on there. A record without a version gets the moment at which the import began.
 */
export async function importFile(file: string, options: ImportOptions): Promise<ImportCounts> {
  const { store, tenant, of, now } = options;
  const { size } = await stat(file);
  const id = await identityOf(file, size, options);
  const before = await checkpoint(store, tenant, id);
  const version = before?.version ?? now().getTime();
  const resumedAt = before?.records ?? 0;
  const customers = { asked: 0, missing: 0 };
  const counts = { records: 0, leftOut: before?.left_out ?? 0, erased: 0, resumedAt, customers };
  const erasures = new Erasures(store);
  let batch: { readonly source: SourceRecord; readonly row: Row }[] = [];

  const leaveOut = (line: number, reason: string) => {
    counts.leftOut++;
    options.leftOut(line, reason);
  };
  const flush = async (done: boolean) => {
    // Asked for anew with each batch: an erasure may come while a long import is under way.
    const isErased = await erasures.of(tenant);
    const kept = batch.filter(({ row }) => !isErased(String(row['customer_id'])));
    counts.erased += batch.length - kept.length;
    batch = kept;
    if (of === 'orders' && customers.asked === 0) Object.assign(customers, await customersOf(batch, store, tenant));
    const note = (): Write => ({
      into: 'imports',
      how: 'put',
      rows: [
        {
          tenant,
          import_id: id,
          version,
          records: counts.records,
          left_out: counts.leftOut,
          done,
          updated_at: now().toISOString()
        }
      ]
    });
    const write = (rows: readonly Row[]): Write => ({ into: of, how: 'put-newer', rows });
    try {
      await store.commit([write(batch.map(({ row }) => row)), note()]);
    } catch (error) {
      if (!(error instanceof StoreConflict)) throw error;
      // One of them has the address of another customer: one by one, the others come in.
      for (const { source, row } of batch)
        await store.commit([write([row])]).catch((one: unknown) => {
          if (!(one instanceof StoreConflict)) throw one;
          leaveOut(source.line, 'another customer has its email');
        });
      await store.commit([note()]);
    }
    batch = [];
  };

  for await (const source of readRecords(file, options)) {
    counts.records++;
    if (counts.records <= resumedAt) continue;
    const admitted =
      source.value === undefined
        ? { problems: [{ pointer: '', message: source.reason ?? '' }] }
        : options.admit({ version, ...source.value });
    if ('problems' in admitted)
      for (const { pointer, message } of admitted.problems.slice(0, 1)) leaveOut(lineOf(source, pointer), message);
    else batch.push({ source, row: { ...admitted.record } });
    if (batch.length === BATCH) {
      await flush(false);
      options.progress({ ...counts, share: size === 0 ? 1 : source.bytes / size });
    }
  }
  await flush(true);
  return counts;
}

/** Orders of customers who are not in are seen by nobody; a slip in the ids shows in the first of them. */
async function customersOf(batch: readonly { readonly row: Row }[], store: Store, tenant: string) {
  const ids = [...new Set(batch.map(({ row }) => String(row['customer_id'])))].slice(0, LOOKED_FOR);
  const where = { tenant: { is: '=', param: 'tenant' }, customer_id: { is: '=', param: 'customer_id' } } as const;
  const query = store.prepare({ from: 'customers', where });
  const found = await store.read(ids.map(customer_id => [query, { tenant, customer_id }] as const));
  return { asked: ids.length, missing: found.filter(rows => rows.length === 0).length };
}

/** The line of the file on which the part of a record stands that a pointer names. */
function lineOf({ line, lines }: SourceRecord, pointer: string): number {
  const [first, index] = keysOfPointer(pointer);
  return (first === 'lines' ? lines[Number(index)] : undefined) ?? line;
}

async function identityOf(file: string, size: number, { of, mapping }: ImportOptions): Promise<string> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
    await handle.read(head, 0, head.length, 0);
    const about = JSON.stringify([of, size, mapping ?? null]);
    return createHash('sha256').update(about).update(head).digest('hex').slice(0, 32);
  } finally {
    await handle.close();
  }
}

interface Checkpoint {
  readonly version: number;
  readonly records: number;
  readonly left_out: number;
}

/** Of an import that broke off; one that came to its end begins anew. */
async function checkpoint(store: Store, tenant: string, import_id: string): Promise<Checkpoint | undefined> {
  const query = store.prepare({
    from: 'imports',
    where: {
      tenant: { is: '=', param: 'tenant' },
      import_id: { is: '=', param: 'import_id' },
      done: { is: '=', param: 'done' }
    }
  });
  const [rows = []] = await store.read([[query, { tenant, import_id, done: false }]]);
  return rows[0] as unknown as Checkpoint | undefined;
}
