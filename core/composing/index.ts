export { ComposerFailure, failureOf } from './failure.js';
export type { ComposerFailureReason } from './failure.js';
export type { ModelAnswer } from './model-composer.js';
export type { Prompt } from './prompt.js';
export { CHAT_SECTION, chatOptions, checkChat } from './settings.js';

export { cappedFetch } from './capped-fetch.js';
export { modelComposer } from './model-composer.js';
export { Composer } from './composer.js';
export type { Composition, Instructions, Material, TokenCount } from './composer.js';
