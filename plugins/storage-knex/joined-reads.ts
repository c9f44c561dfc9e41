import type { Row } from '../../core/store/index.js';
import type { Connections } from './connections.js';
import type { Dialect } from './dialect.js';
import type { Plan } from './plan.js';
import { toWire } from './wire-json.js';

interface Asker {
  readonly values: readonly unknown[];
  resolve(answers: readonly (readonly Row[])[]): void;
  reject(error: unknown): void;
}

interface Batch {
  readonly key: string;
  readonly plans: readonly Plan[];
  readonly limits: readonly number[];
  readonly askers: Asker[];
}

const MOST_ASKERS = 64;

/**
 * Runs all queries of one `read` as one statement, and reads of one shape that wait while others run as one
 * too: a call into the driver costs more than the rows do.
 */
export class JoinedReads {
  private readonly queue: Batch[] = [];
  /** The batch of each shape that still takes askers. */
  private readonly open = new Map<string, Batch>();
  /** Shapes that are being asked: who asks the same meanwhile is answered together afterwards. */
  private readonly asked = new Set<string>();
  private readonly texts = new Map<string, string>();
  private readonly drains = new Set<Promise<void>>();
  private active = 0;

  constructor(
    private readonly dialect: Dialect,
    private readonly connections: Connections
  ) {}

  read(
    plans: readonly Plan[],
    limits: readonly number[],
    values: readonly unknown[]
  ): Promise<readonly (readonly Row[])[]> {
    return new Promise((resolve, reject) => {
      const key = `${plans.map(plan => plan.id).join()}:${limits.join()}`;
      let batch = this.open.get(key);
      if (batch === undefined || batch.askers.length >= MOST_ASKERS) {
        batch = { key, plans, limits, askers: [] };
        this.open.set(key, batch);
        this.queue.push(batch);
      }
      batch.askers.push({ values, resolve, reject });
      if (this.active < this.dialect.readers) this.start();
    });
  }

  async idle(): Promise<void> {
    await Promise.all(this.drains);
  }

  private start(): void {
    const drain = this.drain();
    this.drains.add(drain);
    void drain.then(() => this.drains.delete(drain));
  }

  private async drain(): Promise<void> {
    this.active++;
    // What arrives in one turn of the event loop is answered by one statement.
    await new Promise(setImmediate);
    for (let batch = this.next(); batch !== undefined; batch = this.next()) {
      const { key, askers } = batch;
      if (this.open.get(key) === batch) this.open.delete(key);
      this.asked.add(key);
      await this.answer(batch).catch((error: unknown) => askers.forEach(asker => asker.reject(error)));
      this.asked.delete(key);
    }
    this.active--;
  }

  private next(): Batch | undefined {
    const at = this.queue.findIndex(({ key }) => !this.asked.has(key));
    return at < 0 ? undefined : this.queue.splice(at, 1)[0];
  }

  private async answer({ plans, limits, askers }: Batch): Promise<void> {
    const shape = plans.map(plan => plan.id).join();
    let text = this.texts.get(shape);
    if (text === undefined) this.texts.set(shape, (text = this.dialect.read(plans)));
    const bindings = [...limits, toWire(askers.map(asker => asker.values))];
    const rows = await this.connections.use(run => run(text, bindings));
    askers.forEach((asker, i) => asker.resolve(plans.map((_, c) => JSON.parse(rows[i]![`c${c}`] as string) as Row[])));
  }
}
