import type { Knex } from 'knex';
import { StartupError } from '../../core/index.js';
import {
  type Collection,
  collectionsOf,
  type Migration,
  type Schema,
  type SchemaStep
} from '../../core/store/index.js';
import type { Dialect } from './dialect.js';
import { type Table, tableOf } from './table.js';

/** Where knex keeps which steps a database has; the steps of all schemas stand in it. */
const APPLIED = 'schema_migrations';
/** Where the first release kept the one version it knew. It is left as it is, so that the release goes on working. */
const FIRST_RELEASE = 'schema_version';

/** Brings one schema to one database, by knex's migrations. */
export class Migrations {
  constructor(
    private readonly dialect: Dialect,
    private readonly knex: Knex,
    private readonly schema: Schema
  ) {}

  /** Creates the schema where there is nothing; otherwise makes sure that a program of this schema can work here. */
  async open(): Promise<void> {
    await this.locked(async trx => {
      const tables = await this.tables(trx);
      const found = await this.list(trx, tables);
      const strange = tables.length > 0 && !tables.includes(APPLIED) && !found.some(({ applied }) => applied);
      if (strange) throw this.refused(`holds tables of something else (${tables.slice(0, 3).join(', ')})`);
      if (found.every(({ applied }) => !applied)) await this.latest(trx);
      else this.demandUsable(found);
    });
  }

  async all(): Promise<readonly Migration[]> {
    return this.locked(async trx => this.list(trx, await this.tables(trx)));
  }

  /** Adds what is missing and answers with it. */
  async run(): Promise<readonly Migration[]> {
    return this.locked(async trx => {
      const found = await this.list(trx, await this.tables(trx));
      this.demandNoNewer(found);
      await this.latest(trx);
      return found.filter(({ applied }) => !applied).map(migration => ({ ...migration, applied: true }));
    });
  }

  private demandUsable(found: readonly Migration[]): void {
    this.demandNoNewer(found);
    const missing = found.filter(({ applied }) => !applied);
    if (missing.length === 0) return;
    const names = missing.map(({ version, title }) => `${version} ${title}`).join(', ');
    throw this.refused(
      `lacks ${names}. Keep a copy of it, then run 'bylaw ${this.schema.name} migrate'; instances of the version before may keep running`
    );
  }

  private demandNoNewer(found: readonly Migration[]): void {
    const own = this.schema.steps.at(-1)?.version ?? 0;
    const newest = Math.max(0, ...found.filter(({ applied }) => applied).map(({ version }) => version));
    if (newest > own + 1)
      throw this.refused(`holds schema version ${newest}, and this program knows ${own}: use a newer program`);
  }

  /** Own steps, and newer ones that the database has. */
  private async list(trx: Knex.Transaction, tables: readonly string[]): Promise<readonly Migration[]> {
    const names = await this.applied(trx, tables);
    const own = this.schema.steps.map(step => ({
      version: step.version,
      title: step.title,
      applied: names.delete(nameOf(this.schema, step))
    }));
    const newer = [...names].map(name => /^[^/]+\/0*(\d+)-(.+)$/.exec(name)!);
    return [...own, ...newer.map(([, version, title = '']) => ({ version: Number(version), title, applied: true }))];
  }

  private async applied(trx: Knex.Transaction, tables: readonly string[]): Promise<Set<string>> {
    if (tables.includes(APPLIED)) {
      const rows = (await trx(APPLIED).select('name').where('name', 'like', `${this.schema.name}/%`)) as {
        name: string;
      }[];
      if (rows.length > 0) return new Set(rows.map(({ name }) => name));
    }
    const first = await this.firstRelease(trx, tables);
    return new Set(first === undefined ? [] : this.upTo(first));
  }

  private async firstRelease(trx: Knex.Transaction, tables: readonly string[]): Promise<number | undefined> {
    const known = this.schema.steps.flatMap(step => (step.collections ?? []).map(({ name }) => name));
    if (!tables.includes(FIRST_RELEASE) || !tables.some(name => known.includes(name))) return undefined;
    const row = ((await trx(FIRST_RELEASE).select('*').first()) ?? {}) as { version?: unknown };
    const version = Number(row.version);
    if (!this.schema.steps.some(step => step.version === version))
      throw this.refused(`holds schema version ${String(row.version)}, which this program does not know`);
    return version;
  }

  private readonly upTo = (version: number): readonly string[] =>
    this.schema.steps.filter(step => step.version <= version).map(step => nameOf(this.schema, step));

  private async latest(trx: Knex.Transaction): Promise<void> {
    const { dialect, schema } = this;
    const tables = await this.tables(trx);
    const done = await this.applied(trx, tables);
    const migrationSource: Knex.MigrationSource<SchemaStep> = {
      getMigrations: async () => [...schema.steps],
      getMigrationName: step => nameOf(schema, step),
      getMigration: async step => ({
        // What the first release made is only noted.
        up: async () => (done.has(nameOf(schema, step)) ? undefined : apply(trx, dialect, schema, step)),
        down: async () => {
          throw new Error('schemas go forward only');
        }
      })
    };
    await trx.migrate.latest({
      migrationSource,
      tableName: APPLIED,
      disableTransactions: true,
      // The steps of other schemas, and of newer programs, are not among these.
      disableMigrationsListValidation: true
    });
  }

  private async tables(trx: Knex.Transaction): Promise<readonly string[]> {
    const found = (await trx.raw(this.dialect.listTables)) as { rows?: { name: string }[] } | { name: string }[];
    return (Array.isArray(found) ? found : (found.rows ?? [])).map(({ name }) => name);
  }

  /** One transaction in which no other process changes the schema. */
  private locked<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
    return this.knex.transaction(async trx => {
      for (const statement of this.dialect.lockSchema) await trx.raw(statement);
      return work(trx);
    });
  }

  private refused(reason: string): StartupError {
    return new StartupError([{ code: 'schema_version', message: `the database ${this.dialect.place} ${reason}` }]);
  }
}

const nameOf = ({ name }: Schema, { version, title }: SchemaStep) =>
  `${name}/${String(version).padStart(4, '0')}-${title}`;

async function apply(trx: Knex.Transaction, dialect: Dialect, schema: Schema, step: SchemaStep): Promise<void> {
  const after = new Map(
    collectionsOf({ ...schema, steps: schema.steps.filter(({ version }) => version <= step.version) }).map(each => [
      each.name,
      each
    ])
  );
  const created = new Set(step.collections?.map(({ name }) => name));
  for (const { name } of step.collections ?? []) await create(trx, dialect, tableOf(columnsOf(step, after.get(name)!)));
  for (const [name, fields] of Object.entries(step.fields ?? {}))
    if (!created.has(name))
      await trx.schema.alterTable(name, t => {
        for (const [field, type] of Object.entries(fields)) t.specificType(field, dialect.columnType(type));
      });
  for (const [name, sets] of Object.entries(step.indexes ?? {}))
    await trx.schema.alterTable(name, t => {
      for (const set of sets) t.index([...set], `${name}_${set.join('_')}_v${step.version}`);
    });
  for (const [name, values] of Object.entries(step.fill ?? {})) await trx(name).update(values);
}

/** A collection that a step both makes and extends is made whole. */
const columnsOf = (step: SchemaStep, after: Collection): Collection => {
  const made = step.collections!.find(({ name }) => name === after.name)!;
  return { ...made, fields: after.fields };
};

async function create(trx: Knex.Transaction, dialect: Dialect, table: Table): Promise<void> {
  await trx.schema.createTable(table.name, t => {
    // Records of equal rank are answered in order of arrival.
    t.specificType('_seq', dialect.sequence);
    table.fields.forEach((field, i) => {
      const column = t.specificType(field, dialect.columnType(table.types[i]!));
      if (table.key.includes(field)) column.notNullable();
    });
    t.unique([...table.key], { indexName: `${table.name}_key` });
    table.unique.forEach((set, i) => t.unique([...set], { indexName: `${table.name}_unique${i}` }));
    table.indexes.forEach((set, i) => t.index([...set], `${table.name}_index${i}`));
  });
  if (table.search.length > 0) for (const sql of dialect.createSearch(table)) await trx.raw(sql);
}
