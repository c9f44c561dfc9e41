import { later } from '../later.js';

export { ComposerFailure, failureOf } from './failure.js';
export type { ComposerFailureReason } from './failure.js';
export type { ModelAnswer } from './model-composer.js';
export type { Prompt } from './prompt.js';
export { CHAT_SECTION, chatOptions, checkChat } from './settings.js';

export const cappedFetch = later<typeof import('./capped-fetch.js')>(
  import.meta.url,
  './capped-fetch.js'
)('cappedFetch');
export const modelComposer = later<typeof import('./model-composer.js')>(
  import.meta.url,
  './model-composer.js'
)('modelComposer');
export { Composer } from './composer.js';
export type { Composition, Instructions, Material, TokenCount } from './composer.js';
