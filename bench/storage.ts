// Storage cost of one message: four indexed reads and one transaction of ten rows over five collections.
// Ours against a knex builder call per row, in one run, interleaved. `node dist/bench/storage.js [seconds]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import type { Collection, Row } from '../core/store/index.js';
import { createStore } from '../plugins/storage-knex/create-store.js';

const seconds = Number(process.argv[2] ?? 3);
const CONVERSATIONS = 200;

const collection = (name: string, fields: Collection['fields'], index: string): Collection => ({
  name,
  fields: { id: 'text', ...fields, made_at: 'text' },
  key: ['id'],
  indexes: [[index, 'made_at']]
});
const collections = [
  collection(
    'runs',
    { conversation: 'text', state: 'text', intent: 'text', confidence: 'real', verified: 'boolean' },
    'conversation'
  ),
  collection('messages', { conversation: 'text', role: 'text', body: 'text' }, 'conversation'),
  collection('steps', { run: 'text', position: 'integer', state: 'text', detail: 'json' }, 'run'),
  collection('audit', { run: 'text', event: 'text', detail: 'json' }, 'run'),
  collection('tickets', { conversation: 'text', status: 'text', subject: 'text' }, 'conversation')
];

interface Subject {
  message(conversation: string, rows: Readonly<Record<string, readonly Row[]>>): Promise<void>;
  close(): Promise<void>;
}

let made = 0;
function rowsOf(conversation: string): Record<string, Row[]> {
  const n = `${++made}`.padStart(12, '0');
  const made_at = new Date().toISOString();
  const detail = {
    rule: 'refund-window',
    facts: { days: 12, total: '39.90', opened: false },
    because: ['inside 30 days']
  };
  const body = 'Where is my order? It was due on Tuesday and nothing has arrived so far.';
  return {
    runs: [
      {
        id: `r${n}`,
        conversation,
        state: 'done',
        intent: 'order_status',
        confidence: 0.8731234567,
        verified: true,
        made_at
      }
    ],
    messages: ['user', 'agent'].map(role => ({ id: `m${n}${role}`, conversation, role, body, made_at })),
    steps: [0, 1, 2, 3].map(position => ({
      id: `s${n}${position}`,
      run: `r${n}`,
      position,
      state: 'gather',
      detail,
      made_at
    })),
    audit: ['received', 'answered'].map(event => ({ id: `a${n}${event}`, run: `r${n}`, event, detail, made_at })),
    tickets: [{ id: `t${n}`, conversation, status: 'open', subject: 'order', made_at }]
  };
}

async function ours(file: string, synchronous: 'full' | 'normal'): Promise<Subject> {
  const store = await createStore(`sqlite:${file}`, { synchronous });
  await store.open({ name: 'test', steps: [{ version: 1, title: 'first', collections }] });
  const latest = (from: string, by: string) =>
    store.prepare({
      from,
      where: { [by]: { is: '=', param: 'p' } },
      order: { by: 'made_at', direction: 'desc' },
      limit: 'limit'
    });
  const reads = [
    latest('runs', 'conversation'),
    latest('messages', 'conversation'),
    latest('tickets', 'conversation'),
    latest('runs', 'id')
  ];
  return {
    async message(conversation, rows) {
      await store.read(reads.map((query, i) => [query, { p: conversation, limit: i === 1 ? 6 : 1 }]));
      await store.commit(Object.entries(rows).map(([into, rows]) => ({ into, how: 'add', rows })));
    },
    close: () => store.close()
  };
}

async function builders(file: string, synchronous: 'full' | 'normal'): Promise<Subject> {
  const knex: Knex = createKnex({ client: 'sqlite3', connection: { filename: file }, useNullAsDefault: true });
  await knex.raw('pragma journal_mode = wal');
  await knex.raw(`pragma synchronous = ${synchronous}`);
  for (const { name, fields, indexes } of collections) {
    await knex.schema.createTable(name, t => {
      for (const [field, type] of Object.entries(fields)) {
        if (type === 'integer' || type === 'boolean') t.integer(field);
        else if (type === 'real') t.double(field);
        else t.text(field);
      }
      t.primary(['id']);
      for (const index of indexes ?? []) t.index([...index]);
    });
  }
  const latest = (from: string, by: string, value: string, limit: number) =>
    knex(from).where(by, value).orderBy('made_at', 'desc').limit(limit);
  return {
    async message(conversation, rows) {
      await latest('runs', 'conversation', conversation, 1);
      await latest('messages', 'conversation', conversation, 6);
      await latest('tickets', 'conversation', conversation, 1);
      await latest('runs', 'id', conversation, 1);
      await knex.transaction(async trx => {
        for (const [into, list] of Object.entries(rows)) {
          for (const row of list) {
            await trx(into).insert(
              row['detail'] === undefined ? row : { ...row, detail: JSON.stringify(row['detail']) }
            );
          }
        }
      });
    },
    close: () => knex.destroy()
  };
}

/** Messages per second, CPU of the whole process per message, and the 99th percentile. */
async function load(subject: Subject, callers: number): Promise<{ rate: number; cpu: number; p99: number }> {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      const start = performance.now();
      const conversation = `c${Math.floor(Math.random() * CONVERSATIONS)}`;
      await subject.message(conversation, rowsOf(conversation));
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const spent = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  const took = (performance.now() - begun) / 1000;
  return {
    rate: times.length / took,
    cpu: (spent.user + spent.system) / times.length,
    p99: times[Math.floor(times.length * 0.99)]!
  };
}

const folder = await mkdtemp(join(tmpdir(), 'bylaw-bench-'));
const show = (n: number) => n.toFixed(0).padStart(6);
console.log('callers  synchronous   ours/s   base/s  ratio   ours µs  base µs  ours p99 ms  base p99 ms');
for (const synchronous of ['full', 'normal'] as const) {
  const subjects = [
    await ours(join(folder, `ours-${synchronous}.db`), synchronous),
    await builders(join(folder, `base-${synchronous}.db`), synchronous)
  ] as const;
  for (const callers of [32, 4, 1]) {
    await load(subjects[0], callers);
    const [a, b] = [await load(subjects[0], callers), await load(subjects[1], callers)];
    console.log(
      `${show(callers)}   ${synchronous.padEnd(11)} ${show(a.rate)}   ${show(b.rate)}   ${(a.rate / b.rate).toFixed(2)}    ` +
        `${show(a.cpu)}   ${show(b.cpu)}       ${show(a.p99)}       ${show(b.p99)}`
    );
  }
  await Promise.all(subjects.map(subject => subject.close()));
}

/** What one operation costs, in milliseconds, as the records grow. */
async function growth(): Promise<void> {
  const store = await createStore(`sqlite:${join(folder, 'growth.db')}`);
  const fields = { id: 'text', conversation: 'text', made_at: 'text', body: 'text' } as const;
  const indexes = [['conversation', 'made_at']];
  await store.open({
    name: 'test',
    steps: [
      { version: 1, title: 'first', collections: [{ name: 'notes', fields, key: ['id'], indexes, search: ['body'] }] }
    ]
  });
  const latest = store.prepare({
    from: 'notes',
    where: { conversation: { is: '=', param: 'c' } },
    order: { by: 'made_at', direction: 'desc' },
    limit: 'limit'
  });
  const note = (n: number): Row => {
    const words = Array.from({ length: 30 }, (_, i) => `word${(n * 31 + i * i * 17) % 997}`);
    return {
      id: `n${n}`,
      conversation: `c${n >> 4}`,
      made_at: new Date(n * 1000).toISOString(),
      body: words.join(' ')
    };
  };
  const timed = async (times: number, work: (n: number) => Promise<unknown>): Promise<string> => {
    const begun = performance.now();
    for (let n = 0; n < times; n++) await work(n);
    return ((performance.now() - begun) / times).toFixed(3).padStart(8);
  };
  console.log('\n records   read ms  search ms   put ms');
  let filled = 0;
  for (const size of [1000, 10_000, 100_000]) {
    for (; filled < size; filled += 1000) {
      const rows = Array.from({ length: 1000 }, (_, i) => note(filled + i));
      await store.commit([{ into: 'notes', how: 'add', rows }]);
    }
    const read = await timed(300, n => store.read([[latest, { c: `c${n % 60}`, limit: 6 }]]));
    const search = await timed(50, n => store.search('notes', `where is word${n} and word${n + 7}`, { limit: 5 }));
    const put = await timed(200, n => store.commit([{ into: 'notes', how: 'put', rows: [note(n)] }]));
    console.log(`${String(size).padStart(8)}  ${read}   ${search} ${put}`);
  }
  await store.close();
}

await growth();
console.log(`\npeak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
await rm(folder, { recursive: true });
