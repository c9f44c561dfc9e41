import { mapTexts } from './texts.js';

/** Replaces the credentials in a text; `path` is the file it comes from, where that is known. */
export type Redact = (text: string, path?: string) => { readonly text: string; readonly count: number };

/**
 * A tool's answer without credentials. The text says again what the fields say, so a credential counts once
 * although it is replaced in both.
 */
export function redactAnswer(
  structured: Readonly<Record<string, unknown>>,
  text: string,
  redact: Redact
): { readonly structured: Readonly<Record<string, unknown>>; readonly text: string; readonly count: number } {
  let inFields = 0;
  const clean = mapTexts(structured, (field, { path }) => {
    const redacted = redact(field, path);
    inFields += redacted.count;
    return redacted.text;
  }) as Readonly<Record<string, unknown>>;
  const path = structured['path'];
  const shown = redact(text, typeof path === 'string' ? path : undefined);
  return { structured: clean, text: shown.text, count: Math.max(inFields, shown.count) };
}
