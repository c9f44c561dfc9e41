import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve, serveOrchestrator, type Served } from '../../test/harness/child.js';
import { type Ask, Callers, customer } from './callers.js';
import type { Print } from './print.js';
import { mostOf } from './resident.js';

const MEGABYTE = 1_048_576;
const SOCKETS = 20;
const EACH = 6.6 * MEGABYTE;
const WARM_MS = 15_000;
const ATTACK_MS = 10_000;
const MORE_MB = 100;
const P99_MS = 500;

/** What requests without end on connections that read nothing do to others. */
export async function floods(folder: string, print: Print): Promise<void> {
  const agent = await serve(folder, { AGENT_LIMITS__MAX_CONVERSATION_TURNS: '100000' });
  await flood(agent, '/readyz', { name: 'support agent', others: () => customer(agent.client) }, print);
  const orchestrator = await serveOrchestrator();
  const asks = () => orchestrator.client.get('/servers');
  await flood(orchestrator, '/health', { name: 'orchestrator', others: async () => asks }, print);
}

interface Attacked {
  readonly name: string;
  readonly others: () => Promise<Ask>;
}

async function flood(served: Served, path: string, { name, others }: Attacked, print: Print): Promise<void> {
  try {
    const callers = await Callers.of(others);
    const usual = mostOf(served.pid);
    await sleep(WARM_MS);
    const before = usual();
    const quiet = callers.met();
    const attacked = mostOf(served.pid);
    const stop = attack(served.port, path);
    await sleep(ATTACK_MS);
    const { answers, p99, longest, statuses } = await callers.stop();
    const more = attacked() - before;
    stop();
    const violations: string[] = [];
    if (more >= MORE_MB) violations.push(`it took ${more.toFixed(0)} MB more`);
    if (p99 >= P99_MS) violations.push(`others waited ${p99.toFixed(0)} ms (p99)`);
    if (statuses[200] !== answers) violations.push(`others were answered ${JSON.stringify(statuses)}`);
    const waits = `p99 of ${answers} others ${p99.toFixed(0)} ms (${quiet.p99.toFixed(0)} before), longest ${longest.toFixed(0)}`;
    print(
      `${name}: flood on ${SOCKETS} connections`,
      `${more.toFixed(0)} MB more than ${before.toFixed(0)}, ${waits}`,
      violations
    );
  } finally {
    served.kill('SIGTERM');
    await served.ended;
  }
}

/** Connections that each send megabytes of requests and read nothing. */
function attack(port: number, path: string): () => void {
  const one = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const requests = Buffer.from(one.repeat(Math.ceil(EACH / one.length)));
  const sockets = Array.from({ length: SOCKETS }, () => connect(port, '127.0.0.1').pause());
  for (const socket of sockets) socket.on('error', () => {}).write(requests);
  return () => sockets.forEach(socket => socket.destroy());
}
