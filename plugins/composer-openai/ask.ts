import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, AzureOpenAI } from 'openai';
import { cappedFetch, ComposerFailure, failureOf, type ModelAnswer, type Prompt } from '../../core/composing/index.js';

export interface OpenaiOptions {
  readonly model: string | undefined;
  readonly base_url: string | undefined;
  readonly api_key: string | undefined;
  readonly azure_api_version: string | undefined;
  readonly max_output_tokens: number;
  readonly timeoutMs: number;
}

/** Who refuses the older `max_tokens` for newer models; other servers may not know the newer name. */
const FIRST_PARTY = /(^|\.)(openai\.com|azure\.com)$/;

/** Asks an OpenAI-compatible API for one chat completion, without streaming. */
export function openaiAsk(options: OpenaiOptions): (prompt: Prompt, signal: AbortSignal) => Promise<ModelAnswer> {
  const { model = '', base_url, max_output_tokens: limit } = options;
  const client = clientFor(options);
  const newer = base_url === undefined || FIRST_PARTY.test(new URL(base_url).hostname);
  return async ({ system, user }, signal) => {
    const body = {
      model,
      messages: [
        { role: 'system' as const, content: system },
        { role: 'user' as const, content: user }
      ],
      ...(newer ? { max_completion_tokens: limit } : { max_tokens: limit })
    };
    try {
      return answerOf(await client.chat.completions.create(body, { signal }), model);
    } catch (error) {
      throw failureOf(error, { APIError, APIConnectionError, APIConnectionTimeoutError });
    }
  };
}

function clientFor({ base_url, api_key = 'none', azure_api_version, timeoutMs }: OpenaiOptions): OpenAI {
  const common = { apiKey: api_key, timeout: timeoutMs, maxRetries: 0, fetch: cappedFetch, logLevel: 'off' as const };
  if (azure_api_version === undefined) return new OpenAI({ ...common, baseURL: base_url ?? null });
  return new AzureOpenAI({ ...common, endpoint: base_url!, apiVersion: azure_api_version });
}

/** What came over the wire may have any shape, whatever its type says. */
function answerOf(answer: Partial<OpenAI.ChatCompletion> | string, asked: string): ModelAnswer {
  if (typeof answer !== 'object' || !Array.isArray(answer.choices)) throw new ComposerFailure('malformed');
  const { choices, usage, model } = answer;
  const message = choices[0]?.message;
  const text = message?.content ?? '';
  const { prompt_tokens: input, completion_tokens: output } = usage ?? {};
  const counted = Number.isFinite(input) && Number.isFinite(output);
  const tokens = counted ? { tokens: { input: input!, output: output! } } : {};
  if (message === undefined || typeof text !== 'string') throw new ComposerFailure('malformed', tokens.tokens);
  return {
    text,
    model: typeof model === 'string' ? model : asked,
    finish: finishOf(choices[0]!.finish_reason, message.refusal),
    ...tokens
  };
}

function finishOf(reason: string | null | undefined, refusal: string | null | undefined): ModelAnswer['finish'] {
  if (reason === 'content_filter' || (refusal ?? '') !== '') return 'refused';
  return reason === 'stop' ? 'stop' : 'truncated';
}
