/** Messages taken of a text with alternatives. */
const MOST = 8;
/** Prime, so that the steps pass through all combinations without going through one group after the other. */
const STRIDE = 7919;

/** The messages a text stands for: all of them, or a fixed spread of `most`. */
export function expand(text: string, most = MOST): string[] {
  const parts = text.split(/\{([^{}]*)\}/).map((part, index) => (index % 2 === 0 ? [part] : part.split('|')));
  const all = parts.reduce((product, { length }) => product * length, 1);
  const chosen = Array.from({ length: Math.min(all, most) }, (_, nth) => (all <= most ? nth : (nth * STRIDE) % all));
  return [...new Set(chosen.map(each => tidy(combination(parts, each))))];
}

function combination(parts: readonly (readonly string[])[], which: number): string {
  let rest = which;
  return parts
    .map(options => {
      const option = options[rest % options.length] ?? '';
      rest = Math.floor(rest / options.length);
      return option;
    })
    .join('');
}

/** An empty alternative leaves no gap. */
const tidy = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ([,.?!:])/g, '$1')
    .trim();
