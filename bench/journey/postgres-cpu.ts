import { readdirSync } from 'node:fs';
import pg from 'pg';
import { processTimes } from '../process-times.js';

/**
 * Microseconds of CPU that the PostgreSQL server of this machine has spent, those of its ended processes included;
 * where there is no /proc, `undefined`.
 */
export async function postgresCpu(database: string): Promise<(() => number) | undefined> {
  if (process.platform !== 'linux') return undefined;
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = processTimes(rows[0]!.pid)!.parent;
  await client.end();
  return () => {
    const own = processTimes(server)!;
    const children = readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(name => processTimes(Number(name)) ?? [])
      .filter(({ parent }) => parent === server);
    return children.reduce((sum, child) => sum + child.spent, own.spent + own.reaped);
  };
}
