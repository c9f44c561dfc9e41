export { bareHost, classOfAddress, isHttpAddress, isMetadataName } from './addresses.js';
export { keyDigest, keyPresented, presentedKey } from './api-keys.js';
export { guardedLookup } from './guarded-lookup.js';
export { Courier } from './courier.js';
export type { Letter } from './courier.js';
