import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/harness/postgres.js';
import { sharesOf, type CpuProfile } from './journey/profile.js';
import { round } from './journey/round.js';
import { launch } from './journey/server-process.js';

/**
 * Where the time of a message goes: V8's profile of the agent's own thread while it answers a verified order question,
 * by part of the journey and by function. SQLite works on threads of its own, which the profile does not see.
 *
 *     node dist/bench/profile.js [seconds] [message] [sqlite | postgres]
 */
const [seconds = '5', message = 'Where is my order ORD-1002?', on = 'sqlite'] = process.argv.slice(2);
const MOST_FUNCTIONS = 20;
const folder = mkdtempSync(join(tmpdir(), 'bench-profile-'));
const postgres = on === 'postgres' ? await startPostgres() : undefined;
try {
  const database = postgres === undefined ? `sqlite:${join(folder, 'support.db')}` : await postgres.fresh();
  const options = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'];
  const agent = await launch({ serves: 'agent', database }, options);
  const target = { name: 'agent', servers: [agent] };
  const load = { messages: [message], connections: 32, seconds: Number(seconds) };
  await round(target, { ...load, amount: 6000 });
  const { cpu, perSecond } = await round(target, load);
  await agent.end();
  const file = readdirSync(folder).find(name => name.endsWith('.cpuprofile'))!;
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
  const { parts, functions } = sharesOf(profile, load.seconds * 1_000_000);
  const messages = perSecond * load.seconds;
  const row = ([name, spent]: readonly [string, number]) => `| ${name} | ${(spent / messages).toFixed(1)} |`;
  console.log(`${on}: ${cpu.toFixed(0)} µs of CPU a message, all threads, while it is profiled\n`);
  console.log(['| part | µs a message |\n|---|---|', ...[...parts].sort(([, a], [, b]) => b - a).map(row)].join('\n'));
  const own = functions.filter(([name]) => name !== '(idle)').slice(0, MOST_FUNCTIONS);
  console.log(['\n| function itself | µs a message |\n|---|---|', ...own.map(row)].join('\n'));
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
