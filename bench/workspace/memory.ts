import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { fieldsOf, type Bench } from './context.js';
import { fixed, least, output } from './timing.js';

/** Threads end and memory is given back in that time. */
const IDLE_MS = 16_000;
const GB = 2 ** 30;

const HEAVY = [
  ['read_file', { tail: 3 }],
  ['outline_file', {}],
  ['search_text', { pattern: 'e', regex: false }],
  ['search_text', { pattern: '[e]$' }],
  ['find_files', { pattern: '*' }],
  ['list_directory', {}],
  ['workspace_overview', {}]
] as const;

/** Goals 5 and 6: what a server holds during calls that take much, and afterwards; ranges of a file of 3 GB. */
export async function measureMemory({ scratch, ours, report }: Bench): Promise<void> {
  const write = (name: string, text: string) => writeFileSync(join(scratch, name), text);
  write('line.js', 'x'.repeat(30 * 2 ** 20));
  write('nested.json', '['.repeat(200_000));
  write('nested.ts', '{('.repeat(20_000));
  write('long.log', 'a line of a log that goes on and on\n'.repeat(140_000));
  mkdirSync(join(scratch, 'many'));
  for (let n = 0; n < 20_000; n++) write(`many/f${n}`, '');
  // Lines, a hole of zeros that is one line, and lines again.
  const lines = Array.from({ length: 200_000 }, (_, n) => `line ${n + 1}\n`).join('');
  write('huge.log', lines);
  truncateSync(join(scratch, 'huge.log'), 3 * GB);
  writeFileSync(join(scratch, 'huge.log'), `\n${lines}`, { flag: 'a' });

  for (const [what, env] of [
    ['memory of calls that take much: peak; idle after them', {}],
    ['the same with the variable of the container image and of the client blocks', { MALLOC_TRIM_THRESHOLD_: '131072' }]
  ] as const) {
    const server = await ours(scratch, { MCP_SANDBOX__TOOL_TIMEOUT_SECONDS: '60', ...env });
    for (const path of ['line.js', 'nested.json', 'nested.ts', 'long.log', 'many'])
      for (const [name, more] of HEAVY) await server.call(name, { path, ...more });
    const peak = server.peakMb();
    await sleep(IDLE_MS);
    report({
      goal: 5,
      what,
      ours: `${fixed(peak, 0)} MB; ${fixed(server.nowMb(), 0)} MB`,
      beside: `idle before them ${fixed(server.idleMb, 0)} MB`
    });
    server.end();
  }

  const server = await ours(scratch, { MCP_SANDBOX__TOOL_TIMEOUT_SECONDS: '60' });
  await server.call('read_file', { path: 'huge.log', tail: 1 });
  const bytes: number[] = [];
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 0.999]) {
    const start_byte = Math.floor(3 * GB * share);
    bytes.push(
      await least(1, () => server.call('read_file', { path: 'huge.log', start_byte, end_byte: start_byte + 1000 }))
    );
  }
  const ranges = [1, 100_000, 200_000, 200_002, 300_000, 400_000];
  const read = (line: number) => server.call('read_file', { path: 'huge.log', start_line: line, end_line: line + 20 });
  const first = await least(1, () => read(300_000));
  const known: number[] = [];
  for (const line of ranges) known.push(await least(5, () => read(line)));
  const tail = await least(5, () => server.call('read_file', { path: 'huge.log', tail: 100 }));
  const { content } = fieldsOf(await read(300_000));
  report({
    goal: 6,
    what: 'range of 3 GB by bytes, by lines once it was gone through, the slowest of six each; its end',
    ours: `${fixed(Math.max(...bytes))} ms; ${fixed(Math.max(...known))} ms; ${fixed(tail)} ms`,
    beside: `right: ${String(content).startsWith('line 99999\n')}`
  });
  const count = await least(1, () => output('wc', ['-l', 'huge.log'], scratch));
  report({
    goal: 6,
    what: 'the first range that lies deep, by lines',
    ours: `${fixed(first, 0)} ms`,
    beside: `wc -l afterwards ${fixed(count, 0)} ms`
  });
  server.end();
}
