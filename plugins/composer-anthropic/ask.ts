import Anthropic, { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk';
import { cappedFetch, ComposerFailure, failureOf, type ModelAnswer, type Prompt } from '../../core/composing/index.js';

export interface AnthropicOptions {
  readonly model: string | undefined;
  readonly base_url: string | undefined;
  readonly api_key: string | undefined;
  readonly max_output_tokens: number;
  readonly timeoutMs: number;
}

/** Asks the Messages API for one message, without streaming. */
export function anthropicAsk(options: AnthropicOptions): (prompt: Prompt, signal: AbortSignal) => Promise<ModelAnswer> {
  const { model = '', base_url, api_key = 'none', max_output_tokens: max_tokens, timeoutMs: timeout } = options;
  const client = new Anthropic({
    apiKey: api_key,
    // Null keeps the client from reading a credential or address that is meant for another program.
    authToken: null,
    baseURL: base_url ?? null,
    timeout,
    maxRetries: 0,
    fetch: cappedFetch,
    logLevel: 'off'
  });
  return async ({ system, user }, signal) => {
    const body = { model, max_tokens, system, messages: [{ role: 'user' as const, content: user }] };
    try {
      return answerOf(await client.messages.create(body, { signal }), model);
    } catch (error) {
      throw failureOf(error, { APIError, APIConnectionError, APIConnectionTimeoutError });
    }
  };
}

/** What came over the wire may have any shape, whatever its type says. */
function answerOf(answer: Partial<Anthropic.Message> | string, asked: string): ModelAnswer {
  if (typeof answer !== 'object' || !Array.isArray(answer.content)) throw new ComposerFailure('malformed');
  const { content, usage, model, stop_reason } = answer;
  const { input_tokens: input, output_tokens: output } = usage ?? {};
  const counted = Number.isFinite(input) && Number.isFinite(output);
  return {
    text: content
      .flatMap(block => (block.type === 'text' && typeof block.text === 'string' ? [block.text] : []))
      .join(''),
    model: typeof model === 'string' ? model : asked,
    finish: stop_reason === 'refusal' ? 'refused' : stop_reason === 'end_turn' ? 'stop' : 'truncated',
    ...(counted ? { tokens: { input: input!, output: output! } } : {})
  };
}
