import { join } from 'node:path';
import { launch } from '../journey/server-process.js';
import { round, type Round, type Target } from '../journey/round.js';
import { median } from '../statistics.js';
import { filling, type Fill } from './records.js';
import { rootWithRules } from './rules.js';

const FACTORS = [1, 10, 100];
const CONNECTIONS = 16;
const WARM_UP = 3000;

export interface Measured {
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
}

/** Prints what a message costs while the records of a running agent grow: one process, so that only they differ. */
export async function withRecords(name: string, base: number, fill: Fill, message: string, measured: Measured) {
  const database = `sqlite:${join(measured.folder, `${name}.db`)}`;
  const agent = await launch({ serves: 'agent', database });
  const target = { name, servers: [agent] };
  await round(target, { messages: [message], connections: CONNECTIONS, seconds: 0, amount: WARM_UP });
  const store = await filling(database);
  for (const [i, factor] of FACTORS.entries()) {
    await fill(store, (i === 0 ? 0 : FACTORS[i - 1]!) * base, factor * base);
    await print(`${factor * base} ${name} more`, target, message, measured);
  }
  await store.close();
  await agent.end();
}

/** The same with rules, which are read at the start: one process for each size. */
export async function withRules(base: number, message: string, measured: Measured) {
  for (const factor of FACTORS) {
    const files = rootWithRules((factor - 1) * base);
    try {
      const database = `sqlite:${join(measured.folder, `rules-${factor}.db`)}`;
      const begun = performance.now();
      const agent = await launch({ serves: 'agent', database, root: files.root });
      const start = ((performance.now() - begun) / 1000).toFixed(1);
      const target = { name: 'rules', servers: [agent] };
      await round(target, { messages: [message], connections: CONNECTIONS, seconds: 0, amount: WARM_UP });
      await print(`${factor * base} rules in the table (start ${start} s)`, target, message, measured);
      await agent.end();
    } finally {
      files.remove();
    }
  }
}

async function print(name: string, target: Target, message: string, measured: Measured) {
  const results: Round[] = [];
  const load = { messages: [message], connections: CONNECTIONS, seconds: measured.seconds };
  for (let i = 0; i < measured.rounds; i++) results.push(await round(target, load));
  const of = (pick: (one: Round) => number) => median(results.map(pick)).toFixed(0);
  const figures = [of(r => r.cpu), of(r => r.perSecond), of(r => r.p50), of(r => r.p99)];
  console.log(`| ${[name, ...figures].join(' | ')} |`);
}
