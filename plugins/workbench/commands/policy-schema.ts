import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editorSchemas } from '../scaffold/editor-schemas.js';
import { type CommandContext, type ExitStatus, UsageError } from '../../../core/index.js';

/** The JSON Schemas by which editors complete and check declarative files. */
export async function policySchema({ services, args, options, out }: CommandContext): Promise<ExitStatus> {
  const schemas = editorSchemas(services);
  const folder = options['write'];
  if (typeof folder === 'string') {
    mkdirSync(folder, { recursive: true });
    for (const [id, text] of schemas) writeFileSync(join(folder, `${id}.json`), text);
    out(`${schemas.size} schemas written to ${folder}`);
    return 0;
  }
  const [id] = args;
  const text = id === undefined ? undefined : schemas.get(id);
  if (text === undefined) throw new UsageError(`name a kind of file: ${[...schemas.keys()].sort().join(', ')}`);
  out(text.trimEnd());
  return 0;
}
