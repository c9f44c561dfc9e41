/** Lines of a table for people: the first column to the left, the others to the right. */
export function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const all = [header, ...rows].map(row => row.map(String));
  const widths = header.map((_, i) => Math.max(...all.map(row => (row[i] ?? '').length)));
  return all.map(row =>
    widths
      .map((width, i) => (i === 0 ? (row[i] ?? '').padEnd(width) : (row[i] ?? '').padStart(width)))
      .join('  ')
      .trimEnd()
  );
}

/** A share from 0 to 1 as `12.3 %`; `–` of nothing. */
export const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

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
