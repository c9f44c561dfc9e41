// How long loading and checking takes for files of a size that no shop has yet: node dist/bench/documents.js
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, PACKAGE_ROOT } from '../core/cli/main.js';
import { loadDocuments } from '../core/documents/load.js';
import { discover } from '../core/kernel/discover.js';
import { loadOptions } from '../core/kernel/start.js';
import { copiedRoot } from '../test/harness/root.js';

const TABLES = 20;
const RULES = 100;
const INTENTS = 500;
const TOOLS = 500;
/** Firing examples and near misses of each rule. */
const EXAMPLES = 2;
const INTENT_EXAMPLES = 4;

const SYLLABLES = [
  'ba',
  'do',
  'fi',
  'gu',
  'ka',
  'le',
  'mo',
  'nu',
  'pi',
  'ro',
  'sa',
  'te',
  'vu',
  'wi',
  'zo',
  'che',
  'pla',
  'tri'
];

/** Words that no language has, so that no intent is another one's. */
const word = (i: number) =>
  [i % 18, Math.floor(i / 18) % 18, Math.floor(i / 324) % 18, 7].map(n => SYLLABLES[n]!).join('');

const { root, remove } = copiedRoot();
mkdirSync(join(root, 'policies/bench'));
for (let t = 0; t < TABLES; t++) writeTable(t);
for (let i = 0; i < INTENTS; i++) writeIntent(i);
for (let i = 0; i < TOOLS; i++) writeTool(i);

function writeTable(t: number): void {
  const names = Array.from({ length: 10 }, (_, i) => `bench_${t}_${i}`);
  const facts = names.map(name => `  ${name}: { type: integer, meaning: A number. }`);
  writeFileSync(
    join(root, `policies/bench/facts-${t}.yaml`),
    `kind: facts\nversion: 1\nid: bench_${t}\nfacts:\n${facts.join('\n')}\n`
  );
  const rules = Array.from({ length: RULES - 1 }, (_, r) => {
    const [a, b] = [names[r % 10]!, names[(r + 1) % 10]!];
    const fires = Array.from({ length: EXAMPLES }, (_x, k) => `        - { ${a}: ${r + 1}, ${b}: ${1000 + k} }`);
    const misses = Array.from({ length: EXAMPLES }, (_x, k) => `        - { ${a}: ${r + 1}, ${b}: ${500 + k} }`);
    return `  - id: rule-${r}
    ref: B${r}
    priority: ${1000 - r}
    why: It is one of many.
    when:
      all:
        - { fact: ${a}, operator: equal, value: ${r + 1} }
        - { fact: ${b}, operator: greaterThan, value: 900 }
    then: { decision: one, reason: many }
    says: One.
    examples:
      fires:
${fires.join('\n')}
      near_misses:
${misses.join('\n')}
`;
  });
  writeFileSync(
    join(root, `policies/bench/table-${t}.yaml`),
    `kind: rule-table
version: 1
id: bench_${t}
title: One of many
decides: [one, other]
facts: [${names.join(', ')}]
baseline: { ${names.map(name => `${name}: 0`).join(', ')} }
rules:
${rules.join('')}  - id: otherwise
    ref: B0
    priority: 1
    why: Everything else.
    when: always
    then: { decision: other, reason: other }
    says: Other.
    examples: { fires: [{}], near_misses: [{ ${names[0]}: 1, ${names[1]}: 1000 }] }
`
  );
}

function writeIntent(i: number): void {
  const [a, b] = [word(2 * i), word(2 * i + 1)];
  const examples = Array.from(
    { length: INTENT_EXAMPLES },
    (_, k) => `    - '${['please', 'now', 'today', 'again'][k]!} ${a} the ${b}'`
  );
  writeFileSync(
    join(root, `intents/bench_${i}.yaml`),
    `kind: intent
version: 1
name: bench_${i}
description: One of many.
requires: { identity: false, order: false }
plan: []
ends: { state: answered }
replies: { answered: What would you like to know? }
understand:
  phrases:
    - { say: '${a} ~2 ${b}', weight: 0.9 }
  examples:
${examples.join('\n')}
`
  );
}

function writeTool(i: number): void {
  writeFileSync(
    join(root, `tools.d/support/bench_${i}.yaml`),
    `kind: tool
version: 1
name: bench_${i}
description: One of many.
handler:
  use: http.get
  with:
    url: https://api.example.com/${i}/{order_id}
    record: { as: bench, fields: { status: { at: /status, type: string } } }
arguments:
  type: object
  additionalProperties: false
  required: [order_id]
  properties: { order_id: { type: string, pattern: '^[A-Z0-9-]{3,40}$' } }
requires_identity: true
required_scopes: [order:read]
allowed_intents: [bench_${i}]
idempotent: true
risk: read
`
  );
}

const { services } = await discover(join(PACKAGE_ROOT, 'plugins'), join(PACKAGE_ROOT, 'dist/plugins'));
const support = services.find(({ name }) => name === 'support')!;
const examples = TABLES * ((RULES - 1) * 2 * EXAMPLES + 2) + INTENTS * INTENT_EXAMPLES;
console.log(
  `${TABLES * RULES} rules, ${INTENTS} intents, ${TOOLS} tools, ${examples} examples beside the shipped files`
);
const measured = async (what: string, work: () => Promise<string>) => {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  const [wall, used] = [performance.now() - started, (user + system) / 1000];
  console.log(`${what}: ${wall.toFixed(0)} ms, ${used.toFixed(0)} ms of CPU; ${result}`);
};
for (const round of ['a first start', 'a reload'])
  await measured(round, async () => {
    const { problems, files } = await loadDocuments(loadOptions(root, support, services));
    return `${files} files, ${problems.length} problems`;
  });
await measured('policy check of all services', async () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await main(['policy', 'check', '--root', root], { env: {}, out: say, err: say });
  return said.at(-1)!;
});
remove();
