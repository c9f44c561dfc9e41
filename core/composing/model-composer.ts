import type { Composer, Composition, Material, TokenCount } from './composer.js';
import { Circuit, type CircuitOptions } from '../resilience/circuit.js';
import { TimedOut, withDeadline } from '../resilience/deadline.js';
import { withRetry } from '../resilience/retry.js';
import { ComposerFailure } from './failure.js';
import { modelPrompt, type Prompt } from './prompt.js';

/** Longer than five sentences can be; what exceeds it is not a reply. */
const MAX_REPLY_CHARS = 4000;
/** A customer waits, and the template is there: one more try, soon. */
const RETRY = { retries: 1, baseMs: 200, maxMs: 200 };

/** One answer of a model's API, whatever its wire. */
export interface ModelAnswer {
  readonly text: string;
  /** As the API names it, which may be more exact than what was asked for. */
  readonly model: string;
  /** `stop` when the model had said all it wanted to. */
  readonly finish: 'stop' | 'truncated' | 'refused';
  readonly tokens?: TokenCount;
}

export interface ModelOptions {
  readonly provider: string;
  /** Time for an answer, retries included, in milliseconds. */
  readonly timeoutMs: number;
  readonly circuit: CircuitOptions;
  /** Asks the API once. Throws a `ComposerFailure` for what it can name; anything else counts as `malformed`. */
  ask(prompt: Prompt, signal: AbortSignal): Promise<ModelAnswer>;
}

/**
 * A composer that asks a model, within a time, behind a circuit. It throws a `ComposerFailure` for every answer that is
 * no whole reply. What it returns is still unproved: the verifier reads it like any other draft.
 */
export function modelComposer({ provider, timeoutMs, circuit: options, ask }: ModelOptions): Composer {
  const circuit = new Circuit(options);
  const worthwhile = (error: unknown) => error instanceof ComposerFailure && error.reason === 'unavailable';
  const asked = (material: Material, signal: AbortSignal) =>
    withRetry({ ...RETRY, worthwhile, signal }, () => ask(modelPrompt(material), signal));
  return {
    provider,
    get degraded() {
      return circuit.open;
    },
    async compose(material: Material): Promise<Composition> {
      const admission = circuit.admit(performance.now());
      if (admission === undefined) throw new ComposerFailure('circuit_open');
      try {
        const answer = await withDeadline(timeoutMs, ({ signal }) => asked(material, signal), material.signal);
        const composition = usable(answer);
        admission.succeeded();
        return composition;
      } catch (error) {
        // A run that ended says nothing about the model, and a refusal only about one prompt.
        if (material.signal.aborted || (error instanceof ComposerFailure && error.reason === 'refused'))
          admission.released();
        else admission.failed(performance.now());
        throw failureOf(error);
      }
    }
  };
}

function usable({ text, model, finish, tokens }: ModelAnswer): Composition {
  const reply = text.trim();
  if (finish !== 'stop') throw new ComposerFailure(finish, tokens);
  if (reply === '') throw new ComposerFailure('empty', tokens);
  if (reply.length > MAX_REPLY_CHARS) throw new ComposerFailure('oversized', tokens);
  return { text: reply, model, ...(tokens === undefined ? {} : { tokens }) };
}

function failureOf(error: unknown): ComposerFailure {
  if (error instanceof ComposerFailure) return error;
  return new ComposerFailure(error instanceof TimedOut ? 'timeout' : 'malformed');
}
