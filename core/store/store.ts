import { ExpectedError } from '../errors.js';
import { extensionPoint } from '../point.js';

export type FieldType = 'text' | 'integer' | 'real' | 'boolean' | 'json';

/** One collection of records. */
export interface Collection {
  readonly name: string;
  /** Field name to type. `json` holds any JSON value; timestamps are ISO 8601 UTC text, which sorts. */
  readonly fields: Readonly<Record<string, FieldType>>;
  readonly key: readonly string[];
  readonly unique?: readonly (readonly string[])[];
  readonly indexes?: readonly (readonly string[])[];
  /** Text fields found by `search`, the most important first. */
  readonly search?: readonly string[];
}

/** What one version of a schema adds to the version before it. Nothing is ever taken away or renamed. */
export interface SchemaStep {
  readonly version: number;
  /** Lower-case words with dashes: what it is for. */
  readonly title: string;
  readonly collections?: readonly Collection[];
  /** New fields of collections that were there before; older records have no value in them. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, FieldType>>>>;
  readonly indexes?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Values that older records get in new fields. */
  readonly fill?: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>;
}

/** Everything a service keeps, as the steps that led to it, in ascending versions. */
export interface Schema {
  /** Tells the steps of several schemas in one database apart. */
  readonly name: string;
  readonly steps: readonly SchemaStep[];
}

/** A step of a schema, and whether the database has it. */
export interface Migration {
  readonly version: number;
  readonly title: string;
  readonly applied: boolean;
}

export type Row = Readonly<Record<string, unknown>>;

/** A field of the record that has the key which parameters give: field of the key to name of the parameter. */
export interface FieldElsewhere {
  readonly from: string;
  readonly key: Readonly<Record<string, string>>;
  readonly field: string;
  /** A text member of a `json` field. */
  readonly member?: string;
}

export type QueryCondition =
  | { readonly is: '=' | '<' | '<=' | '>' | '>='; readonly param: string }
  | { readonly is: '='; readonly of: FieldElsewhere };

/**
 * What records are counted by: the value of a field, the `first` characters of a text (of a timestamp, its minute or its
 * day), or into which of the steps between ascending `bounds` a number falls, counted from 0: it is how many bounds are
 * not above it, null where there is none.
 */
export type Grouping =
  | string
  | { readonly field: string; readonly as: string; readonly first: number }
  | { readonly field: string; readonly as: string; readonly bounds: readonly number[] };

/**
 * A question whose shape is fixed and whose values come later. The store turns it into SQL once.
 * A condition's value is the name of the parameter that fills it, or stands in another record.
 */
export interface Query {
  readonly from: string;
  /** Several conditions of one field hold together. */
  readonly where?: Readonly<Record<string, QueryCondition | readonly QueryCondition[]>>;
  readonly order?: { readonly by: string; readonly direction: 'asc' | 'desc' };
  /** Name of the integer parameter that limits the rows. */
  readonly limit?: string;
  /** Answer `{...groups, count}` rows instead of records. */
  readonly countBy?: readonly Grouping[];
}

declare const prepared: unique symbol;
/** A query the store has prepared. */
export interface Prepared {
  readonly [prepared]?: never;
}

export type Parameters = Readonly<Record<string, string | number | boolean | null>>;

export interface Write {
  readonly into: string;
  /** Each key once. */
  readonly rows: readonly Row[];
  /**
   * `put` inserts or replaces by key. `add` inserts and fails the whole commit with `StoreConflict` when
   * key or a unique set exists. `add-once` inserts and leaves an existing record as it is. `remove` takes records away
   * by their keys, all other fields left out; one that does not exist is no error. `put-newer` is a `put` that leaves a
   * record as it is whose integer field `version` is not below the row's; none is below every version. `change` replaces a
   * record whose `version` is one below the row's, where none counts as 0, and fails the whole commit with
   * `StoreConflict` otherwise.
   */
  readonly how: 'put' | 'put-newer' | 'add' | 'add-once' | 'change' | 'remove';
}

/** An `add` met a record that exists, or a `change` one of another version. Nothing of its commit was written. */
export class StoreConflict extends Error {
  constructor(readonly collection: string) {
    super(`a record of ${collection} is not as it was expected to be`);
    this.name = 'StoreConflict';
  }
}

/** The database cannot be reached or did not answer in time. Nothing of the commit was acknowledged. */
export class StoreUnavailable extends ExpectedError {
  constructor(reason: string) {
    super(`the database cannot be used: ${reason}`);
    this.name = 'StoreUnavailable';
  }
}

/** Where records live. Every method throws `StoreUnavailable` when the database cannot be used. */
export interface Store {
  /** `sqlite`, `postgres`, … */
  readonly name: string;
  /** True where one process at a time may write, so that it must not serve production. */
  readonly singleWriter: boolean;
  /**
   * Creates the schema in an empty database. Throws a `StartupError` (code `schema_version`) when steps are missing, which
   * only `migrate` adds, or when the database is more than one version ahead: a program works beside the next version of
   * itself, so that instances can be replaced one by one.
   */
  open(schema: Schema): Promise<void>;
  /** The steps of the schema, where records outlive a restart, and of the version after it where the database has that. */
  migrations?(schema: Schema): Promise<readonly Migration[]>;
  /** Adds the steps that are missing, all or none, and answers with them. Records stay as they are. */
  migrate?(schema: Schema): Promise<readonly Migration[]>;
  prepare(query: Query): Prepared;
  /** Answers several prepared queries in one round trip, in the order asked. */
  read(requests: readonly (readonly [Prepared, Parameters])[]): Promise<readonly (readonly Row[])[]>;
  /** Writes all or nothing. Resolves when the writes are durable; commits that wait together share a transaction. */
  commit(writes: readonly Write[]): Promise<void>;
  /** Full-text search, best first. `score` is higher for better matches; the words of `text` are never syntax. */
  search(
    collection: string,
    text: string,
    options: { readonly filter?: Parameters; readonly limit: number }
  ): Promise<readonly { readonly row: Row; readonly score: number }[]>;
  /** Resolves when the database answers, and can write. */
  check(): Promise<void>;
}

/** Opens stores beside the service's own, for a plugin whose records live under an address of its own. */
export interface StoreOpener {
  readonly name: string;
  /** Throws a `StartupError` for an address it does not understand, and `StoreUnavailable`; neither repeats the address. */
  open(url: string): Promise<Store & { close(): Promise<void> }>;
}

/**
 * How a storage plugin opens an empty store that is gone when it is closed: what tests of policies and explanations work
 * on, so that they touch no record of a service. The plugin adds it, and neither settings nor secrets are at hand.
 */
export interface ScratchStore {
  readonly name: string;
  open(): Promise<Store & { close?(): Promise<void> }>;
}

export const ScratchStore = extensionPoint<ScratchStore>('scratch-store', scratch => scratch.name, ['name', 'open']);

export const StoreOpener = extensionPoint<StoreOpener>('store-opener', opener => opener.name, ['name', 'open']);

export const Store = extensionPoint<Store>('store', store => store.name, [
  'name',
  'open',
  'prepare',
  'read',
  'commit',
  'search',
  'check'
]);
