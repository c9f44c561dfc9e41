import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Something between two that can go silent: it closes nothing and passes nothing on. */
export interface Proxy {
  readonly port: number;
  /** Connections that are open. */
  readonly open: number;
  /** Bytes that went to the server, in chunks as they were sent. */
  onRequest: (chunk: Buffer) => void;
  /** Passes nothing on over the connections there are; with `all`, nor over new ones until `resume`. */
  silence(all?: boolean): void;
  resume(): void;
  close(): Promise<void>;
}

export async function proxyTo(port: number): Promise<Proxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let silent = false;
  const server = createServer(client => {
    const upstream = connect(port, '127.0.0.1');
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const pass = (to: Socket) => (chunk: Buffer) => {
      if (to === upstream) proxy.onRequest(chunk);
      to.write(chunk);
    };
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from
        .on('data', pass(to))
        .on('close', end)
        .on('error', () => {});
      if (silent) from.pause();
    }
  });
  const halt = ([client, upstream]: readonly [Socket, Socket]) => void (client.pause(), upstream.pause());
  const proxy: Proxy = {
    get port() {
      return (server.address() as AddressInfo).port;
    },
    get open() {
      return pairs.size;
    },
    onRequest: () => {},
    silence(all = false) {
      silent = all;
      pairs.forEach(halt);
    },
    resume() {
      silent = false;
      for (const [client, upstream] of pairs) void (client.resume(), upstream.resume());
    },
    async close() {
      server.close();
      for (const [client, upstream] of pairs) void (client.destroy(), upstream.destroy());
      await once(server, 'close');
    }
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return proxy;
}
