import { escapeRegex } from '../../core/text/escape-regex.js';

/** What differs with every change of a file: compared by its form, and brought up to date in the page when asked. */
const KEPT_FRESH = {
  revision: [String.raw`\b[0-9a-f]{12}\b`, '[0-9a-f]{12}'],
  place: [String.raw`(?<=\.yaml:)\d+(?::\d+)?`, String.raw`\d+(?::\d+)?`],
  line: [String.raw`(?<=\bline"?:?\s*)\d+`, String.raw`\d+`],
  weight: [String.raw`(?<="(?:weight|confidence)":\s*)[\d.]+`, String.raw`[\d.]+`],
  count: [String.raw`\d+(?=\s+(?:files|articles)\b)`, String.raw`\d+`]
} as const;
/** What differs from one run to the next: compared by its form, and left as it is shown. */
const PASSING = {
  id: [String.raw`(?<=\b[a-z]{2,5}_)[0-9a-hjkmnp-tv-z]{26}`, '[0-9a-hjkmnp-tv-z]{26}'],
  time: [String.raw`\b\d{4}-\d{2}-\d{2}T[\d:.]+Z`, String.raw`\d{4}-\d{2}-\d{2}T[\d:.]+Z`],
  span: [String.raw`(?<="(?:at_ms|duration_ms)":\s*)[\d.]+`, String.raw`[\d.]+`]
} as const;
const FORMS: Readonly<Record<string, readonly [shown: string, printed: string]>> = { ...KEPT_FRESH, ...PASSING };

const VARIABLE = new RegExp(
  Object.entries(FORMS)
    .map(([name, [shown]]) => `(?<${name}>${shown})`)
    .join('|'),
  'g'
);

export interface Followed {
  /** The shown pieces that were not printed in this order. */
  readonly missing: readonly string[];
  /** The shown lines with the revisions, places and counts that were printed. */
  readonly fresh: readonly string[];
}

/** Holds what a page shows against what was printed. White space does not count, nor a last comma; `…` stands for anything. */
export function follow(shown: readonly string[], printed: string): Followed {
  const missing: string[] = [];
  let at = 0;
  const fresh = shown.map(line =>
    line
      .split('…')
      .map(piece => {
        const form = formOf(piece.replace(/,\s*$/, ''));
        form.lastIndex = at;
        const found = form.exec(printed);
        if (found === null) {
          missing.push(piece);
          return piece;
        }
        at = form.lastIndex;
        return refreshed(piece, found.slice(1));
      })
      .join('…')
  );
  return { missing, fresh };
}

/** A group for each variable of the piece, in order. */
function formOf(piece: string): RegExp {
  let form = '';
  let end = 0;
  for (const found of piece.matchAll(VARIABLE)) {
    form += `${loosely(piece.slice(end, found.index))}(${FORMS[kindOf(found)]![1]})\\s*`;
    end = found.index + found[0].length;
  }
  return new RegExp(form + loosely(piece.slice(end)), 'g');
}

function refreshed(piece: string, printed: readonly string[]): string {
  let next = 0;
  return piece.replace(VARIABLE, (...given) => {
    const groups = given.at(-1) as Readonly<Record<string, string | undefined>>;
    const now = printed[next++]!;
    return Object.keys(KEPT_FRESH).some(kind => groups[kind] !== undefined) ? now : (given[0] as string);
  });
}

const kindOf = ({ groups }: RegExpExecArray) => Object.keys(FORMS).find(name => groups![name] !== undefined)!;

const loosely = (text: string) =>
  [...text.replace(/\s+/g, '')].map(character => `${escapeRegex(character)}\\s*`).join('');
