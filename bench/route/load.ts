import { connect, type Socket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';

/** What one run of load came to. */
export interface LoadResult {
  readonly perSecond: number;
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
}

export interface LoadOptions {
  readonly port: number;
  readonly path: string;
  /** Sent in turn. */
  readonly bodies: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  /** How long, or how many. */
  readonly seconds?: number;
  readonly amount?: number;
  /** Requests per second; without it the next request is sent when an answer has come. */
  readonly rate?: number | undefined;
}

/**
 * Raw sockets, since a client library would measure itself. In the open loop a request's time runs from when it was due,
 * so that a server that stalls is not spared the requests that pile up.
 */
async function load({ port, path, bodies, headers = {}, connections, seconds = 0, amount, rate }: LoadOptions) {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const texts = bodies.map(
    body =>
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more.join('')}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
  const histogram = createHistogram({ lowest: 1, highest: 60_000_000, figures: 3 });
  const idle: Lane[] = [];
  const due: number[] = [];
  let answered = 0;
  let open = true;
  const done = (lane: Lane, since: number) => {
    histogram.record(Math.max(1, Math.round((performance.now() - since) * 1000)));
    answered++;
    const next = due.shift();
    if (next !== undefined) lane.send(next);
    else if (rate === undefined && open) lane.send(performance.now());
    else idle.push(lane);
  };
  const lanes = await Promise.all(Array.from({ length: connections }, () => Lane.open(port, texts, done)));
  const started = performance.now();
  if (rate === undefined) for (const lane of lanes) lane.send(performance.now());
  else idle.push(...lanes);
  let sent = 0;
  while (amount === undefined ? performance.now() - started < seconds * 1000 : answered < amount) {
    await new Promise(resolve => setTimeout(resolve, rate === undefined ? 20 : 1));
    if (rate === undefined) continue;
    for (const wanted = ((performance.now() - started) * rate) / 1000; sent < wanted; sent++) {
      const at = started + (sent * 1000) / rate;
      const lane = idle.pop();
      if (lane === undefined) due.push(at);
      else lane.send(at);
    }
  }
  open = false;
  const elapsed = (performance.now() - started) / 1000;
  const result: LoadResult = {
    perSecond: answered / elapsed,
    requests: answered,
    p50: histogram.percentile(50) / 1000,
    p99: histogram.percentile(99) / 1000
  };
  for (const lane of lanes) lane.close();
  return result;
}

/** One connection with one request at a time. */
class Lane {
  #since = 0;
  #missing = 0;
  #turn = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly requests: readonly string[],
    private readonly done: (lane: Lane, since: number) => void
  ) {
    socket.setNoDelay(true);
    socket.on('data', chunk => this.#read(chunk.toString('latin1')));
    socket.on('error', error => {
      throw error;
    });
  }

  static open(port: number, requests: readonly string[], done: (lane: Lane, since: number) => void): Promise<Lane> {
    return new Promise(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Lane(socket, requests, done)));
    });
  }

  send(since: number): void {
    this.#since = since;
    this.socket.write(this.requests[this.#turn++ % this.requests.length]!);
  }

  close(): void {
    this.socket.destroy();
  }

  #read(text: string): void {
    if (this.#missing === 0) {
      const head = text.indexOf('\r\n\r\n');
      if (!text.startsWith('HTTP/1.1 200')) throw new Error(text.slice(0, 400));
      const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1];
      // A chunked answer this short ends in the packet that carries it, or in the next one.
      if (length === undefined) this.#missing = text.endsWith('0\r\n\r\n') ? 0 : Infinity;
      else this.#missing = head + 4 + Number(length) - text.length;
    } else if (this.#missing === Infinity) this.#missing = text.endsWith('0\r\n\r\n') ? 0 : Infinity;
    else this.#missing -= text.length;
    if (this.#missing === 0) this.done(this, this.#since);
  }
}

process.on('message', options => {
  void load(options as LoadOptions).then(result => process.send?.(result));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
