import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { KEY } from './test-site.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  json(): any;
}

/** A socket that writes bytes as told and reads answers, so that tests decide what is on the wire. */
export class RawClient {
  received = '';
  closed = false;
  /** Set when the server reset the connection instead of closing it. */
  reset = false;
  /** Goes on sending after the server has said that it is done. */
  stubborn = false;
  readonly socket: Socket;

  private constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.socket.setEncoding('latin1');
    this.socket.on('data', chunk => (this.received += String(chunk)));
    this.socket.on('end', () => {
      this.closed = true;
      if (!this.stubborn) this.socket.end();
    });
    this.socket.on('close', () => (this.closed = true));
    this.socket.on('error', (error: NodeJS.ErrnoException) => (this.reset ||= error.code === 'ECONNRESET'));
  }

  static async open(port: number): Promise<RawClient> {
    const client = new RawClient(port);
    await once(client.socket, 'connect');
    return client;
  }

  write(data: string | Buffer): this {
    this.socket.write(data);
    return this;
  }

  /** The first `count` answers, waited for. `head` says that the first has no body because HEAD was asked. */
  async answers(count: number, head = false): Promise<readonly Answer[]> {
    for (;;) {
      const found = parse(this.received, head);
      if (found.length >= count) return found;
      if (this.closed) throw new Error(`closed after ${found.length} answers: ${this.received}`);
      await new Promise(resolve => setTimeout(resolve, 2));
    }
  }

  async answer(): Promise<Answer> {
    return (await this.answers(1))[0] as Answer;
  }

  async end(): Promise<void> {
    while (!this.closed) await new Promise(resolve => setTimeout(resolve, 2));
  }
}

function parse(text: string, head: boolean): Answer[] {
  const found: Answer[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return found;
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    const headers = Object.fromEntries(
      lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)])
    );
    const length = head ? 0 : Number(headers['content-length'] ?? 0);
    if (rest.length < end + 4 + length) return found;
    const body = Buffer.from(rest.slice(end + 4, end + 4 + length), 'latin1').toString('utf8');
    found.push({ status, headers, body, json: () => JSON.parse(body) });
    rest = rest.slice(end + 4 + length);
  }
}

/** The text of a request. Headers given override those every request carries; `undefined` leaves one out. */
export function request(
  method: string,
  path: string,
  body?: string | Buffer,
  headers: Record<string, string | undefined> = {}
): Buffer {
  const all: Record<string, string | undefined> = {
    Host: 'test',
    'X-API-Key': KEY,
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers
  };
  const head = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\r\n`]));
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`), Buffer.from(body ?? '')]);
}

/** One request on a connection of its own. */
export async function send(port: number, ...args: Parameters<typeof request>): Promise<Answer> {
  const client = await RawClient.open(port);
  const [answer] = await client.write(request(...args)).answers(1, args[0] === 'HEAD');
  client.socket.destroy();
  return answer as Answer;
}
