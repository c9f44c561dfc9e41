import { ExpectedError } from '../errors.js';
import type { Service } from '../kernel/discover.js';
import { extensionPoint } from '../point.js';

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly meaning: string;
  /** Placeholder of the value in the help, for example `FILE`. */
  readonly value?: string;
}

/** What a command may touch. It returns an exit status and never sets one. */
export interface CommandContext {
  readonly root: string;
  /** All that plugins.yaml lists; for a service's own command only the plugins of that one are imported. */
  readonly services: readonly Service[];
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes a line to stdout: results. */
  out(line: string): void;
  /** Writes a line to stderr: errors and progress. */
  err(line: string): void;
}

/** 0: done; 1: it found something; 2: it could not be done. */
export type ExitStatus = 0 | 1 | 2;

export interface Command {
  /** One or two words: `support serve`, `policy check`. */
  readonly name: string;
  readonly summary: string;
  /** Arguments after the name, for example `FILE [--json]`. */
  readonly usage: string;
  readonly example: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** More lines of its help: what can stand for an argument, which settings it reads. */
  readonly notes?: (services: readonly Service[]) => readonly string[];
  /** Loads the code only when the command is run. */
  load(): Promise<(context: CommandContext) => Promise<ExitStatus>>;
}

export const Command = extensionPoint<Command>('command', command => command.name, [
  'name',
  'summary',
  'usage',
  'load'
]);

/** The command was called in a way it cannot work with; the message says what to change. */
export class UsageError extends ExpectedError {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
