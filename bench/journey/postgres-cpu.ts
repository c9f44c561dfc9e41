import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Linux counts CPU time in hundredths of a second. */
const TICK_US = 10_000;

/**
 * Microseconds of CPU that the PostgreSQL server of this machine has spent, those of its ended processes included;
 * where there is no /proc, `undefined`.
 */
export async function postgresCpu(database: string): Promise<(() => number) | undefined> {
  if (process.platform !== 'linux') return undefined;
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = times(rows[0]!.pid)!.parent;
  await client.end();
  return () => {
    const own = times(server)!;
    const children = readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(name => times(Number(name)) ?? [])
      .filter(({ parent }) => parent === server);
    return children.reduce((sum, child) => sum + child.spent, own.spent + own.reaped) * TICK_US;
  };
}

function times(pid: number) {
  try {
    // The name of the command comes in parentheses and may hold spaces; numbers follow it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ').map(Number);
    const [, parent, , , , , , , , , , user, system, userReaped, systemReaped] = fields as number[];
    return { parent: parent!, spent: user! + system!, reaped: userReaped! + systemReaped! };
  } catch {
    return undefined;
  }
}
