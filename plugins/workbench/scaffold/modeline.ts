import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const PACKAGED = 'node_modules/bylaw/docs/schemas';
const OWN = 'docs/schemas';

/**
 * The first line of a file, by which an editor finds the schema of its kind: in the root's own `docs/schemas`, or in
 * an installed package. Where there is neither, the schema is written, so that the path always leads somewhere.
 */
export function modeline(root: string, file: string, kind: string, schemas: ReadonlyMap<string, string>): string {
  const found = [OWN, PACKAGED].map(folder => join(root, folder, `${kind}.json`)).find(path => existsSync(path));
  const path = found ?? join(root, OWN, `${kind}.json`);
  if (found === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, schemas.get(kind)!);
  }
  return `# yaml-language-server: $schema=${relative(dirname(join(root, file)), path)
    .split(sep)
    .join('/')}\n`;
}
