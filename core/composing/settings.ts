import type { Problem } from '../errors.js';
import { settingName, type SectionSchema, type Settings, type ValuesOf } from '../kernel/settings.js';
import { isHttpAddress } from '../net/addresses.js';
import type { CircuitOptions } from '../resilience/circuit.js';

/** Settings of the composers that ask a model; who phrases at all is the service's own setting. */
export const CHAT_SECTION = {
  model: { type: 'string', meaning: 'model identifier' },
  base_url: { type: 'string', meaning: 'address of the API, where it is not the default one' },
  api_key: { type: 'string', secret: true, meaning: 'credential of the API' },
  timeout_seconds: {
    type: 'number',
    minimum: 0.1,
    maximum: 300,
    default: 10,
    meaning: 'time the model may take, a retry included'
  },
  max_output_tokens: {
    type: 'integer',
    minimum: 16,
    maximum: 100000,
    default: 600,
    meaning: 'tokens of one answer, those of hidden reasoning included'
  },
  circuit_failures: {
    type: 'integer',
    minimum: 1,
    default: 5,
    meaning: 'consecutive failures after which the model is left alone for a while'
  },
  circuit_reset_seconds: {
    type: 'number',
    minimum: 0.05,
    default: 30,
    meaning: 'time until one trial request is let through'
  }
} as const satisfies SectionSchema;

export interface ChatOptions extends ValuesOf<typeof CHAT_SECTION> {
  readonly timeoutMs: number;
  readonly circuit: CircuitOptions;
}

export function chatOptions(settings: Settings): ChatOptions {
  const values = settings.section('chat', CHAT_SECTION);
  return {
    ...values,
    timeoutMs: values.timeout_seconds * 1000,
    circuit: { failures: values.circuit_failures, resetMs: values.circuit_reset_seconds * 1000 }
  };
}

/**
 * What a chosen composer lacks. A credential is needed for the provider's own address only: a model server of one's
 * own often has none.
 */
export function checkChat(settings: Settings, prefix: string, provider: string): readonly Problem[] {
  const { model, base_url, api_key } = settings.section('chat', CHAT_SECTION);
  const name = (key: keyof typeof CHAT_SECTION) => settingName(prefix, 'chat', key);
  const problems: Problem[] = [];
  const lack = (message: string) => problems.push({ code: 'composer_unconfigured', message });
  if (model === undefined)
    lack(`${name('model')} is not set, and the backend ${provider} needs to know which model to ask`);
  if (api_key === undefined && base_url === undefined)
    lack(`${name('api_key')} is not set; set it, or ${name('base_url')} for a server that needs none`);
  if (base_url !== undefined && !isHttpAddress(base_url))
    lack(`${name('base_url')} must be an http or https address without a credential in it`);
  return problems;
}
