import { Redacted } from '../redaction/redacted.js';

/** Where a text of a result comes from, as far as the fields around it say. */
export interface Place {
  /** Nearest `path` field. */
  readonly path: string | undefined;
  /** Line of the file in which the text begins: the nearest `line` or `start_line` field, else 1. */
  readonly line: number;
  /** In a record of another system, where a field of any name may hold anything. */
  readonly foreign: boolean;
}

const FOREIGN = Symbol('foreign');

/** Fields that another system has answered. */
export const foreignFields = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...fields,
  [FOREIGN]: true
});

/** Fields whose values the tools make up themselves: nothing of the workspace is in them, and a listing has thousands. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'committed',
  'date',
  'encoding',
  'hash',
  'kind',
  'language',
  'mode',
  'modified',
  'output',
  'parents',
  'short_hash',
  'status'
]);

const START: Place = { path: undefined, line: 1, foreign: false };

/**
 * Copies a JSON value with every text replaced by what `change` makes of it; a text that its tool redacted comes with where
 * that is counted. Keys stay, and `OWN_FIELDS` of the tools here.
 */
export function mapTexts(
  value: unknown,
  change: (text: string, place: Place, redacted?: Redacted) => string,
  place = START
): unknown {
  if (typeof value === 'string') return change(value, place);
  if (value instanceof Redacted) return change(value.text, place, value);
  if (Array.isArray(value)) return value.map(item => mapTexts(item, change, place));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const here = placeOf(fields, place);
  const copy: Record<string | symbol, unknown> = FOREIGN in fields ? { [FOREIGN]: true } : {};
  for (const key in fields)
    copy[key] = OWN_FIELDS.has(key) && !here.foreign ? fields[key] : mapTexts(fields[key], change, here);
  return copy;
}

function placeOf(fields: Readonly<Record<string, unknown>>, outer: Place): Place {
  const { path } = fields;
  const line = firstLine(fields['line']) ?? firstLine(fields['start_line']) ?? outer.line;
  const foreign = outer.foreign || FOREIGN in fields;
  if (typeof path !== 'string' && line === outer.line && foreign === outer.foreign) return outer;
  return { path: typeof path === 'string' ? path : outer.path, line, foreign };
}

const firstLine = (value: unknown): number | undefined => (typeof value === 'number' && value >= 1 ? value : undefined);
