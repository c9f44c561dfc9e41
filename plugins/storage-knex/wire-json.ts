/**
 * JSON for the database. NUL and lone surrogates, which databases cannot hold in text, become U+FFFD.
 * `JSON.stringify` writes both as escapes and no other text as `\ud…`, so looking at escapes is enough;
 * the last alternative consumes every other escape, so that a backslash before `u0000` is not misread.
 */
export function toWire(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes('\\u')) return text;
  return text.replace(/\\(u0000|ud[89a-f][0-9a-f]{2}|[^])/g, (whole, escape: string) =>
    escape.length > 1 ? '\ufffd' : whole
  );
}
