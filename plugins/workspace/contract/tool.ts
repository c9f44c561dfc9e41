import type { OutlineLanguages } from '../outline/language.js';
import type { TextRedactor } from '../redaction/redactor.js';
import type { Sandbox } from '../sandbox/contract.js';
import type { CallTime } from '../time/deadline.js';

/** `content_assessment.level`, from harmless to written to steer a model. */
export const LEVELS = ['none', 'low', 'medium', 'high'] as const;
export type Level = (typeof LEVELS)[number];

export interface WorkspaceLimits {
  /** Largest file that is read whole. */
  readonly maxFileBytes: number;
  /** Largest result, counted over its texts. */
  readonly maxResultBytes: number;
}

export interface ToolCallContext extends CallTime {
  readonly sandbox: Sandbox;
  /** For texts that a tool shows in part; what it shows whole the dispatcher redacts. */
  readonly redactor: TextRedactor;
  readonly languages: OutlineLanguages;
  readonly limits: WorkspaceLimits;
  /** Tells a client that asked for it how far the work is; `done` only grows. */
  progress(done: number, total?: number, message?: string): void;
}

/** What a tool found, before redaction and assessment, which the dispatcher does for all tools alike. */
export interface ToolAnswer {
  /** The tool's own fields of `structuredContent`; a text that was cut is `Redacted` and not read again. */
  readonly structured: Readonly<Record<string, unknown>>;
  /** What came of it in a line, for models that read text; what was found is in `structured` alone. */
  readonly summary: string;
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
