// Where records live, whichever database keeps them.
export { collectionsOf } from './collections.js';
export { ScratchStore, Store, StoreConflict, StoreOpener, StoreUnavailable } from './store.js';
export type {
  Collection,
  FieldElsewhere,
  FieldType,
  Grouping,
  Migration,
  Parameters,
  Prepared,
  Query,
  QueryCondition,
  Row,
  Schema,
  SchemaStep,
  Write
} from './store.js';
