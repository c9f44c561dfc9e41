/** Where a text of a result comes from, as far as the fields around it say. */
export interface Place {
  /** Nearest `path` field. */
  readonly path: string | undefined;
  /** Line of the file in which the text begins: the nearest `line` or `start_line` field, else 1. */
  readonly line: number;
}

const START: Place = { path: undefined, line: 1 };

/** Copies a JSON value with every text replaced by what `change` makes of it. Keys are the tools' own and stay. */
export function mapTexts(value: unknown, change: (text: string, place: Place) => string, place = START): unknown {
  if (typeof value === 'string') return change(value, place);
  if (Array.isArray(value)) return value.map(item => mapTexts(item, change, place));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const here = placeOf(fields, place);
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, mapTexts(field, change, here)]));
}

function placeOf({ path, line, start_line: start }: Readonly<Record<string, unknown>>, outer: Place): Place {
  const first = [line, start].find(n => typeof n === 'number' && n >= 1) as number | undefined;
  return { path: typeof path === 'string' ? path : outer.path, line: first ?? outer.line };
}
