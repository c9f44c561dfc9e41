import type { Knex } from 'knex';
import {
  collectionsOf,
  type Migration,
  type Parameters,
  type Prepared,
  type Query,
  type Row,
  type Schema,
  type Store,
  StoreUnavailable,
  type Write
} from '../../core/store/index.js';
import { Connections } from './connections.js';
import type { Dialect } from './dialect.js';
import { GroupCommit, type Piece } from './group-commit.js';
import { JoinedReads } from './joined-reads.js';
import { checkedLimit, conditionValues, limitValue, type Plan, planOf, variantFor } from './plan.js';
import { Migrations } from './migrations.js';
import { answered } from './silence.js';
import { searchWords } from './search-words.js';
import { type Table, tableOf, typeIn } from './table.js';
import { toWire } from './wire-json.js';

/** For so long a database that could be written is not written again to find out: anybody may ask. */
const TRUSTED_MS = 500;

/** The store of every dialect. A mistake of the caller, such as an unknown field, is a `TypeError`. */
export class KnexStore implements Store {
  readonly name: string;
  readonly singleWriter: boolean;
  private readonly connections: Connections;
  private readonly commits: GroupCommit;
  private readonly reads: JoinedReads;
  private readonly searches = new Map<string, string>();
  private readonly plans = new Map<string, Plan>();
  private readonly tables = new Map<string, Table>();
  private checking: Promise<void> | undefined;
  private trusted = { failures: 0, until: 0 };
  private closed: Promise<void> | undefined;

  constructor(
    private readonly dialect: Dialect,
    private readonly knex: Knex,
    private readonly timeoutMs: number
  ) {
    this.name = dialect.name;
    this.singleWriter = dialect.singleWriter;
    this.connections = new Connections(dialect, knex);
    this.commits = new GroupCommit(dialect, this.connections);
    this.reads = new JoinedReads(dialect, this.connections);
  }

  async open(schema: Schema): Promise<void> {
    const tables = collectionsOf(schema).map(tableOf);
    await this.migrating(schema, migrations => migrations.open());
    for (const table of tables) this.tables.set(table.name, table);
  }

  migrations(schema: Schema): Promise<readonly Migration[]> {
    return this.migrating(schema, migrations => migrations.all());
  }

  migrate(schema: Schema): Promise<readonly Migration[]> {
    return this.migrating(schema, migrations => migrations.run());
  }

  private async migrating<T>(schema: Schema, work: (migrations: Migrations) => Promise<T>): Promise<T> {
    this.usable();
    return this.connections.guarded(() => work(new Migrations(this.dialect, this.knex, schema)));
  }

  prepare(query: Query): Prepared {
    const text = JSON.stringify(query);
    const known = this.plans.get(text);
    if (known !== undefined) return known as Prepared;
    const plan = planOf(`${this.plans.size}`, query, name => this.table(name));
    this.plans.set(text, plan);
    return plan as Prepared;
  }

  async read(requests: readonly (readonly [Prepared, Parameters])[]): Promise<readonly (readonly Row[])[]> {
    this.usable();
    if (requests.length === 0) return [];
    const plans: Plan[] = [];
    const limits: number[] = [];
    const values: unknown[] = [];
    for (const [prepared, parameters] of requests) {
      const plan = prepared as Plan;
      const given = conditionValues(plan, parameters);
      plans.push(variantFor(plan, given));
      values.push(...given);
      const limit = limitValue(plan, parameters);
      if (limit !== undefined) limits.push(limit);
    }
    return this.reads.read(plans, limits, values);
  }

  async commit(writes: readonly Write[]): Promise<void> {
    this.usable();
    const pieces: Piece[] = [];
    for (const { into, how, rows } of writes) {
      const table = this.table(into);
      if (how === 'change') typeIn(table, 'version');
      if (rows.length === 0) continue;
      const values = rows.map(row => toWire(this.dialect.rowOf(table, row)));
      // What one record gives up another may take, but in no order that a single statement would keep.
      const alone = how === 'change' && table.unique.length > 0;
      if (alone) pieces.push(...values.map(value => ({ table, how, count: 1, rows: value })));
      else pieces.push({ table, how, count: rows.length, rows: values.join() });
    }
    if (pieces.length > 0) await this.commits.add(pieces);
  }

  async search(
    collection: string,
    text: string,
    { filter = {}, limit }: { readonly filter?: Parameters; readonly limit: number }
  ): Promise<readonly { readonly row: Row; readonly score: number }[]> {
    this.usable();
    const table = this.table(collection);
    if (table.search.length === 0) throw new TypeError(`collection ${collection} has no search fields`);
    const fields = Object.keys(filter);
    for (const field of fields) typeIn(table, field);
    const words = searchWords(text);
    if (words.length === 0) return [];
    const key = `${collection} ${fields.join()}`;
    let sql = this.searches.get(key);
    if (sql === undefined) this.searches.set(key, (sql = this.dialect.search(table, fields)));
    const values = [this.dialect.searchText(words), toWire(Object.values(filter)), checkedLimit(table, limit)];
    const found = await this.connections.use(run => run(sql, values));
    return found.map(({ record, score }) => ({ row: JSON.parse(record as string) as Row, score: Number(score) }));
  }

  /** Those who ask at one moment share the answer: it costs a write. */
  check(): Promise<void> {
    return (this.checking ??= this.probe().finally(() => (this.checking = undefined)));
  }

  private async probe(): Promise<void> {
    this.usable();
    this.dialect.demandIntact?.();
    const { failures } = this.commits;
    const trusted = this.trusted.failures === failures && performance.now() < this.trusted.until;
    const asking = this.connections.use(async run => {
      await run('select count(*) from schema_migrations');
      if (!trusted) await run(this.dialect.probe);
    });
    if ((await answered(this.timeoutMs, asking)) === undefined)
      throw new StoreUnavailable(`no answer within ${this.timeoutMs} ms`);
    if (!trusted) this.trusted = { failures, until: performance.now() + TRUSTED_MS };
  }

  /** Waits for what was asked before, then lets go of the database. Later calls throw `StoreUnavailable`. */
  close(): Promise<void> {
    return (this.closed ??= this.finish());
  }

  private async finish(): Promise<void> {
    await Promise.all([this.commits.idle(), this.reads.idle()]);
    await this.connections.close();
  }

  private usable(): void {
    if (this.closed !== undefined) throw new StoreUnavailable('it is closed');
  }

  private table(name: string): Table {
    const table = this.tables.get(name);
    if (table === undefined) throw new TypeError(`no collection '${name}' is open`);
    return table;
  }
}
