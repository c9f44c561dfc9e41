import type { Knex } from 'knex';
import { StartupError } from '../../core/index.js';
import { StoreUnavailable } from '../../core/store/index.js';
import type { Connection, Dialect, Failure } from './dialect.js';
import { answered, Silence } from './silence.js';

/** The values of a statement were refused, though the database works. Holds no value and no driver message. */
export class StatementRefused extends StoreUnavailable {
  constructor(readonly failure: Failure['kind']) {
    super('it refused a statement');
  }
}

export type Run = (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

/** Lends connections of knex's pool, and turns every error of the driver into one that quotes nothing. */
export class Connections {
  private readonly made = new Set<Connection>();
  private readonly uses = new Set<Promise<unknown>>();
  private readonly generations = new WeakMap<Connection, number>();
  private readonly silence = new Silence(() => this.lend(run => run('select 1')));

  constructor(
    private readonly dialect: Dialect,
    private readonly knex: Knex
  ) {}

  /** Throws `StoreUnavailable`; where only the values were at fault, its `StatementRefused`. */
  async use<T>(work: (run: Run) => Promise<T>): Promise<T> {
    this.silence.demandNone();
    const use = this.lend(work, () => this.silence.demandNone());
    this.uses.add(use);
    return use.finally(() => this.uses.delete(use));
  }

  private async lend<T>(work: (run: Run) => Promise<T>, check = () => {}): Promise<T> {
    const connection = await this.acquire();
    try {
      check();
      return await work((sql, values = []) => this.run(connection, sql, values));
    } finally {
      await this.knex.client.releaseConnection(connection);
    }
  }

  private async acquire(): Promise<Connection> {
    for (;;) {
      const connection: Connection = await this.knex.client.acquireConnection().catch((error: unknown) => {
        throw this.translated(error);
      });
      const { generation } = this.silence;
      const made = this.generations.get(connection) ?? generation;
      if (made === generation) {
        this.generations.set(connection, generation);
        if (this.dialect.forget !== undefined) this.made.add(connection);
        return connection;
      }
      this.dialect.discard?.(connection);
      await this.knex.client.releaseConnection(connection);
    }
  }

  private async run(connection: Connection, sql: string, values: readonly unknown[]) {
    const { patienceMs } = this.dialect;
    const running = this.dialect.run(connection, sql, values).catch((error: unknown) => {
      throw this.translated(error);
    });
    if (patienceMs === undefined) return running;
    const answer = await answered(patienceMs, running);
    if (answer !== undefined) return answer.value;
    this.dialect.discard?.(connection);
    this.silence.begin();
    throw new StoreUnavailable('it does not answer');
  }

  /** All or nothing. The transaction's statements see each other; other connections see them at the end. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.use(async run => {
      await run(this.dialect.begin);
      try {
        const result = await work(run);
        await run('commit');
        return result;
      } catch (error) {
        // SQLite has rolled back by itself after a full disk and the like, and then refuses.
        await run('rollback').catch(() => {});
        throw error;
      }
    });
  }

  /** Does what knex does by itself, with the same errors. */
  async guarded<T>(work: () => Promise<T>): Promise<T> {
    const use = work().catch((error: unknown) => {
      throw error instanceof StartupError || error instanceof TypeError ? error : this.translated(error);
    });
    this.uses.add(use);
    return use.finally(() => this.uses.delete(use));
  }

  /** Waits for the connections on loan. */
  async close(): Promise<void> {
    while (this.uses.size > 0) await Promise.allSettled(this.uses);
    this.silence.end();
    for (const connection of this.made) await this.dialect.forget?.(connection);
    const { closing } = this.dialect;
    // A file that is gone or held by others is closed all the same.
    if (closing !== undefined) await this.knex.raw(closing).catch(() => {});
    await this.knex.destroy();
  }

  private translated(error: unknown): Error {
    if ((error as Error | null)?.name === 'KnexTimeoutError') return new StoreUnavailable('no connection became free');
    const failure = this.dialect.failure(error);
    if (failure.kind !== 'unavailable') return new StatementRefused(failure.kind);
    if (failure.silent === true) this.silence.begin();
    return new StoreUnavailable(failure.reason);
  }
}
