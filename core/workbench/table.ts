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
