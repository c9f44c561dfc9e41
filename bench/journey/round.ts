import autocannon from 'autocannon';
import { HEADERS, type ServerProcess } from './server-process.js';

/** One thing to measure: a server, or several that share a database. */
export interface Target {
  readonly name: string;
  readonly servers: readonly ServerProcess[];
  /** The name of the target whose figures are compared with this one's. */
  readonly against?: string;
  /** Microseconds of CPU that the database server spent so far, where it is a process of its own. */
  readonly databaseCpu?: (() => number) | undefined;
}

export interface Round {
  readonly perSecond: number;
  /** Microseconds a message, of all server processes together. */
  readonly cpu: number;
  readonly databaseCpu: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Megabytes of the largest process. */
  readonly peak: number;
}

export interface Load {
  /** Sent in turn by each connection. */
  readonly messages: readonly string[];
  readonly seconds: number;
  readonly connections: number;
  /** So many messages, however long it takes. */
  readonly amount?: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Loads all servers of a target at once, each connection with a conversation of its own. Throws for any refusal. */
export async function round({ name, servers, databaseCpu }: Target, load: Load): Promise<Round> {
  const connections = Math.max(1, Math.floor(load.connections / servers.length));
  const paths = await Promise.all(
    servers.map(server => Promise.all(Array.from({ length: connections }, () => server.conversation())))
  );
  const used = async () => sum((await Promise.all(servers.map(server => server.usage()))).map(({ cpu }) => cpu));
  const before = { cpu: await used(), database: databaseCpu?.() ?? 0 };
  const results = await Promise.all(
    servers.map(({ url }, i) => {
      let next = 0;
      const requests = () => {
        const path = paths[i]![next++ % connections]!;
        return load.messages.map(message => ({
          method: 'POST',
          path,
          headers: HEADERS,
          body: JSON.stringify({ message })
        }));
      };
      const length = load.amount === undefined ? { duration: load.seconds } : { amount: load.amount };
      return autocannon({ url, connections, ...length, setupClient: client => client.setRequests(requests()) });
    })
  );
  const total = sum(results.map(({ requests }) => requests.total));
  for (const { non2xx, errors } of results)
    if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} refused, ${errors} failed`);
  return {
    perSecond: sum(results.map(({ requests, duration }) => requests.total / duration)),
    cpu: ((await used()) - before.cpu) / total,
    databaseCpu: ((databaseCpu?.() ?? 0) - before.database) / total,
    p50: Math.max(...results.map(({ latency }) => latency.p50)),
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
    peak: Math.max(...(await Promise.all(servers.map(server => server.usage()))).map(({ peak }) => peak))
  };
}
