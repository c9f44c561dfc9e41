import { StoreConflict, StoreUnavailable, type Write } from '../../core/store/index.js';
import { type Connections, type Run, StatementRefused } from './connections.js';
import type { Dialect } from './dialect.js';
import type { Table } from './table.js';

/** The records of one write, as JSON arrays joined by commas. */
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
    // Callers that are resumed by one event get into the same first transaction.
    await Promise.resolve();
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
      await this.connections.transaction(run => this.insert(run, joined(group, this.dialect.rowByRow)));
      for (const waiting of group) waiting.resolve();
    } catch (error) {
      if (group.length === 1 || error instanceof StoreUnavailable) {
        for (const waiting of group) waiting.reject(error as Error);
        return;
      }
      const half = group.length >> 1;
      await this.write(group.slice(0, half));
      await this.write(group.slice(half));
    }
  }

  private async insert(run: Run, pieces: readonly Piece[]): Promise<void> {
    for (const { table, how, count, rows } of pieces) {
      const key = `${how} ${table.name}`;
      let text = this.texts.get(key);
      if (text === undefined) this.texts.set(key, (text = this.dialect.write(table, how)));
      const done = await run(text, [`[${rows}]`]).catch((error: unknown) => {
        throw error instanceof StatementRefused ? refusal(error, table) : error;
      });
      if (how === 'change' && done.length < count) throw new StoreConflict(table.name);
    }
  }
}

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
    const together = rowByRow || !how.startsWith('put') || table.unique.length === 0;
    if (before?.how === how && together) {
      before.parts.push(rows);
      before.count += count;
    } else {
      const piece = { table, how, count, parts: [rows] };
      last.set(table, piece);
      all.push(piece);
    }
  }
  return all.map(({ parts, ...piece }) => ({ ...piece, rows: parts.join() }));
}
