import { statSync } from 'node:fs';
import { join } from 'node:path';
import { round } from '../journey/round.js';
import { launch } from '../journey/server-process.js';

const STEPS = 10;
const CONNECTIONS = 32;
const MESSAGES = [
  'Where is my order ORD-1002?',
  'What is your return policy?',
  'I want a refund for ORD-1003',
  'I want a refund for ORD-1001',
  'thanks'
];

/** Prints memory after a full collection, and the size of the database, at each tenth of so many messages. */
export async function withMessages(messages: number, folder: string): Promise<void> {
  const file = join(folder, 'memory.db');
  const agent = await launch({ serves: 'agent', database: `sqlite:${file}` }, ['--expose-gc']);
  const target = { name: 'memory', servers: [agent] };
  const amount = Math.max(CONNECTIONS, Math.floor(messages / STEPS));
  console.log('\n| messages | heap MB | resident MB | CPU µs | disk bytes a message |\n|---|---|---|---|---|');
  let size = statSync(file).size;
  for (let step = 1; step <= STEPS; step++) {
    const { cpu } = await round(target, { messages: MESSAGES, connections: CONNECTIONS, seconds: 0, amount });
    const { heap, resident } = await agent.usage();
    const grown = statSync(file).size;
    const figures = [
      step * amount,
      heap.toFixed(1),
      resident.toFixed(0),
      cpu.toFixed(0),
      Math.round((grown - size) / amount)
    ];
    size = grown;
    console.log(`| ${figures.join(' | ')} |`);
  }
  await agent.end();
}
