import type { TokenCount } from './composer.js';

/** Why a model gave nothing that can be used. Goes to logs, metrics and warnings, so it never holds text of the answer. */
export type ComposerFailureReason =
  | 'circuit_open'
  | 'timeout'
  /** No connection, or a status that says to try again. */
  | 'unavailable'
  /** The request itself was not accepted. */
  | 'rejected'
  | 'refused'
  | 'truncated'
  | 'empty'
  | 'oversized'
  | 'malformed';

/** What a status other than 200 of the model's API means. */
const statusFailure = (status: number | undefined): ComposerFailureReason =>
  status === undefined || [408, 409, 429].includes(status) || status >= 500 ? 'unavailable' : 'rejected';

/** A model was asked, or spared, and there is no reply of it to verify. */
export class ComposerFailure extends Error {
  constructor(
    readonly reason: ComposerFailureReason,
    /** What the attempt cost all the same. */
    readonly tokens?: TokenCount
  ) {
    super(`the model gave no usable reply (${reason})`);
    this.name = 'ComposerFailure';
  }
}

/** The errors that official clients of model APIs throw; the generator of both gives them these names. */
export interface ClientErrors {
  readonly APIError: new (...args: never[]) => Error & { readonly status: number | undefined };
  readonly APIConnectionError: new (...args: never[]) => Error;
  readonly APIConnectionTimeoutError: new (...args: never[]) => Error;
}

/** What an error of a client means as a `ComposerFailure`; any other error as it is. */
export function failureOf(error: unknown, client: ClientErrors): unknown {
  const cause = error instanceof client.APIConnectionError ? error.cause : undefined;
  if (cause instanceof ComposerFailure) return cause;
  if (error instanceof client.APIConnectionTimeoutError) return new ComposerFailure('timeout');
  if (error instanceof client.APIConnectionError) return new ComposerFailure('unavailable');
  return error instanceof client.APIError ? new ComposerFailure(statusFailure(error.status)) : error;
}
