import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump } from 'js-yaml';
import type { CommandContext, DocumentKind } from '../../../core/index.js';

/** A file that a command writes from what it has learned. */
export interface FittedFile {
  /** Under the root. */
  readonly file: string;
  readonly kind: Pick<DocumentKind<unknown>, 'id' | 'version' | 'schema' | 'oneLine'>;
  /** Which command writes it, and how its numbers are read. */
  readonly comment: string;
  /** All of it but for `kind` and `version`. */
  readonly content: object;
}

/** Prints the file in the style of its kind, or with `--write` puts it into its place. */
export function writeFitted(
  { root, options, out }: CommandContext,
  { file, kind, comment, content }: FittedFile
): void {
  const { id, version } = kind;
  const head = `# yaml-language-server: $schema=../../docs/schemas/${id}.json\n# ${comment}\n`;
  const yaml = dump({ kind: id, version, ...content }, { flowLevel: 3, lineWidth: -1 });
  const text = head + yaml;
  if (options['write'] === true) writeFileSync(join(root, file), text);
  else out(text);
}
