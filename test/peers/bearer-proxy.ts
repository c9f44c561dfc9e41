import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BearerProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Adds headers to every request, for peers that cannot send a credential. All else passes through unchanged. */
export async function bearerProxy(target: string, extra: Readonly<Record<string, string>>): Promise<BearerProxy> {
  const { host, hostname, port, pathname } = new URL(target);
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = { ...asSentTo(host, incoming.headers), ...extra };
    const passed = request({ hostname, port, method, path, headers }, answer => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const own = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  /** What names this proxy has to name the server, or the server would take it for a foreign name. */
  function asSentTo(server: string, headers: IncomingHttpHeaders): IncomingHttpHeaders {
    const rename = (value: string | undefined) => value?.replace(own, server);
    const origin = rename(headers.origin);
    return { ...headers, host: rename(headers.host), ...(origin === undefined ? {} : { origin }) };
  }

  return {
    url: `http://${own}${pathname}`,
    close: async () => {
      proxy.closeAllConnections();
      await new Promise(resolve => proxy.close(resolve));
    }
  };
}
