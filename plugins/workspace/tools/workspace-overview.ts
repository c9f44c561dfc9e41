import type { ToolCallContext, WorkspaceTool } from '../contract/tool.js';
import type { SizedEntry } from '../sandbox/contract.js';
import { printable } from '../redaction/visible.js';
import { cleanPath } from '../sandbox/descriptor.js';
import { sizedTree } from '../sandbox/tree-source.js';
import { walkTree, type TreeEntry } from '../sandbox/walk.js';
import { answer, counted, readableSize } from '../contract/answer.js';
import { isManifest, languageOf } from './languages.js';
import { readmeExcerpt } from './readme-excerpt.js';
import { TimeSlice } from '../time/time-slice.js';

const MOST_FOLDERS = 25;
const MOST_LANGUAGES = 15;
const MOST_MANIFESTS = 40;
const MANIFEST_DEPTH = 4;
const README = /^readme(?:\.(?:md|markdown|rst|txt|adoc|org))?$/i;
const PROGRESS_EVERY = 5000;

interface Tally {
  files: number;
  bytes: number;
}

class Counts {
  readonly total: Tally = { files: 0, bytes: 0 };
  readonly folders = new Map<string, Tally>();
  readonly languages = new Map<string, Tally>();
  readonly manifests: string[] = [];
  readme: string | undefined;
  unreadable = 0;
  directories = 0;
  links = 0;

  add({ path, kind, depth, entry, unreadable }: TreeEntry<SizedEntry>, start: string): void {
    if (unreadable) this.unreadable++;
    if (kind === 'directory') {
      this.directories++;
      if (depth === 1) this.folders.set(path, { files: 0, bytes: 0 });
    } else if (kind === 'symlink') this.links++;
    if (kind !== 'file') return;
    const top = depth === 1 ? undefined : this.folders.get(topOf(path, start));
    const language = languageOf(entry.name);
    let spoken = language === undefined ? undefined : this.languages.get(language);
    if (language !== undefined && spoken === undefined) this.languages.set(language, (spoken = { files: 0, bytes: 0 }));
    for (const tally of [this.total, top, spoken]) {
      if (tally === undefined) continue;
      tally.files++;
      tally.bytes += entry.size;
    }
    if (depth <= MANIFEST_DEPTH && isManifest(entry.name) && this.manifests.length < MOST_MANIFESTS)
      this.manifests.push(path);
    if (depth === 1 && README.test(entry.name)) this.readme ??= path;
  }
}

/** The folder directly below the start in which a path lies. */
function topOf(path: string, start: string): string {
  const from = start === '' ? 0 : start.length + 1;
  return path.slice(0, path.indexOf('/', from));
}

const largest = (tallies: ReadonlyMap<string, Tally>, most: number): readonly (readonly [string, Tally])[] =>
  [...tallies].sort(([, left], [, right]) => right.files - left.files || right.bytes - left.bytes).slice(0, most);

/** What a workspace is: counts of everything git would not ignore, hidden files included, `.git` not. */
export const workspaceOverview: WorkspaceTool = {
  name: 'workspace_overview',
  async run(args: { readonly path?: string }, context: ToolCallContext) {
    const { sandbox, deadline, signal } = context;
    const path = cleanPath(sandbox.root, args.path ?? '');
    const counts = new Counts();
    const options = {
      path,
      includeHidden: true,
      ignored: 'skip',
      maxDepth: Number.POSITIVE_INFINITY,
      deadline,
      signal
    } as const;
    const slice = new TimeSlice(signal);
    let seen = 0;
    for (const entry of walkTree(sizedTree(sandbox), options)) {
      if (slice.due()) await slice.take();
      counts.add(entry, path);
      if (++seen % PROGRESS_EVERY === 0) context.progress(counts.total.files, undefined, 'files counted');
    }
    const readme = counts.readme === undefined ? undefined : await readmeExcerpt(counts.readme, context);
    const tallies = (map: ReadonlyMap<string, Tally>, most: number, key: string) =>
      largest(map, most).map(([name, tally]) => ({ [key]: name, ...tally }));
    const structured = {
      path: path === '' ? '.' : path,
      total_files: counts.total.files,
      total_bytes: counts.total.bytes,
      total_directories: counts.directories,
      symlinks: counts.links,
      unreadable_directories: counts.unreadable,
      languages: tallies(counts.languages, MOST_LANGUAGES, 'language'),
      top_folders: tallies(counts.folders, MOST_FOLDERS, 'path'),
      manifests: counts.manifests,
      ...(readme === undefined ? {} : { readme })
    };
    const timedOut = deadline.expired;
    const where = path === '' ? '.' : printable(path);
    const summary = `${where}: ${counted(counts.total.files, 'file')}, ${readableSize(counts.total.bytes)}`;
    return answer(structured, summary, { timedOut, truncated: timedOut });
  }
};
