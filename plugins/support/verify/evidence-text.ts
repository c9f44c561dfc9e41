import type { Evidence } from './contract.js';

/** Renders a record as `key=value; list=[{a: 1}]`, the form that `parseEvidence` reads. Undefined values are left out. */
export function evidenceText(record: Readonly<Record<string, unknown>>): string {
  return Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${render(value)}`)
    .join('; ');
}

function render(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `[${value.map(render).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const inner = Object.entries(value).filter(([, v]) => v !== undefined);
    return `{${inner.map(([key, v]) => `${key}: ${render(v)}`).join(', ')}}`;
  }
  // separators and brackets inside a value would read as structure
  return String(value)
    .replace(/[[\]{}]/g, ' ')
    .replace(/;/g, ',')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Evidence as people write it: `key=value; …` is a record, all else the prose of an article. */
export const evidenceOf = (text: string, i: number): Evidence => ({
  reference: `evidence ${i + 1}`,
  kind: /^\w+=/.test(text) ? 'tool_result' : 'kb',
  text
});
