/** Characters that XML 1.0 cannot hold at all become `?`. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  '\n': '&#10;'
};

/** Makes text stand for itself in an element or between the double quotes of an attribute. */
export const xmlText = (value: string): string =>
  value.replace(FORBIDDEN, '?').replace(/[<>&"\n]/g, char => ENTITIES[char]!);
