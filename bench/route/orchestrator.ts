import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../core/cli/main.js';
import { Metrics, start } from '../../core/index.js';
import { discover } from '../../core/kernel/discover.js';
import type { Usage } from './memory.js';

/**
 * The orchestrator, all duties on, with so many servers, and so many rules that just miss what is asked. Its log goes
 * where its standard error does.
 */
const [upstream, servers = 1, rules = 0] = process.argv.slice(2).map(Number);
const root = rulesRoot(rules);

const { services } = await discover(`${PACKAGE_ROOT}/plugins`, `${PACKAGE_ROOT}/dist/plugins`);
const service = services.find(({ name }) => name === 'orchestrator')!;
let port = 0;
const log = {
  debug() {},
  info(event: string, fields: object = {}) {
    if (event === 'http.listening') ({ port } = fields as { port: number });
  },
  warning: (event: string, fields?: object) => console.error(event, fields),
  error: (event: string, fields?: object) => console.error(event, fields)
};
const env = { MCP_PORT: '0', MCP_HOST: '127.0.0.1' };
await start({ root, service, services, env, metrics: new Metrics(), log });
// The server that is asked, and as many others as are asked for: the same one under other names, which do not fit.
for (let i = 0; i < servers; i++) {
  const capabilities = i === 0 ? ['bench'] : [`other-${i}`];
  const registration = { name: `bench-${i}`, url: `http://127.0.0.1:${upstream}/mcp`, capabilities };
  const answer = await fetch(`http://127.0.0.1:${port}/servers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration)
  });
  if (answer.status !== 201) throw new Error(await answer.text());
}
process.send?.({ port });
process.on('message', () => {
  gc!();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed / 1e6, resident: rss / 1e6 } satisfies Usage);
});
process.on('disconnect', () => process.exit());

function rulesRoot(count: number): string {
  if (count === 0) return PACKAGE_ROOT;
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-routing-'));
  cpSync(join(PACKAGE_ROOT, 'policies/routing'), join(folder, 'policies/routing'), { recursive: true });
  const rules = Array.from({ length: count }, (_, i) => ({
    id: `rule-${i}`,
    priority: i + 1,
    when: { tool: `*_${i}_*`, params: { 'arguments.path': `src-${i}/*` } },
    examples: [{ method: 'tools/call', params: { name: `a_${i}_b`, arguments: { path: `src-${i}/a` } } }],
    near_misses: [{ method: 'tools/call', params: { name: `a_${i}_b` } }]
  }));
  // JSON is YAML.
  writeFileSync(
    join(folder, 'policies/routing/rules.yaml'),
    JSON.stringify({ kind: 'routing-rules', version: 1, rules })
  );
  return folder;
}
