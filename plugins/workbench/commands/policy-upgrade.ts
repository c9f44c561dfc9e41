import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { foldersOf } from '../../../core/documents/index.js';
import { type CommandContext, type ExitStatus, kindsOf, PACKAGE_ROOT, UsageError } from '../../../core/index.js';
import { checkOut } from '../changes/git-revision.js';
import {
  digestOf,
  type Digests,
  filesBelow,
  readShipped,
  shippedFiles,
  writeShipped
} from '../scaffold/shipped-files.js';
import { type Fate, planOf, type UpgradePlan } from '../scaffold/upgrade-plan.js';
import { policyCheck } from './policy-check.js';

/** What is said of the files, done and (`--dry-run`) to be done. */
const FATES: Readonly<Record<Fate, readonly [string, string?]>> = {
  add: ['Added, new in this version', 'Would be added, new in this version'],
  update: ['Brought up to date, not edited here', 'Would be brought up to date, not edited here'],
  remove: ['Removed, no longer shipped and not edited here', 'Would be removed, no longer shipped and not edited here'],
  merge: ['To merge by hand, edited here and shipped otherwise now'],
  unknown: ['To compare by hand, other than shipped; nothing says whether you edited them'],
  orphan: ['Edited here and no longer shipped: yours from now on'],
  absent: ['Deleted here and left out']
};
const FATES_NAMED = Object.keys(FATES) as Fate[];
const MOST_LISTED = 20;

/**
 * Brings the files of a root to what this version ships: adds, updates and removes what nobody edited, and names what a
 * person has to merge. Status 1 where something is left to do, or the files are not sound afterwards.
 */
export async function policyUpgrade(context: CommandContext): Promise<ExitStatus> {
  const { root, services, args, options, out } = context;
  if (resolve(root) === PACKAGE_ROOT) throw new UsageError('name the root to upgrade: --root DIR');
  const shipped = shippedFiles(services);
  const base = baseOf(context);
  if (options['merged'] === true) return merged(root, args, shipped, base);
  if (args.length > 0) throw new UsageError(`files are named with --merged alone; the root is named with --root`);
  const plan = planOf(root, shipped, base);
  const dry = options['dry-run'] === true;
  const of = (...fates: Fate[]) => [...plan].filter(([, fate]) => fates.includes(fate)).map(([path]) => path);
  if (!dry) carryOut(root, shipped, plan, base);
  const open = of('merge', 'unknown');
  if (options['json'] === true)
    out(JSON.stringify(Object.fromEntries(FATES_NAMED.map(fate => [fate, of(fate)])), undefined, 2));
  else
    for (const fate of FATES_NAMED) {
      const paths = of(fate);
      if (paths.length === 0) continue;
      out(`${(dry ? FATES[fate][1] : undefined) ?? FATES[fate][0]} (${paths.length}):`);
      for (const path of paths.slice(0, MOST_LISTED)) out(`  ${path}`);
      if (paths.length > MOST_LISTED) out(`  … and ${paths.length - MOST_LISTED} more (--json lists all)`);
    }
  if (options['diff'] === true) for (const path of of('update', 'merge', 'unknown')) diff(root, path, shipped, out);
  if (options['json'] !== true) advise(open, plan, context);
  if (dry) return of('add', 'update', 'remove', 'merge', 'unknown').length > 0 ? 1 : 0;
  const sound = options['json'] === true ? 0 : await policyCheck({ ...context, args: [], options: {} });
  return sound === 0 && open.length === 0 ? 0 : 1;
}

function carryOut(root: string, shipped: ReadonlyMap<string, Buffer>, plan: UpgradePlan, base: Digests | undefined) {
  const known = new Map<string, string>();
  for (const [path, content] of shipped) {
    const fate = plan.get(path);
    if (fate === 'add' || fate === 'update') {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    // What is left to merge stays known as it was, so that the next run names it again.
    const digest = fate === 'merge' || fate === 'unknown' ? base?.get(path) : digestOf(content);
    if (digest !== undefined) known.set(path, digest);
  }
  for (const [path, fate] of plan) if (fate === 'remove') rmSync(join(root, path));
  writeShipped(root, known);
}

/** The files as they were shipped to the root: as it says itself, or as a folder or revision holds them. */
function baseOf({ root, services, options }: CommandContext): Digests | undefined {
  const { base } = options;
  if (typeof base !== 'string') return readShipped(root);
  const folders = foldersOf(kindsOf(services));
  const isFolder = statSync(base, { throwIfNoEntry: false })?.isDirectory() === true;
  const { root: at, close } = isFolder ? { root: resolve(base), close: () => {} } : checkOut(base, { root, folders });
  try {
    return new Map([...filesBelow(at, folders)].map(([path, content]) => [path, digestOf(content)]));
  } finally {
    close();
  }
}

function merged(
  root: string,
  paths: readonly string[],
  shipped: ReadonlyMap<string, Buffer>,
  base: Digests = new Map()
) {
  const strange = paths.find(path => !shipped.has(path));
  if (strange !== undefined || paths.length === 0)
    throw new UsageError(
      strange === undefined ? 'name the files that are merged' : `this version ships no file '${strange}'`
    );
  writeShipped(root, new Map([...base, ...paths.map(path => [path, digestOf(shipped.get(path)!)] as const)]));
  return 0 as const;
}

function diff(root: string, path: string, shipped: ReadonlyMap<string, Buffer>, out: (line: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-upgrade-'));
  try {
    const file = join(folder, 'shipped');
    writeFileSync(file, shipped.get(path)!);
    const { stdout, error } = spawnSync('git', ['diff', '--no-index', '--no-color', '--', join(root, path), file], {
      encoding: 'utf8'
    });
    if (error !== undefined) throw new UsageError('--diff is made by git, which is not installed');
    out([`--- ${path}`, `+++ ${path} as shipped`, ...stdout.trimEnd().split('\n').slice(4)].join('\n'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function advise(open: readonly string[], plan: UpgradePlan, { root, out }: CommandContext): void {
  if (plan.size === 0) out('every shipped file is as this version ships it, or edited by you and not changed since');
  const fates = new Set(plan.values());
  if (fates.has('unknown'))
    out(
      'If a folder or a git revision holds the files as they were shipped to you, name it: --base FOLDER|REVISION. What you never edited is then brought up to date.'
    );
  const [first] = open;
  if (first === undefined) return;
  out(`See what is shipped: git diff --no-index ${join(root, first)} ${join(PACKAGE_ROOT, first)}`);
  out(`When a file is merged: bylaw policy upgrade --merged ${first}`);
}
