import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { StartupError } from '../../core/index.js';
import type { Connections, Run } from './connections.js';
import type { Dialect } from './dialect.js';
import type { Table } from './table.js';

/**
 * Creates the schema in an empty database, and otherwise makes sure that the very same schema is there.
 * Throws a `StartupError` with code `schema_version` when it is not.
 */
export async function openSchema(
  { dialect, connections, knex }: { dialect: Dialect; connections: Connections; knex: Knex },
  version: number,
  tables: readonly Table[]
): Promise<void> {
  const digest = digestOf(tables);
  await connections.transaction(async run => {
    if (dialect.lockSchema !== undefined) await run(dialect.lockSchema);
    const present = (await run(dialect.listTables)).map(row => String(row['name']));
    if (present.length === 0) return create(run, dialect, knex, { version, digest }, tables);
    if (!present.includes('schema_version')) {
      throw refused(dialect, `holds tables of something else (${present.slice(0, 3).join(', ')})`);
    }
    const [found] = await run('select * from schema_version');
    if (Number(found?.['version']) !== version) {
      throw refused(dialect, `holds schema version ${String(found?.['version'])}, and this program needs ${version}`);
    }
    if (found?.['digest'] !== digest) {
      throw refused(dialect, `holds schema version ${version} with other collections than this program's`);
    }
  });
}

async function create(
  run: Run,
  dialect: Dialect,
  knex: Knex,
  record: { version: number; digest: string },
  tables: readonly Table[]
): Promise<void> {
  const builders = [
    knex.schema.createTable('schema_version', t => {
      t.bigInteger('version').notNullable();
      t.text('digest').notNullable();
    }),
    ...tables.map(table => tableBuilder(dialect, knex, table))
  ];
  for (const builder of builders) {
    for (const { sql } of builder.toSQL() as unknown as { sql: string }[]) await run(sql);
  }
  for (const table of tables.filter(({ search }) => search.length > 0)) {
    for (const sql of dialect.createSearch(table)) await run(sql);
  }
  const { sql, bindings } = knex('schema_version').insert(record).toSQL().toNative();
  await run(sql, bindings);
}

function tableBuilder(dialect: Dialect, knex: Knex, table: Table): Knex.SchemaBuilder {
  return knex.schema.createTable(table.name, t => {
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
}

/** Depends on what the collections say, and not on the order in which they say it. */
function digestOf(tables: readonly Table[]): string {
  const said = tables.map(({ name, fields, types, key, unique, indexes, search }) => {
    const typed = fields.map((field, i) => `${field} ${types[i]}`).sort();
    return JSON.stringify([name, typed, key, unique, indexes, search]);
  });
  return createHash('sha256').update(said.sort().join('\n')).digest('hex').slice(0, 16);
}

function refused({ place }: Dialect, reason: string): StartupError {
  const advice = 'Nothing is migrated: use a new database, or the program version that made this one.';
  return new StartupError([{ code: 'schema_version', message: `the database ${place} ${reason}. ${advice}` }]);
}
