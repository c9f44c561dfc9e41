import { once } from 'node:events';
import { createServer } from 'node:net';

/** From here on systems give none away by themselves, so that nobody takes one between this look and its use. */
const FIRST = 15_000;
const COUNT = 15_000;

/** A port that is free, for what cannot listen on one that the system chooses. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
