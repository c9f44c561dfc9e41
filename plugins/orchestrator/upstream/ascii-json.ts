/** JSON with one character for each byte. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\0-\x7f]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
