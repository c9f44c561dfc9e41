import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError, type CommandContext, type ExitStatus } from '../points/command.js';

/** The JSON Schemas by which editors complete and check declarative files. */
export async function policySchema({ services, args, options, out }: CommandContext): Promise<ExitStatus> {
  const kinds = new Map(
    services.flatMap(s => s.listed.flatMap(l => l.plugin.kinds ?? [])).map(kind => [kind.id, kind])
  );
  const text = (id: string) => {
    const { schema } = kinds.get(id)!;
    return JSON.stringify(
      { $schema: 'https://json-schema.org/draft/2020-12/schema', title: `bylaw ${id}`, ...schema },
      undefined,
      2
    );
  };
  const folder = options['write'];
  if (typeof folder === 'string') {
    mkdirSync(folder, { recursive: true });
    for (const id of kinds.keys()) writeFileSync(join(folder, `${id}.json`), `${text(id)}\n`);
    out(`${kinds.size} schemas written to ${folder}`);
    return 0;
  }
  const [id] = args;
  if (id === undefined || !kinds.has(id))
    throw new UsageError(`name a kind of file: ${[...kinds.keys()].sort().join(', ')}`);
  out(text(id));
  return 0;
}
