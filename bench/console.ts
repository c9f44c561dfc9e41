// The console on many rows: runs and tickets of a month in one database, listings and counts over HTTP, and scrolling both
// lists to their ends in Chromium. `node dist/bench/console.js [rows] [--pictures FOLDER]`
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { firstIdAt } from '../core/index.js';
import type { Row } from '../core/store/index.js';
import { launchBrowser } from '../test/harness/browser.js';
import { KEY, startService, type TestService } from '../test/harness/service.js';

const [given = '100000', flag, folder] = process.argv.slice(2);
const rows = Number(given);
const pictures = flag === '--pictures' ? folder : undefined;
const BATCH = 5_000;
const MONTH_MS = 29 * 86_400_000;

/** Answers are handed out like cards: the same each time, in no order. */
const one = <T>(of: readonly T[], i: number): T => of[(i * 7919 + (i >> 3)) % of.length]!;
const STATES = ['answered', 'answered', 'answered', 'clarifying', 'escalated', 'answered', 'refused'] as const;
const INTENTS = ['refund_request', 'order_status', 'return_request', 'shipping_info', 'complaint', 'cancel_order'];

async function fill({ store }: TestService): Promise<void> {
  const [runs = []] = await store.read([[store.prepare({ from: 'runs', limit: 'limit' }), { limit: 1 }]]);
  const [tickets = []] = await store.read([[store.prepare({ from: 'tickets', limit: 'limit' }), { limit: 1 }]]);
  const began = Date.now() - MONTH_MS;
  const idAt = (prefix: string, i: number, at: number) =>
    `${firstIdAt(prefix, Math.floor(at))}${String(i).padStart(16, '0')}`;
  for (let from = 0; from < rows; from += BATCH) {
    const made = Array.from({ length: Math.min(BATCH, rows - from) }, (_, k): readonly [Row, Row] => {
      const i = from + k;
      const at = began + (i / rows) * MONTH_MS;
      const created_at = new Date(at).toISOString();
      const state = one(STATES, i);
      const run = {
        ...runs[0],
        run_id: idAt('run', i, at),
        created_at,
        state,
        intent: one(INTENTS, i),
        confidence: one([0.97, 0.99, 0.62, 0.81, 1, 0.45, 0.93], i),
        duration_ms: one([12, 18, 25, 31, 44, 140], i) + (i % 7),
        escalation_reason:
          state === 'escalated' ? one(['policy_requires_human', 'customer_request', 'low_confidence'], i) : null,
        refusal_reason: state === 'refused' ? one(['out_of_scope', 'prompt_injection'], i) : null,
        verification_passed: i % 500 !== 0
      };
      const ticket = {
        ...tickets[0],
        ticket_id: idAt('tkt', i, at),
        dedupe_key: `bench ${i}`,
        order_id: `ORD-${10_000 + (i % 90_000)}`,
        status: i % 4 === 0 ? 'open' : one(['in_progress', 'resolved', 'withdrawn'], i),
        created_at
      };
      return [run, ticket];
    });
    await store.commit([
      { into: 'runs', how: 'add', rows: made.map(([run]) => run) },
      { into: 'tickets', how: 'add', rows: made.map(([, ticket]) => ticket) }
    ]);
  }
}

async function timed(name: string, times: number, work: () => Promise<unknown>): Promise<void> {
  const took: number[] = [];
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  console.log(
    `${name.padEnd(52)} ${took[times >> 1]!.toFixed(0).padStart(6)} ms at p50 ${took.at(-1)!.toFixed(0).padStart(6)} ms at most`
  );
}

/** Scrolls so many rows past, frame by frame, and reads what the browser says of its frames. */
const SCROLL = (label: string, target: number) => `(async () => {
  const list = document.querySelector('[aria-label="${label}"][role=listbox]');
  const frames = [];
  const until = performance.now() + 60_000;
  let last = performance.now();
  let most = 0;
  while (performance.now() < until) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - last);
    last = now;
    list.scrollTop += 800;
    most = Math.max(most, list.querySelectorAll('[role=option]').length);
    const set = Number(list.querySelector('[role=option]')?.getAttribute('aria-setsize') ?? 0);
    if (set >= ${target}) break;
  }
  frames.sort((a, b) => a - b);
  const set = Number(list.querySelector('[role=option]').getAttribute('aria-setsize'));
  return { rows: set, most, p50: frames[frames.length >> 1], p99: frames[Math.floor(frames.length * 0.99)] };
})()`;

async function scroll(page: Page, label: string): Promise<void> {
  const {
    rows: read,
    most,
    p50,
    p99
  } = await page.evaluate<{ rows: number; most: number; p50: number; p99: number }>(SCROLL(label, rows));
  console.log(
    `${label}: ${read} rows scrolled past, ${most} of them in the page at most, a frame every ${p50.toFixed(1)} ms at p50, ${p99.toFixed(1)} ms at p99`
  );
}

const service = await startService();
const browser = await launchBrowser();
try {
  const talk = await service.client().talk('demo@example.com');
  await talk.say('I want a refund for ORD-1001');
  await fill(service);
  console.log(`${rows} runs and as many tickets`);
  const get = (path: string) => () => service.client().get(path);
  const middle = new Date(Date.now() - MONTH_MS / 2).toISOString();
  await timed('first page of runs (200)', 20, get('/v1/runs?limit=200'));
  await timed(
    'a page of runs from the middle',
    20,
    get(`/v1/runs?limit=200&until=${middle}&since=${new Date(Date.parse(middle) - 86_400_000).toISOString()}`)
  );
  await timed('first page of open tickets', 20, get('/v1/tickets?limit=200&status=open'));
  await timed('tickets counted by status', 20, get('/v1/tickets/summary'));
  await timed('charts of a day, by hour', 10, get('/v1/runs/summary?interval=hour'));
  await timed('charts of a month, by day', 10, get('/v1/runs/summary?interval=day'));
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(`${service.url}/console`);
  await page.getByLabel('Key').fill(KEY);
  await page.keyboard.press('Enter');
  for (const [label, address] of [
    ['Tickets', 'tickets?status=all'],
    ['Runs', 'runs?span=last+month']
  ] as const) {
    await page.goto(`${service.url}/console#/${address}`);
    await page.getByRole('listbox', { name: label }).getByRole('option').first().waitFor();
    await page.waitForLoadState('networkidle');
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${label}.png`) });
    await scroll(page, label);
  }
} finally {
  await Promise.all([browser.close(), service.stop()]);
}
