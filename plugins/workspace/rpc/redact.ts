import type { TextRedactor } from '../redaction/redactor.js';
import type { Redacted } from '../redaction/redacted.js';
import { mapTexts } from './texts.js';

interface Clean {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly summary: string;
  readonly count: number;
}

/**
 * A tool's answer without credentials. The summary names what the fields say, so that nothing in it counts again. What the tool
 * redacted itself, because it showed a part of it, is taken as it is.
 */
export function redactAnswer(
  structured: Readonly<Record<string, unknown>>,
  summary: string,
  redactor: TextRedactor
): Clean {
  const done = new Set<Redacted>();
  let count = 0;
  const clean = mapTexts(structured, (field, { path }, redacted) => {
    if (redacted !== undefined) {
      if (!done.has(redacted)) count += redacted.count;
      done.add(redacted);
      return field;
    }
    const found = redactor.redact(field, path);
    count += found.count;
    return found.text;
  }) as Clean['structured'];
  return { structured: clean, summary: redactor.redact(summary).text, count };
}
