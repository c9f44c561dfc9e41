import type { Connection } from '../dialect.js';

type Answer = Record<string, unknown>[];

/** What is used of the `sqlite3` driver, whose types are not published with it. */
interface Statement {
  all(values: readonly unknown[], done: (error: Error | null, rows: Answer) => void): void;
  finalize(done: () => void): void;
}
interface Driver {
  prepare(sql: string, done: (error: Error | null) => void): Statement;
}

const kept = new WeakMap<Connection, Map<string, Statement>>();
/** Read shapes times limits are few; this only bounds a caller that invents shapes. */
const MOST = 200;

/** Runs one statement, compiled once for each connection. */
export async function runCached(connection: Connection, sql: string, values: readonly unknown[]): Promise<Answer> {
  const statement = await statementFor(connection, sql);
  return new Promise((resolve, reject) =>
    statement.all(values, (error, rows) => (error === null ? resolve(rows) : reject(error)))
  );
}

async function statementFor(connection: Connection, sql: string): Promise<Statement> {
  const known = kept.get(connection)?.get(sql);
  if (known !== undefined) return known;
  if ((kept.get(connection)?.size ?? 0) >= MOST) await finalize(connection);
  const statement = await new Promise<Statement>((resolve, reject) => {
    const made = (connection as Driver).prepare(sql, error => (error === null ? resolve(made) : reject(error)));
  });
  const statements = kept.get(connection) ?? new Map<string, Statement>();
  kept.set(connection, statements.set(sql, statement));
  return statement;
}

/** The driver refuses to close a connection that still has compiled statements. */
export async function finalize(connection: Connection): Promise<void> {
  const statements = [...(kept.get(connection)?.values() ?? [])];
  kept.delete(connection);
  await Promise.all(statements.map(statement => new Promise<void>(done => statement.finalize(done))));
}
