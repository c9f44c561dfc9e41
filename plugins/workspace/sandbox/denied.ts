/** Why a tool refused. A denial is a result the model can act on, never a protocol error. */
export const DENIALS = [
  'outside_workspace',
  'not_found',
  'not_a_file',
  'not_a_directory',
  'binary_file',
  'too_large',
  'unsafe_pattern',
  'invalid_pattern',
  'invalid_argument',
  'invalid_cursor',
  'unsupported_encoding',
  'unsupported_language',
  'not_a_repository',
  'unknown_revision',
  'unreadable',
  'upstream_failed'
] as const;
export type DenialReason = (typeof DENIALS)[number];

/** Thrown by the sandbox and by tools. `message` names workspace-relative paths only. */
export class Denied extends Error {
  constructor(
    readonly reason: DenialReason,
    message: string,
    readonly detail: Readonly<Record<string, unknown>> = {}
  ) {
    super(message);
    this.name = 'Denied';
  }
}
