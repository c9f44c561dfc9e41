import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CommandContext, PACKAGE_ROOT } from '../../../core/index.js';
import { digestOf, type Digests, readShipped, SCHEMAS, shippedFiles } from './shipped-files.js';

/**
 * What becomes of a file that is not as this version ships it: added, updated or removed where nobody edited it; merged
 * by a person where both sides changed it, or compared where nothing says who did; and what stays as the root has it.
 */
export type Fate = 'add' | 'update' | 'remove' | 'merge' | 'unknown' | 'orphan' | 'absent';
export type UpgradePlan = ReadonlyMap<string, Fate>;

/** `base` are the files as they were shipped to the root. */
export function planOf(root: string, shipped: ReadonlyMap<string, Buffer>, base: Digests | undefined): UpgradePlan {
  const paths = [...new Set([...shipped.keys(), ...(base?.keys() ?? [])])].sort();
  const plan = new Map<string, Fate>();
  for (const path of paths) {
    const file = join(root, path);
    const contents = [existsSync(file) ? readFileSync(file) : undefined, shipped.get(path)] as const;
    if (contents[1] !== undefined && contents[0]?.equals(contents[1])) continue;
    const [mine, theirs] = contents.map(content => content && digestOf(content));
    // Nobody edits schemas: they are made of the program.
    const was = path.startsWith(SCHEMAS) ? mine : base?.get(path);
    if (mine === theirs) continue;
    if (theirs === undefined) plan.set(path, mine === was ? 'remove' : 'orphan');
    else if (mine === undefined) plan.set(path, was === undefined ? 'add' : 'absent');
    else if (mine === was) plan.set(path, 'update');
    else if (theirs !== was) plan.set(path, was === undefined ? 'unknown' : 'merge');
  }
  return plan;
}

/** What a root of `init` lacks of this version, in a sentence; undefined where it is as shipped but for edits of its own. */
export function behind({ root, services }: Pick<CommandContext, 'root' | 'services'>): string | undefined {
  if (resolve(root) === PACKAGE_ROOT) return undefined;
  const [shipped, base] = [shippedFiles(services), readShipped(root)];
  const fates = [...planOf(root, shipped, base).values()];
  const count = (...of: Fate[]) => fates.filter(fate => of.includes(fate)).length;
  const [missing, old] = [count('add'), count('update', 'merge', 'unknown', 'remove')];
  // A folder that was written from the beginning owes nothing to this package, though it may share a few names.
  if (missing + old === 0 || (base === undefined && missing > 0.8 * shipped.size)) return undefined;
  return `this root is not of this version: it lacks ${missing} of the shipped files, and ${old} are not as it ships them. See: bylaw policy upgrade --dry-run --root ${root}`;
}
