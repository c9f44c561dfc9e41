import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SHIPPED_ROOT } from '../../harness/root.js';
import { loadDocuments } from '../../../core/documents/load.js';
import { RedactionRules, type Redactor, RedactorAssembly } from '../../../plugins/workspace/redaction/index.js';
import type { ToolAnswer, ToolCallContext, WorkspaceTool } from '../../../plugins/workspace/contract/tool.js';
import { Denied, type DenialReason } from '../../../plugins/workspace/sandbox/denied.js';
import {
  OutlineLanguageKind,
  OutlineLanguagesAssembly,
  type OutlineLanguages
} from '../../../plugins/workspace/outline/language.js';
import { openSandbox } from '../../../plugins/workspace/sandbox/sandbox.js';

export interface ShippedRules {
  readonly redactor: Redactor;
  readonly languages: OutlineLanguages;
}

/** The rules that tools work by, from the shipped files. */
export const shippedRules: ShippedRules = await (async () => {
  const { set, problems } = await loadDocuments({
    root: SHIPPED_ROOT,
    kinds: [RedactionRules, OutlineLanguageKind],
    otherKinds: Object.assign(new Set<string>(), { has: () => true }),
    assemblies: [RedactorAssembly, OutlineLanguagesAssembly],
    items: () => []
  });
  if (set === undefined) throw new Error(JSON.stringify(problems));
  return { redactor: set.get(RedactorAssembly), languages: set.get(OutlineLanguagesAssembly) };
})();

/** A folder of its own with a workspace `ws`, its prefix sibling `ws-evil`, and an `outside` folder with secrets. */
export interface Fixture {
  readonly base: string;
  readonly root: string;
  write(path: string, content: string | Buffer): void;
  remove(): void;
}

export const SECRET = 'TOP-SECRET-OUTSIDE';

export function makeFixture(): Fixture {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-ws-')));
  const root = join(base, 'ws');
  const write = (path: string, content: string | Buffer): void => {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  };
  mkdirSync(root);
  for (const folder of ['ws-evil', 'outside']) {
    mkdirSync(join(base, folder));
    writeFileSync(join(base, folder, 'secret.txt'), SECRET);
  }
  return { base, root, write, remove: () => removeAll(base) };
}

function removeAll(folder: string): void {
  try {
    rmSync(folder, { recursive: true });
  } catch {
    // It gives up where a path is longer than the system takes.
    execFileSync('rm', ['-rf', folder]);
  }
}

/** One call, its answer as the dispatcher hands it on, but for what is still to be redacted. */
export async function run(
  tool: WorkspaceTool,
  args: Readonly<Record<string, unknown>>,
  context: ToolCallContext
): Promise<ToolAnswer> {
  const answer = await tool.run(args, context);
  return { ...answer, structured: JSON.parse(JSON.stringify(answer.structured)) };
}

/** A call that never runs out of time, unless told to. */
export async function contextFor(
  root: string,
  options: {
    readonly budgetMs?: number;
    readonly expired?: boolean;
    readonly maxFileBytes?: number;
    readonly maxResultBytes?: number;
    readonly signal?: AbortSignal;
  } = {}
): Promise<ToolCallContext> {
  const end = performance.now() + (options.budgetMs ?? 60_000);
  return {
    sandbox: await openSandbox(root),
    ...shippedRules,
    limits: {
      maxFileBytes: options.maxFileBytes ?? 5 * 1024 * 1024,
      maxResultBytes: options.maxResultBytes ?? 100 * 1024
    },
    deadline: {
      get expired() {
        return options.expired ?? performance.now() > end;
      },
      get remainingMs() {
        return options.expired ? 0 : end - performance.now();
      }
    },
    signal: options.signal ?? new AbortController().signal,
    progress: () => undefined
  };
}

/** The reason of the denial that `work` ends in, or what it answered. */
export async function reasonOf(work: Promise<unknown>): Promise<DenialReason | { readonly answered: unknown }> {
  try {
    return { answered: await work };
  } catch (error) {
    if (error instanceof Denied) return error.reason;
    throw error;
  }
}

/** Every page of a call, by its cursors. */
export async function pages(
  tool: WorkspaceTool,
  args: Readonly<Record<string, unknown>>,
  context: ToolCallContext,
  most = 1000
): Promise<readonly ToolAnswer[]> {
  const all: ToolAnswer[] = [];
  let cursor: string | undefined;
  do {
    const page = await run(tool, cursor === undefined ? args : { ...args, cursor }, context);
    all.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined && all.length < most);
  return all;
}
