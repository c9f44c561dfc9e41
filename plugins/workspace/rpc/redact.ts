import type { ToolAnswer } from '../contract/tool.js';
import type { TextRedactor } from '../redaction/redactor.js';
import type { Redacted } from '../redaction/redacted.js';
import { mapTexts } from './texts.js';

interface Clean {
  readonly structured: Readonly<Record<string, unknown>>;
  /** To be put together as they are. */
  readonly text: readonly string[];
  readonly count: number;
}

/**
 * A tool's answer without credentials. The text says again what the fields say, so a credential counts once although it is
 * replaced in both. What the tool redacted itself, because it showed a part of it, is taken as it is.
 */
export function redactAnswer(
  structured: Readonly<Record<string, unknown>>,
  text: ToolAnswer['text'],
  redactor: TextRedactor
): Clean {
  const done = new Set<Redacted>();
  let inFields = 0;
  const clean = mapTexts(structured, (field, { path }, redacted) => {
    if (redacted !== undefined) {
      done.add(redacted);
      return field;
    }
    const { text: shown, count } = redactor.redact(field, path);
    inFields += count;
    return shown;
  }) as Clean['structured'];

  const path = structured['path'];
  let inText = 0;
  const parts = (typeof text === 'string' ? [text] : text).map(part => {
    if (typeof part !== 'string') {
      done.add(part);
      return part.text;
    }
    const { text: shown, count } = redactor.redact(part, typeof path === 'string' ? path : undefined);
    inText += count;
    return shown;
  });
  let count = Math.max(inFields, inText);
  for (const redacted of done) count += redacted.count;
  return { structured: clean, text: parts, count };
}
