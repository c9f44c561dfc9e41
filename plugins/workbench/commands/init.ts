import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { foldersOf } from '../../../core/documents/index.js';
import { type CommandContext, type ExitStatus, kindsOf, PACKAGE_ROOT, UsageError } from '../../../core/index.js';
import { editorSchemas } from '../scaffold/editor-schemas.js';

/** Makes a policy root of an empty folder: the shipped files, and the schemas to which their first lines point. */
export async function init({ args, services, out }: CommandContext): Promise<ExitStatus> {
  const [name, more] = args;
  if (name === undefined || more !== undefined) throw new UsageError('name the folder to make: bylaw init DIR');
  const folder = resolve(name);
  // What is there stays there: a repository that was just begun holds nothing but hidden files.
  const visible = existsSync(folder) ? readdirSync(folder).filter(entry => !entry.startsWith('.')) : [];
  if (visible.length > 0) throw new UsageError(`${folder} is not empty; nothing was written`);
  for (const each of foldersOf(kindsOf(services)))
    cpSync(join(PACKAGE_ROOT, each), join(folder, each), { recursive: true });
  const schemas = join(folder, 'docs/schemas');
  mkdirSync(schemas, { recursive: true });
  for (const [kind, text] of editorSchemas(services)) writeFileSync(join(schemas, `${kind}.json`), text);
  writeFileSync(join(folder, '.gitignore'), 'data/\nnode_modules/\n', { flag: 'a' });
  out(`${folder} holds a policy root. Next:`);
  for (const next of ['policy check', 'policy test', 'support demo']) out(`  bylaw ${next} --root ${name}`);
  return 0;
}
