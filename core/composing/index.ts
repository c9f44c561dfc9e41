export { cappedFetch } from './capped-fetch.js';
export { ComposerFailure, failureOf } from './failure.js';
export type { ComposerFailureReason } from './failure.js';
export { modelComposer } from './model-composer.js';
export type { ModelAnswer } from './model-composer.js';
export type { Prompt } from './prompt.js';
export { CHAT_SECTION, chatOptions, checkChat } from './settings.js';
