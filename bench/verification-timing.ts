import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serve, storageIn, bylaw } from '../test/harness/child.js';
import type { Conversation } from '../test/harness/client.js';
import { copiedRoot } from '../test/harness/root.js';
import { mannWhitney, quantile } from './statistics.js';

/**
 * Whether the time of `POST …/verify` tells a known address from an unknown one, where both are answered alike: in a
 * conversation that is bound to another customer. Both kinds in turn from several callers at once, each in a
 * conversation of its own, in an order drawn for each pair; compared by the Mann-Whitney U test.
 *
 *     node dist/bench/verification-timing.js [attempts of each kind] [--callers 8]
 */
const BOUND_TO = 'demo@example.com';
const KNOWN = 'other@example.com';
const SIGNIFICANT = 0.01;
const WARM_UP = 200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { callers: { type: 'string', default: '8' } }
});
const attempts = Number(positionals[0] ?? 3000);
const callers = Number(values.callers);

/** As long as the known one, so that nothing but being known differs; another one each time. */
const unknown = () => `${Math.random().toString(36).slice(2, 7).padEnd(5, 'x')}@example.com`;

const folder = mkdtempSync(join(tmpdir(), 'bench-verification-'));
// So many guesses are far more than are let through.
const { root, remove } = copiedRoot();
rmSync(join(root, 'policies', 'limits'), { recursive: true });
try {
  const { code, err } = await bylaw(['support', 'seed'], storageIn(folder));
  if (code !== 0) throw new Error(err);
  const service = await serve(folder, { BYLAW_ROOT: root });
  try {
    await measure(await Promise.all(Array.from({ length: callers }, () => service.client.talkUnverified(BOUND_TO))));
  } finally {
    service.kill('SIGTERM');
    await service.ended;
  }
} finally {
  remove();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(talks: readonly Conversation[]): Promise<void> {
  const known: number[] = [];
  const other: number[] = [];
  let begun = -WARM_UP;
  const caller = async (talk: Conversation) => {
    for (let pair = begun++; pair < attempts; pair = begun++) {
      const kinds = [
        { email: KNOWN, times: known },
        { email: unknown(), times: other }
      ];
      if (Math.random() < 0.5) kinds.reverse();
      for (const { email, times } of kinds) {
        const took = await timed(talk, email);
        if (pair >= 0) times.push(took);
      }
    }
  };
  await Promise.all(talks.map(caller));
  report(known, other);
}

async function timed(talk: Conversation, email: string): Promise<number> {
  const start = performance.now();
  const answer = await talk.client.post(`${talk.path}/verify`, { email });
  const took = performance.now() - start;
  if (answer.status !== 200 || answer.body.verified !== false) throw new Error(`${email}: ${answer.text}`);
  return took;
}

function report(known: readonly number[], other: readonly number[]): void {
  console.log('| address | attempts | median ms | p95 ms |\n|---|---|---|---|');
  for (const [name, times] of [
    ['known', known],
    ['unknown', other]
  ] as const)
    console.log(
      `| ${name} | ${times.length} | ${quantile(times, 0.5).toFixed(3)} | ${quantile(times, 0.95).toFixed(3)} |`
    );
  const { u, z, p } = mannWhitney(known, other);
  console.log(`\nMann-Whitney U = ${u.toFixed(0)}, z = ${z.toFixed(2)}, p = ${p.toPrecision(2)} (two-sided)`);
  console.log(
    p < SIGNIFICANT
      ? `They can be told apart at p < ${SIGNIFICANT}.`
      : `They cannot be told apart at p < ${SIGNIFICANT} with ${known.length} attempts of each.`
  );
  if (p < SIGNIFICANT) process.exitCode = 1;
}
