/** The words before and after a figure, empty where there is none. */
export function besideOf(text: string, start: number, end: number): [string, string] {
  const before = /(\p{L}+)\W{0,2}$/u.exec(text.slice(Math.max(0, start - 24), start))?.[1] ?? '';
  const after = /^\W{0,2}(\p{L}+)/u.exec(text.slice(end, end + 24))?.[1] ?? '';
  return [before.toLowerCase(), after.toLowerCase()];
}
