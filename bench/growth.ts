import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withRecords, withRules } from './growth/cost.js';
import { withMessages } from './growth/memory.js';
import { articles, conversations, orders } from './growth/records.js';

/**
 * What a message costs when the shop's orders, the articles, the conversations held and the rules of a table grow to 1,
 * 10 and 100 times a base, on SQLite; and memory and disk over many messages.
 *
 *     node dist/bench/growth.js [messages, 100000] [--base 1000] [--rounds 3] [--seconds 3] [--only PART]…
 *
 * The parts are orders, articles, conversations, rules and memory. Articles have a tenth of the base, and rules begin
 * with the 21 of the shipped refund table.
 */
const RULES = 21;
const ORDER = 'Where is my order ORD-1002?';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', multiple: true }
  }
});
const base = Number(values.base);
const folder = mkdtempSync(join(tmpdir(), 'bench-growth-'));
const measured = { folder, rounds: Number(values.rounds), seconds: Number(values.seconds) };
const parts: Readonly<Record<string, () => Promise<void>>> = {
  orders: () => withRecords('orders', base, orders, ORDER, measured),
  articles: () => withRecords('articles', base / 10, articles, 'What is your return policy?', measured),
  conversations: () => withRecords('conversations', base, conversations, ORDER, measured),
  rules: () => withRules(RULES, 'I want a refund for ORD-1003', measured),
  memory: () => withMessages(Number(positionals[0] ?? 100_000), folder)
};
const chosen = values.only ?? Object.keys(parts);
for (const part of chosen)
  if (parts[part] === undefined) throw new Error(`${part} is none of ${Object.keys(parts).join(', ')}`);
try {
  if (chosen.some(part => part !== 'memory'))
    console.log('| with | CPU µs a message | messages a second | p50 ms | p99 ms |\n|---|---|---|---|---|');
  for (const part of chosen) await parts[part]!();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
