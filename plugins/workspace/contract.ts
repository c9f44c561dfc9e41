import type { Redactor } from './redaction/index.js';
import type { OutlineLanguages } from './kinds/outline-language.js';
import type { Redacted } from './redaction/redacted.js';

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
  'unreadable'
] as const;
export type DenialReason = (typeof DENIALS)[number];

/** `content_assessment.level`, from harmless to written to steer a model. */
export const LEVELS = ['none', 'low', 'medium', 'high'] as const;
export type Level = (typeof LEVELS)[number];

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

/** The time a call has. Long work looks at `expired` between units of work and returns what it has. */
export interface Deadline {
  readonly expired: boolean;
  readonly remainingMs: number;
}

export interface WorkspaceLimits {
  /** Largest file that is read whole. */
  readonly maxFileBytes: number;
  /** Largest result, counted over its texts. */
  readonly maxResultBytes: number;
}

/** What credentials are, and how far to read beyond a cut so that none is split. */
export type TextRedactor = Pick<Redactor, 'redact' | 'overlap'>;

export interface ToolCallContext {
  readonly sandbox: Sandbox;
  /** For texts that a tool shows in part; what it shows whole the dispatcher redacts. */
  readonly redactor: TextRedactor;
  readonly languages: OutlineLanguages;
  readonly limits: WorkspaceLimits;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
  /** Tells a client that asked for it how far the work is; `done` only grows. */
  progress(done: number, total?: number, message?: string): void;
}

/** What a tool found, before redaction and assessment, which the dispatcher does for all tools alike. */
export interface ToolAnswer {
  /** The tool's own fields of `structuredContent`; a text that was cut is `Redacted` and not read again. */
  readonly structured: Readonly<Record<string, unknown>>;
  /** A short rendering for models that read text. */
  readonly text: string | readonly (string | Redacted)[];
  /** Stopped at the deadline; what is there is right but not all. */
  readonly timedOut: boolean;
  /** Cut at a limit; `nextCursor` goes on where there is more. */
  readonly truncated: boolean;
  readonly nextCursor?: string;
}

/** One of the seven tools; its definition (schemas, description, annotations) is `tools.d/workspace/<name>.yaml`. */
export interface WorkspaceTool {
  readonly name: string;
  run(args: any, context: ToolCallContext): Promise<ToolAnswer>;
}

export type EntryKind = 'file' | 'directory' | 'symlink' | 'other';

export interface SizedEntry {
  readonly name: string;
  readonly kind: EntryKind;
  readonly size: number;
  readonly mtimeMs: number;
  /** How many names the file has. */
  readonly names: number;
}

export interface WalkedEntry {
  /** Relative to the workspace, with forward slashes. */
  readonly path: string;
  readonly kind: EntryKind;
  readonly depth: number;
  /** A folder that is there and cannot be read. */
  readonly unreadable: boolean;
}

export interface OpenedFile {
  /** Relative path of what was opened, symlinks inside the workspace resolved. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Reads at most `length` bytes from `position`; fewer at the end. Into `into` where given, which must have the room. */
  read(position: number, length: number, into?: Buffer): Promise<Buffer>;
  close(): Promise<void>;
}

export interface WalkOptions {
  readonly path?: string;
  readonly includeHidden?: boolean;
  readonly respectGitignore?: boolean;
  readonly maxDepth?: number;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
}

/** The only door to the files of the workspace. Every check holds on the opened descriptor, not on a name. */
export interface Sandbox {
  /** Throws `Denied`: outside_workspace, not_found, not_a_file, unreadable. Never follows a link out, never blocks on a FIFO. */
  open(path: string): Promise<OpenedFile>;
  /** The entries of one directory, by name; links are reported and not followed. */
  list(path: string): Promise<readonly SizedEntry[]>;
  /** Depth first, by name within a directory. `.git` is never entered; ignore files are read through this same door. */
  walk(options: WalkOptions): AsyncIterable<WalkedEntry>;
  /** Whether the workspace itself still resolves. */
  present(): Promise<boolean>;
  /** For handing to a child process as working directory only; never part of an answer. */
  readonly root: string;
}
