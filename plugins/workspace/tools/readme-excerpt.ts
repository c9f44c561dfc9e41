import type { ToolCallContext } from '../contract/tool.js';
import { Denied } from '../sandbox/denied.js';
import { BYTES_PER_UNIT, SearchedText, wholeCharacter, type Redacted } from '../redaction/redacted.js';
import { lineSource } from '../reading/line-source.js';
import { plainLines } from '../reading/page-text.js';

const MOST_CHARACTERS = 2000;

/** The beginning of a readme, up to the end of a line; undefined where it cannot be shown. */
export async function readmeExcerpt(
  path: string,
  { sandbox, limits, redactor }: ToolCallContext
): Promise<{ readonly path: string; readonly text: Redacted; readonly cut: boolean } | undefined> {
  try {
    const file = await sandbox.open(path);
    try {
      const source = lineSource(file, undefined, limits.maxFileBytes);
      const bytes = source.read(0, (MOST_CHARACTERS + redactor.overlap) * BYTES_PER_UNIT);
      const text = SearchedText.of(source.decode(bytes), redactor, path);
      const cut = text.raw.length > MOST_CHARACTERS;
      if (!cut) return { path, text: plainLines(text, 0, text.raw.length), cut };
      const line = text.raw.lastIndexOf('\n', MOST_CHARACTERS);
      return { path, text: plainLines(text, 0, line > 0 ? line : wholeCharacter(text.raw, MOST_CHARACTERS)), cut };
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof Denied) return undefined;
    throw error;
  }
}
