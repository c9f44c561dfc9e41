import type { ToolCallContext } from '../contract/tool.js';
import { Denied } from '../sandbox/denied.js';
import { cleanPath } from '../sandbox/descriptor.js';

export const HISTORY_TOOL = 'git_history';
const MAX_FILTER_BYTES = 1000;

export interface HistoryArguments {
  readonly path?: string;
  readonly ref?: string;
  readonly author?: string;
  readonly since?: string;
  readonly until?: string;
  readonly grep?: string;
  readonly include_patch?: boolean;
  readonly max_commits?: number;
  readonly cursor?: string;
}

export function checkText(name: string, text: string | undefined): void {
  if (text !== undefined && (text === '' || /[\0\n\r]/.test(text) || Buffer.byteLength(text) > MAX_FILTER_BYTES))
    throw new Denied('invalid_argument', `${name} takes one line of at most ${MAX_FILTER_BYTES} bytes`);
}

export interface HistoryPath {
  /** Undefined where the history is that of the whole workspace. */
  readonly path: string | undefined;
  readonly exists: boolean;
}

/** Refuses what leads out of the workspace. What does not exist may have existed, and a folder has a history too. */
export async function historyPath(args: HistoryArguments, { sandbox }: ToolCallContext): Promise<HistoryPath> {
  let exists = true;
  if (args.path === undefined) return { path: undefined, exists };
  const path = cleanPath(sandbox.root, args.path);
  try {
    (await sandbox.open(args.path)).close();
  } catch (error) {
    if (!(error instanceof Denied) || error.reason === 'outside_workspace') throw error;
    exists = error.reason !== 'not_found';
  }
  return { path: path === '' ? undefined : path, exists };
}

export const missingObjects = (): Denied =>
  new Denied('unreadable', 'the repository lacks objects that this part of its history needs');
