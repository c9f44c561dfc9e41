import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { UsageError } from '../../../core/index.js';
import { fieldsOf, setField, valueOf } from './fields.js';
import type { ImportMapping, MappedField } from './mapping-kind.js';

/** A record as a file has it, with the line it begins on and those of its own lines. */
export interface SourceRecord {
  readonly line: number;
  readonly lines: readonly number[];
  readonly value?: Record<string, unknown>;
  /** Why there is no value. */
  readonly reason?: string;
  /** Bytes of the file that have been read. */
  readonly bytes: number;
}

export interface ReadOptions {
  readonly of: 'customers' | 'orders';
  readonly schema: object;
  readonly mapping: ImportMapping | undefined;
}

/** The records of a file in their order, one at a time. JSON lines where the name ends in `.jsonl` or `.ndjson`, else CSV. */
export const readRecords = (file: string, options: ReadOptions): AsyncIterable<SourceRecord> =>
  /[.](?:jsonl|ndjson)$/i.test(file) ? jsonLines(file) : csv(file, options);

async function* jsonLines(file: string): AsyncGenerator<SourceRecord> {
  const input = createReadStream(file);
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line++;
    if (text.trim() === '') continue;
    const at = { line, lines: [], bytes: input.bytesRead };
    try {
      yield { ...at, value: JSON.parse(text) as Record<string, unknown> };
    } catch {
      yield { ...at, reason: 'this is not JSON' };
    }
  }
}

interface CsvRow {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

/** The rows of a CSV, and by `onSkip` the lines of those that are none, with their cells as far as they can be read. */
async function* rowsOf(
  file: string,
  delimiter: string | undefined,
  onSkip: (line: number, cellOf: (column: string) => string | undefined) => void
): AsyncGenerator<CsvRow & { readonly headers: readonly string[]; readonly bytes: number }> {
  const { parse } = await import('csv-parse');
  const input = createReadStream(file);
  let headers: readonly string[] = [];
  const parser = parse({
    bom: true,
    info: true,
    delimiter: delimiter ?? ',',
    columns: (names: string[]) => (headers = names.map(name => name.trim())) as string[],
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: 1_000_000,
    on_skip: error => {
      const { lines = 0, record = [] } = (error ?? {}) as {
        readonly lines?: number;
        readonly record?: readonly string[];
      };
      onSkip(lines, column => record[headers.indexOf(column)] || undefined);
      return undefined;
    }
  });
  input.on('error', error => parser.destroy(error));
  input.pipe(parser);
  for await (const row of parser as AsyncIterable<CsvRow>) yield { ...row, headers, bytes: input.bytesRead };
}

async function* csv(file: string, options: ReadOptions): AsyncGenerator<SourceRecord> {
  const broken: SourceRecord[] = [];
  const reason = 'the row has not the columns of the first one';
  let bytes = 0;
  const unread: { readonly line: number; readonly key: string | undefined }[] = [];
  const id = options.mapping === undefined ? 'order_id' : options.mapping.fields['order_id']?.column;
  const rows = rowsOf(file, options.mapping?.delimiter, (line, cellOf) => {
    broken.push({ line, lines: [], reason, bytes });
    if (options.of === 'orders') unread.push({ line, key: id === undefined ? undefined : cellOf(id) });
  });
  let before = 0;
  // What stands beside an order and could not be read may be a row of it.
  const close = (order: OpenRecord, next: number) => {
    const torn = unread.find(
      ({ line, key }) => line > before && line < next && (key === undefined || key === order.key)
    );
    before = order.last;
    while (unread[0] !== undefined && unread[0].line < before) unread.shift();
    return closed(order, bytes, apart, torn?.line);
  };
  const apart = options.of === 'orders' ? await ordersApart(file, options) : new Map<string, readonly number[]>();
  let fields: readonly RowField[] | undefined;
  let open: OpenRecord | undefined;
  for await (const { record, info, headers, bytes: read } of rows) {
    bytes = read;
    fields ??= fieldsFor(headers, options);
    while (broken.length > 0) yield broken.shift()!;
    const line = info.lines;
    const key = options.of === 'orders' ? keyOf(record, fields, open?.key) : undefined;
    if (open === undefined || key === undefined || key !== open.key) {
      if (open !== undefined) yield close(open, line);
      open = { key, line, last: line, value: {}, items: [], lines: [] };
    }
    open.last = line;
    addRow(open, record, fields, line);
  }
  if (open !== undefined) yield close(open, Infinity);
  yield* broken;
}

/** So many orders may be told one by one; more of them are a file that is not sorted. */
const MOST_APART = 1000;

/**
 * The orders whose rows do not stand one behind the other, with the lines where they begin again: half an order must not
 * pass for a whole one. The first reading keeps a number for each order, the second one looks closely at those that seem to
 * come again.
 */
async function ordersApart(file: string, options: ReadOptions): Promise<ReadonlyMap<string, readonly number[]>> {
  const seen = new Set<number>();
  const again = new Set<string>();
  await eachOrder(file, options, key => {
    const digest = digestOf(key);
    if (seen.has(digest)) again.add(key);
    seen.add(digest);
    if (again.size > MOST_APART)
      throw new UsageError(
        `${file}: the rows of more than ${MOST_APART} orders stand apart; sort the file by the order, so that the rows of one stand one behind the other`
      );
  });
  const begins = new Map<string, number[]>();
  if (again.size > 0)
    await eachOrder(file, options, (key, line) => {
      if (again.has(key)) begins.set(key, [...(begins.get(key) ?? []), line]);
    });
  // Two orders may have one number.
  return new Map([...begins].filter(([, lines]) => lines.length > 1));
}

async function eachOrder(file: string, options: ReadOptions, begins: (key: string, line: number) => void) {
  let fields: readonly RowField[] | undefined;
  let last: string | undefined;
  for await (const { record, info, headers } of rowsOf(file, options.mapping?.delimiter, () => {})) {
    fields ??= fieldsFor(headers, options);
    const key = keyOf(record, fields, last);
    if (key !== undefined && key !== last) begins(key, info.lines);
    last = key;
  }
}

/** A whole number below 2^31, which sets keep small. */
function digestOf(key: string): number {
  let hash = 7;
  for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0;
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 1) | 0;
}

interface RowField {
  readonly path: string;
  readonly schema: object;
  readonly from: MappedField;
}

/** An order is as many rows as it has lines, one behind the other. */
interface OpenRecord {
  readonly key: string | undefined;
  readonly line: number;
  /** Where its last row stands. */
  last: number;
  readonly value: Record<string, unknown>;
  readonly items: Record<string, unknown>[];
  readonly lines: number[];
}

function fieldsFor(headers: readonly string[], { of, schema, mapping }: ReadOptions): readonly RowField[] {
  const known = fieldsOf(schema);
  const mapped = mapping?.fields ?? Object.fromEntries(headers.map(name => [name, { column: name }]));
  return Object.entries(mapped).map(([path, from]) => {
    const field = known.get(path);
    if (field === undefined)
      throw new UsageError(
        `'${path}' is no field of ${of}; there are ${[...known.keys()].join(', ')}. A file of kind import-mapping says which column is which field`
      );
    if (from.column !== undefined && !headers.includes(from.column))
      throw new UsageError(`the file has no column '${from.column}'; it has ${headers.join(', ')}`);
    return { path, schema: field, from };
  });
}

/** The order that a row is of: the one before it where it names none. */
function keyOf(row: CsvRow['record'], fields: readonly RowField[], before: string | undefined): string | undefined {
  const column = fields.find(({ path }) => path === 'order_id')?.from.column;
  return column === undefined ? undefined : row[column] || before;
}

const LINE = 'lines.';

function addRow(open: OpenRecord, row: CsvRow['record'], fields: readonly RowField[], line: number): void {
  const item: Record<string, unknown> = {};
  let filled = false;
  for (const { path, schema, from } of fields) {
    const cell = from.column === undefined ? String(from.constant) : (row[from.column] ?? '');
    const value = valueOf(cell, schema, from);
    if (value === undefined) continue;
    if (path.startsWith(LINE)) {
      setField(item, path.slice(LINE.length), value);
      filled ||= from.column !== undefined;
    } else if (open.items.length === 0 || !(path in open.value)) setField(open.value, path, value);
  }
  if (!filled) return;
  item['line_id'] ??= String(open.items.length + 1);
  open.items.push(item);
  open.lines.push(line);
}

function closed(
  { key, line, lines, value, items }: OpenRecord,
  bytes: number,
  apart: ReadonlyMap<string, readonly number[]>,
  torn: number | undefined
): SourceRecord {
  if (torn !== undefined)
    return { line, lines, bytes, reason: `line ${torn} beside it could not be read, and may be a row of this order` };
  const others = apart.get(key ?? '')?.filter(other => other !== line) ?? [];
  if (others.length > 0) {
    const reason = `rows of this order stand in line ${others.slice(0, 5).join(', ')} too, and not one behind the other`;
    return { line, lines, bytes, reason };
  }
  return { line, lines, bytes, value: items.length === 0 ? value : { ...value, lines: items } };
}
