/** One thing that is wrong with a file, a setting or a plugin. Problems are collected and reported together. */
export interface Problem {
  /** From the closed list in docs/codes.md. */
  readonly code: string;
  /** What is wrong, and what to do about it. */
  readonly message: string;
  /** Path relative to the root folder, with forward slashes. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  /** Sound, but it looks like a mistake. Only `policy check` looks for these, and a start never fails for one. */
  readonly severity?: 'warning';
}

/** Everything that keeps a service or command from starting, named at once. */
export class StartupError extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'StartupError';
  }
}

/** `file:line:col: code message`, the form editors and CI understand. */
export function formatProblem({ file, line, column, code, message, severity }: Problem): string {
  const place = file === undefined ? '' : `${file}:${line ?? 1}:${column ?? 1}: `;
  return `${place}${severity === undefined ? '' : `${severity}: `}${code} ${message}`;
}

/** What went wrong lies outside the program: the command line shows the message alone, and no stack. */
export class ExpectedError extends Error {}

/** What a plugin's code threw: the first line of its message, or with BYLAW_STACK=1 in the environment all of it, with file and line, frame by frame. */
export const thrownBy = (error: unknown): string =>
  !(error instanceof Error)
    ? String(error)
    : process.env['BYLAW_STACK'] === '1'
      ? (error.stack ?? error.message)
      : error.message.split('\n')[0]!;
