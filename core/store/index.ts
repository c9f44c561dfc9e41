// Where records live, whichever database keeps them.
export { Store, StoreConflict, StoreUnavailable } from './store.js';
export type { Collection, FieldType, Parameters, Prepared, Query, Row, Write } from './store.js';
