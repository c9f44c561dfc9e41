import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './context.js';
import { durations, fixed, least, quantile } from './timing.js';

const PIPELINED = 5000;

/** Goals 6 and 8: reading small files, the end of a long one, and what judging 100 KB costs. */
export async function measureReads({ scratch, ours, peer, report }: Bench): Promise<void> {
  writeFileSync(join(scratch, 'small.ts'), 'export const answer = 42;\n'.repeat(40));
  const server = await ours(scratch, { MCP_SANDBOX__MAX_RESULT_BYTES: '1048576' });
  const other = await peer(scratch);
  const read = () => server.call('read_file', { path: 'small.ts' });
  const peerRead = () => other.call('read_text_file', { path: join(scratch, 'small.ts') });
  const [own, beside] = [await durations(1000, read), await durations(1000, peerRead)];
  report({
    goal: 6,
    what: 'read a small file, p50 / p95',
    ours: `${fixed(quantile(own, 0.5), 2)} / ${fixed(quantile(own, 0.95), 2)} ms`,
    beside: `peer ${fixed(quantile(beside, 0.5), 2)} / ${fixed(quantile(beside, 0.95), 2)} ms, without redaction and assessment`
  });
  const flood = async (one: () => Promise<unknown>) => {
    const ms = await least(3, () => Promise.all(Array.from({ length: PIPELINED }, one)));
    return (PIPELINED / ms) * 1000;
  };
  const [fast, peerFast] = [await flood(read), await flood(peerRead)];
  report({
    goal: 6,
    what: 'reads a second, pipelined',
    ours: fixed(fast, 0),
    beside: `peer ${fixed(peerFast, 0)}: ${fixed(fast / peerFast, 2)}x`
  });
  const long = join(scratch, 'long.log');
  const lines = 'a line of a log that goes on and on\n'.repeat(100_000);
  for (let part = 0; part < 80; part++) appendFileSync(long, lines);
  const tail = await least(5, () => server.call('read_file', { path: 'long.log', tail: 100 }));
  const peerTail = await least(5, () => other.call('read_text_file', { path: long, tail: 100 }));
  report({
    goal: 6,
    what: 'last 100 lines of 288 MB',
    ours: `${fixed(tail)} ms`,
    beside: `peer ${fixed(peerTail)} ms`
  });

  writeFileSync(join(scratch, 'page.md'), 'The quick brown fox reads the release notes of the week.\n'.repeat(1755));
  const page = await least(10, () => server.call('read_file', { path: 'page.md' }));
  const bare = await least(10, () => other.call('read_text_file', { path: join(scratch, 'page.md') }));
  report({
    goal: 8,
    what: 'read, redact and assess 100 KB',
    ours: `${fixed(page)} ms`,
    beside: `peer ${fixed(bare)} ms, reading alone`
  });
  report({
    goal: 5,
    what: 'peak memory of all this',
    ours: `${fixed(server.peakMb(), 0)} MB`,
    beside: `peer ${fixed(other.peakMb(), 0)} MB`
  });
  other.end();
  server.end();
}
