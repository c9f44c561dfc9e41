/** A scalar of an evidence record with its way there, for example `items.0.quantity`. */
export interface Field {
  readonly path: readonly string[];
  readonly value: string;
}

export interface ParsedEvidence {
  /** Empty for prose. */
  readonly fields: readonly Field[];
  /** Lengths of the lists, by path. */
  readonly lists: readonly { readonly path: readonly string[]; readonly length: number }[];
  /** Set when the text is no record. */
  readonly prose?: string;
}

const KEY = /^\s*([A-Za-z_][\w.-]{0,60})\s*$/;

/** What has been read so far. */
interface Found {
  readonly fields: Field[];
  readonly lists: { readonly path: readonly string[]; readonly length: number }[];
}

/** Reads `key=value; list=[{a: 1, b: x}]`, or prose. Never throws. */
export function parseEvidence(text: string): ParsedEvidence {
  const found: Found = { fields: [], lists: [] };
  const parts = pairs(text, ';', '=');
  if (!parts) return { ...found, prose: text };
  for (const [key, value] of parts) read(value, [key], found);
  return found;
}

function read(raw: string, path: readonly string[], found: Found, depth = 0): void {
  const value = raw.trim();
  const inner = value.slice(1, -1);
  if (depth < 6 && value.startsWith('[') && value.endsWith(']')) {
    const items = split(inner, ',').filter(item => item.trim() !== '');
    // `[from: 2026-03-04, to: 2026-03-06]` is one thing
    if (items.length > 1 && items.every(item => /^\s*[a-z_]+: /.test(item))) {
      read(`{${inner}}`, path, found, depth + 1);
      return;
    }
    found.lists.push({ path, length: items.length });
    items.forEach((item, i) => read(item, [...path, String(i)], found, depth + 1));
    return;
  }
  if (depth < 6 && value.startsWith('{') && value.endsWith('}')) {
    const parts = pairs(inner, ',', ':') ?? pairs(inner, ',', '=');
    if (parts) {
      for (const [key, part] of parts) read(part, [...path, key], found, depth + 1);
      return;
    }
  }
  found.fields.push({ path, value: value.replace(/^"(.*)"$/s, '$1') });
}

/** Splits into keys and values; a part without a key belongs to the value before it. Undefined if the first has none. */
function pairs(text: string, separator: string, equals: string): [string, string][] | undefined {
  const out: [string, string][] = [];
  for (const part of split(text, separator)) {
    const at = part.indexOf(equals);
    const key = at > 0 ? KEY.exec(part.slice(0, at))?.[1] : undefined;
    const last = out.at(-1);
    if (key !== undefined) out.push([key, part.slice(at + 1).trim()]);
    else if (last) last[1] += separator + part;
    else if (part.trim() !== '') return undefined;
  }
  return out.length ? out : undefined;
}

/** Splits at a separator outside of brackets. */
function split(text: string, separator: string): string[] {
  const out: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '[' || c === '{') depth++;
    else if (c === ']' || c === '}') depth = Math.max(0, depth - 1);
    else if (c === separator && depth === 0) {
      out.push(text.slice(from, i));
      from = i + 1;
    }
  }
  out.push(text.slice(from));
  return out;
}
