/** Messages taken of a text with alternatives. */
const MOST = 8;
const SIGN = /\{([a-z_]+)\}/g;
/** Prime, so that the steps pass through all combinations without going through one group after the other. */
const STRIDE = 7919;

/**
 * The texts that a template stands for: `{a|b}` is either, `{name}` what `signs` has for the name; both also within an
 * alternative. All of them, or a
 * fixed spread of `most`.
 * @param signs see `signCharacters`; a name that it lacks stays as it is written
 */
export function expand(template: string, most = MOST, signs: ReadonlyMap<string, string> = new Map()): string[] {
  const signed = template.replace(SIGN, (whole, name: string) => signs.get(name) ?? whole);
  const parts = flattened(signed)
    .split(/\{([^{}]*)\}/)
    .map((part, index) => (index % 2 === 0 ? [part] : part.split('|')));
  const all = parts.reduce((product, { length }) => product * length, 1);
  const chosen = Array.from({ length: Math.min(all, most) }, (_, nth) => (all <= most ? nth : (nth * STRIDE) % all));
  return [...new Set(chosen.map(each => tidy(combination(parts, each))))];
}

/** `{it|the {lamp|mug}}` as `{it|the lamp|the mug}`. */
function flattened(template: string): string {
  let [text, depth, start] = ['', 0, 0];
  for (let at = 0; at < template.length; at++) {
    const letter = template[at]!;
    if (letter === '{' && depth++ === 0) start = at + 1;
    else if (letter === '}' && depth > 0 && --depth === 0) text += `{${flatGroup(template.slice(start, at))}}`;
    else if (depth === 0) text += letter;
  }
  // A brace that is never closed is a letter.
  return depth === 0 ? text : template;
}

function flatGroup(group: string): string {
  if (!group.includes('{')) return group;
  const alternatives: string[] = [''];
  let depth = 0;
  for (const letter of group) {
    depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
    if (letter === '|' && depth === 0) alternatives.push('');
    else alternatives[alternatives.length - 1] += letter;
  }
  return alternatives.flatMap(each => (each.includes('{') ? expand(each, MOST_NESTED) : [each])).join('|');
}

const MOST_NESTED = 24;

/** Names in braces that stand alone: `{product}`, and not `{a|b}`. */
export const signNames = (template: string): string[] => [...template.matchAll(SIGN)].map(([, name]) => name!);

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
