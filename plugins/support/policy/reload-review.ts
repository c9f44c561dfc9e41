import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type DocumentSet, type LiveDocuments, type Log, PACKAGE_ROOT } from '../../../core/index.js';
import { RuleTableKind } from '../../../core/rules/index.js';

type Files = ReadonlyMap<string, Buffer>;
type Side = readonly [Promise<Files | undefined>, DocumentSet];

const CLI = join(PACKAGE_ROOT, 'dist/core/cli.js');
const PATIENCE_MS = 60_000;
const MOST_BYTES = 20_000_000;
const run = promisify(execFile);

/** What was read of a file, for as long as somebody keeps it: services on the same files keep one copy, and a reload reads what changed. */
const read = new Map<string, { readonly stamp: string; readonly content: WeakRef<Buffer> }>();

function contentOf(path: string): Buffer {
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  const stamp = [ino, size, mtimeNs, ctimeNs].join(' ');
  const known = read.get(path);
  const kept = known?.stamp === stamp ? known.content.deref() : undefined;
  const content = kept ?? readFileSync(path);
  if (kept === undefined) read.set(path, { stamp, content: new WeakRef(content) });
  return content;
}

/** A piece of the page that `bylaw policy review` writes. */
export type ReviewBlock = Readonly<Record<string, unknown>>;

/**
 * What the last reload means, as `bylaw policy review` tells it. The files of before are kept in memory for that. It is found
 * out when somebody asks, once, in a process of its own: comparing tables takes seconds that customers would wait.
 */
export class ReloadReview {
  readonly #documents: LiveDocuments;
  readonly #log: Log;
  #now: Promise<Files | undefined>;
  #page: (() => Promise<readonly ReviewBlock[] | undefined>) | undefined;

  constructor(documents: LiveDocuments, log: Log) {
    this.#documents = documents;
    this.#log = log;
    this.#now = this.#read();
    documents.onReload(({ outcome, from, to }, sets) => {
      if (outcome !== 'reloaded' || from === to) return;
      const before = this.#now;
      this.#now = this.#read();
      let page: Promise<readonly ReviewBlock[] | undefined> | undefined;
      const after = this.#now;
      this.#page = () => (page ??= this.#review([before, sets.before], [after, sets.after]));
    });
  }

  /** The page; undefined where there was no reload, or none that can be compared. */
  async page(): Promise<readonly ReviewBlock[] | undefined> {
    return this.#page?.();
  }

  get #root(): string {
    return this.#documents.current.origin.root;
  }

  /** Every declarative file by its path under the root. What cannot be read cannot be reviewed, and is no reason to stop. */
  async #read(): Promise<Files | undefined> {
    try {
      const files = new Map<string, Buffer>();
      for (const folder of this.#documents.paths)
        for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
          if (entry.isFile()) {
            const path = join(entry.parentPath, entry.name);
            files.set(relative(this.#root, path), contentOf(path));
            // Small files are read so in a sixth of the time; what waits goes between two of them.
            await turn();
          }
      return files;
    } catch (error) {
      this.#log.warning('policy.review_failed', { reason: (error as Error).message });
      return undefined;
    }
  }

  async #review(...sides: readonly Side[]): Promise<readonly ReviewBlock[] | undefined> {
    const folder = await mkdtemp(join(tmpdir(), 'bylaw-review-'));
    try {
      for (const [i, [reading, set]] of sides.entries()) {
        const files = await reading;
        // Tables that changed between being loaded and being read are not those of the set.
        const tables = set.of(RuleTableKind).map(({ source }) => source);
        if (files === undefined || tables.some(({ file, revision }) => revisionOf(files.get(file)) !== revision))
          return undefined;
        for (const [file, content] of files) {
          const path = join(folder, NAMES[i]!, file);
          await mkdir(dirname(path), { recursive: true });
          await writeFile(path, content);
        }
      }
      const args = [CLI, '--root', this.#root, 'policy', 'review', ...NAMES, '--no-eval', '--format', 'json'];
      // It ends with 1 where the sides differ.
      const { stdout } = await run(process.execPath, args, {
        cwd: folder,
        env: {},
        timeout: PATIENCE_MS,
        maxBuffer: MOST_BYTES
      }).catch((error: { code?: unknown; stdout?: string; stderr?: string }) => {
        if (error.code === 1 && error.stdout !== undefined) return { stdout: error.stdout };
        throw new Error(error.stderr?.split('\n')[0] ?? 'no answer');
      });
      return JSON.parse(stdout) as readonly ReviewBlock[];
    } catch (error) {
      this.#log.warning('policy.review_failed', { reason: (error as Error).message });
      return undefined;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

const NAMES = ['before', 'after'] as const;

/** As the set tells files apart. */
const revisionOf = (content: Buffer | undefined): string =>
  createHash('sha256')
    .update(content ?? '')
    .digest('hex')
    .slice(0, 12);
