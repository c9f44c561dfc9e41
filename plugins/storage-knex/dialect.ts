import type { Knex } from 'knex';
import type { FieldType, Row, Write } from '../../core/store/index.js';
import type { Plan } from './plan.js';
import type { Table } from './table.js';

/** A connection of the database's own driver, on loan from knex's pool. */
export type Connection = object;

/** What an error of the driver means. `refused`: the values are at fault, the database works. */
export type Failure =
  | { readonly kind: 'conflict' | 'refused' }
  /** `silent`: nobody answered, where others are refused. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly silent?: boolean };

/**
 * What differs between databases. SQL texts are built once per shape and kept by the caller; they number
 * their values in the driver's own way.
 */
export interface Dialect {
  readonly name: string;
  readonly singleWriter: boolean;
  /** Whether the rows of one statement are written one after the other, each seeing what the one before it did. */
  readonly rowByRow: boolean;
  /** Where the database is, for messages: a file, or host and name without credentials. */
  readonly place: string;
  /** How many joined reads may run beside each other. */
  readonly readers: number;
  readonly begin: string;
  /** Throws `StoreUnavailable`. */
  connect(): Promise<Knex>;
  /** Runs one statement. Rejects with the driver's own error. */
  run(connection: Connection, sql: string, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Milliseconds after which a statement without an answer will have none. Undefined where the database is in this process. */
  readonly patienceMs: number | undefined;
  /** Cuts a connection off that does not answer; the pool lends it no more. */
  discard?(connection: Connection): void;
  /** Lets go of what `run` keeps for the connection. */
  forget?(connection: Connection): Promise<void>;
  /** Run before the last connections close, once nothing is on loan. */
  readonly closing?: string;
  /** Never quotes the driver's message, which may hold values. */
  failure(error: unknown): Failure;
  columnType(type: FieldType): string;
  /** Column type of the number that keeps the order of arrival. */
  readonly sequence: string;
  /** Writes what changes nothing, as any other write: a full disk refuses it. */
  readonly probe: string;
  /** Throws `StoreUnavailable` where what was written would be lost: the file was deleted, or another one is in its place. */
  demandIntact?(): void;
  /** Statements by which a transaction waits until no other process changes the schema. */
  readonly lockSchema: readonly string[];
  /** Answers a `name` row for each table of the database. */
  readonly listTables: string;
  /** Statements that create the full-text index of a table and keep it in step. */
  createSearch(table: Table): readonly string[];
  /** What stands for a record among the rows of a write. Throws a `TypeError` for one that does not fit its table. */
  rowOf(table: Table, row: Row): unknown;
  /** One value: rows as a JSON array of what `rowOf` gives. A `change` answers a row for each record it changed. */
  write(table: Table, how: Write['how']): string;
  /**
   * One statement that writes all parts, each of another table, or nothing. Values: for each part rows as for `write`, then
   * for each `change` among them how many there are. Undefined where a transaction costs no more than its statements.
   */
  readonly together?: (parts: readonly { readonly table: Table; readonly how: Write['how'] }[]) => string;
  /**
   * Values: the limits of the plans that have one, then a JSON array with, for each asker, an array of all
   * condition values. Answers a row for each asker, in order, with the records as JSON text in `c0`, `c1`, …
   */
  read(plans: readonly Plan[]): string;
  /**
   * Values: what `searchText` made of the words, the filter values as a JSON array, the limit. Answers rows of
   * `record`, as JSON text, and `score`.
   */
  search(table: Table, filter: readonly string[]): string;
  searchText(words: readonly string[]): string;
}

/** The code the driver gives an error, or nothing. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** knex writes a failed connection to the console; it reaches the caller as an error anyway. */
export const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} };

/** Names are checked to be lower-case words; quoted, they may be words of SQL too. */
export const quoted = (name: string): string => `"${name}"`;
export const list = (names: readonly string[]): string => names.map(quoted).join(', ');
