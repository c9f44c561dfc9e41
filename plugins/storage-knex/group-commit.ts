import { StoreConflict, StoreUnavailable, type Write } from '../../core/store/index.js';
import { type Connections, type Run, StatementRefused } from './connections.js';
import type { Dialect } from './dialect.js';
import type { Table } from './table.js';

/** The records of one write, in JSON as the dialect takes them, joined by commas. */
export interface Piece {
  readonly table: Table;
  readonly how: Write['how'];
  readonly count: number;
  readonly rows: string;
}

interface Waiting {
  readonly pieces: readonly Piece[];
  readonly size: number;
  resolve(): void;
  reject(error: Error): void;
}

const MOST_COMMITS = 128;
const MOST_CHARACTERS = 4_000_000;

/**
 * Commits that wait while another is on its way share the next transaction. One that cannot be written fails
 * alone: the others are written without it.
 */
export class GroupCommit {
  /** Groups that the database did not take. */
  failures = 0;
  private queue: Waiting[] = [];
  private running: Promise<void> | undefined;
  private readonly texts = new Map<string, string>();

  constructor(
    private readonly dialect: Dialect,
    private readonly connections: Connections
  ) {}

  /** Resolves when the pieces are durable. Rejects with `StoreConflict` or `StoreUnavailable`. */
  add(pieces: readonly Piece[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const size = pieces.reduce((sum, piece) => sum + piece.rows.length, 0);
      this.queue.push({ pieces, size, resolve, reject });
      this.running ??= this.run();
    });
  }

  async idle(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    // Who commits in one turn of the event loop gets into the same first transaction.
    await new Promise(setImmediate);
    while (this.queue.length > 0) await this.write(this.take());
    this.running = undefined;
  }

  private take(): readonly Waiting[] {
    let count = 0;
    let size = 0;
    for (const waiting of this.queue) {
      size += waiting.size;
      if (count > 0 && (count >= MOST_COMMITS || size > MOST_CHARACTERS)) break;
      count++;
    }
    return this.queue.splice(0, count);
  }

  /** Of a group that is refused each half is tried by itself, so that one who cannot be written fails alone. */
  private async write(group: readonly Waiting[]): Promise<void> {
    try {
      const pieces = joined(group, this.dialect.rowByRow);
      if (!(await this.once(pieces))) await this.connections.transaction(run => this.insert(run, pieces));
      this.dialect.demandIntact?.();
      for (const waiting of group) waiting.resolve();
    } catch (error) {
      if (error instanceof StoreUnavailable) this.failures++;
      if (group.length === 1 || error instanceof StoreUnavailable) {
        for (const waiting of group) waiting.reject(error as Error);
        return;
      }
      const half = group.length >> 1;
      await this.write(group.slice(0, half));
      await this.write(group.slice(half));
    }
  }

  /** Writes everything by one statement; false, and nothing written, where it cannot or which part is refused must be found out. */
  private async once(given: readonly Piece[]): Promise<boolean> {
    const { together } = this.dialect;
    if (together === undefined || new Set(given.map(({ table }) => table)).size < given.length) return false;
    const pieces = [...given].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    const text = this.text(`together ${pieces.map(nameOf).join()}`, () => together(pieces));
    const changes = pieces.filter(({ how }) => how === 'change');
    const values = [...pieces.map(({ rows }) => `[${rows}]`), ...changes.map(({ count }) => count)];
    try {
      await this.connections.use(run => run(text, values));
      return true;
    } catch (error) {
      if (error instanceof StatementRefused) return false;
      throw error;
    }
  }

  private text(name: string, make: () => string): string {
    let text = this.texts.get(name);
    if (text === undefined) this.texts.set(name, (text = make()));
    return text;
  }

  private async insert(run: Run, pieces: readonly Piece[]): Promise<void> {
    for (const piece of pieces) {
      const { table, how, count, rows } = piece;
      const text = this.text(nameOf(piece), () => this.dialect.write(table, how));
      const done = await run(text, [`[${rows}]`]).catch((error: unknown) => {
        throw error instanceof StatementRefused ? refusal(error, table) : error;
      });
      if (how === 'change' && done.length < count) throw new StoreConflict(table.name);
    }
  }
}

const nameOf = ({ how, table }: Piece) => `${how} ${table.name}`;

function refusal(error: StatementRefused, { name }: Table): Error {
  return error.failure === 'conflict' ? new StoreConflict(name) : new TypeError(`a record of ${name} cannot be stored`);
}

/**
 * The pieces of one table stay in order; those that follow each other and do the same become one. Where a statement puts
 * all its rows at once, a later row would hide that an earlier one of the same key broke a unique set.
 */
function joined(group: readonly Waiting[], rowByRow: boolean): readonly Piece[] {
  const first = group[0]!;
  if (group.length === 1) return first.pieces;
  const last = new Map<Table, Omit<Piece, 'rows'> & { count: number; readonly parts: string[] }>();
  const all: (Omit<Piece, 'rows'> & { readonly parts: readonly string[] })[] = [];
  for (const { table, how, count, rows } of group.flatMap(waiting => waiting.pieces)) {
    const before = last.get(table);
    const together = table.unique.length === 0 || (how !== 'change' && (rowByRow || !how.startsWith('put')));
    if (before?.how === how && together) {
      before.parts.push(rows);
      before.count += count;
    } else {
      const piece = { table, how, count, parts: [rows] };
      last.set(table, piece);
      all.push(piece);
    }
  }
  return all.map(({ table, how, count, parts }) => ({ table, how, count, rows: parts.join() }));
}
