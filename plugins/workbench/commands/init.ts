import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type CommandContext, type ExitStatus, UsageError } from '../../../core/index.js';
import { digestOf, shippedFiles, writeShipped } from '../scaffold/shipped-files.js';

/** Makes a policy root of an empty folder: the shipped files, and the schemas to which their first lines point. */
export async function init({ args, services, out }: CommandContext): Promise<ExitStatus> {
  const [name, more] = args;
  if (name === undefined || more !== undefined) throw new UsageError('name the folder to make: bylaw init DIR');
  const folder = resolve(name);
  // What is there stays there: a repository that was just begun holds nothing but hidden files.
  const visible = existsSync(folder) ? readdirSync(folder).filter(entry => !entry.startsWith('.')) : [];
  if (visible.length > 0) throw new UsageError(`${folder} is not empty; nothing was written`);
  const shipped = shippedFiles(services);
  for (const [path, content] of shipped) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  writeShipped(folder, new Map([...shipped].map(([path, content]) => [path, digestOf(content)])));
  writeFileSync(join(folder, '.gitignore'), 'data/\nnode_modules/\n', { flag: 'a' });
  out(`${folder} holds a policy root. Next:`);
  for (const next of [`cd ${name}`, 'bylaw policy check', 'bylaw policy test', 'bylaw support demo']) out(`  ${next}`);
  return 0;
}
