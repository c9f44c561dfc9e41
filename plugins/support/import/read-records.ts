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

async function* csv(file: string, options: ReadOptions): AsyncGenerator<SourceRecord> {
  const { parse } = await import('csv-parse');
  const input = createReadStream(file);
  const broken: SourceRecord[] = [];
  let headers: readonly string[] = [];
  const parser = parse({
    bom: true,
    info: true,
    delimiter: options.mapping?.delimiter ?? ',',
    columns: (names: string[]) => (headers = names.map(name => name.trim())) as string[],
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: 1_000_000,
    on_skip: error => {
      const line = Number((error as unknown as { lines?: number } | undefined)?.lines ?? 0);
      broken.push({ line, lines: [], reason: 'the row has not the columns of the first one', bytes: input.bytesRead });
      return undefined;
    }
  });
  input.on('error', error => parser.destroy(error));
  input.pipe(parser);
  let fields: readonly RowField[] | undefined;
  let open: OpenRecord | undefined;
  for await (const row of parser as AsyncIterable<CsvRow>) {
    fields ??= fieldsFor(headers, options);
    while (broken.length > 0) yield broken.shift()!;
    const line = row.info.lines;
    const key =
      options.of === 'orders'
        ? cellOf(
            row.record,
            fields.find(({ path }) => path === 'order_id')
          )
        : undefined;
    if (open === undefined || key === undefined || key !== open.key) {
      if (open !== undefined) yield closed(open, input.bytesRead);
      open = { key, line, value: {}, items: [], lines: [] };
    }
    addRow(open, row.record, fields, line);
  }
  if (open !== undefined) yield closed(open, input.bytesRead);
  yield* broken;
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

const cellOf = (row: CsvRow['record'], field: RowField | undefined): string | undefined =>
  field === undefined ? undefined : field.from.column === undefined ? undefined : row[field.from.column];

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

const closed = ({ line, lines, value, items }: OpenRecord, bytes: number): SourceRecord => ({
  line,
  lines,
  bytes,
  value: items.length === 0 ? value : { ...value, lines: items }
});
