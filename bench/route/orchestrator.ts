import { PACKAGE_ROOT } from '../../core/commands/main.js';
import { Metrics, start } from '../../core/index.js';
import { discover } from '../../core/kernel/discover.js';

/** The orchestrator as it is shipped, all duties on, with one registered server. Its log goes to /dev/null. */
const services = await discover(`${PACKAGE_ROOT}/plugins`, `${PACKAGE_ROOT}/dist/plugins`);
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
await start({ root: PACKAGE_ROOT, service, services, env, metrics: new Metrics(), log });
const registration = { name: 'bench', url: `http://127.0.0.1:${process.argv[2]}/mcp`, capabilities: ['bench'] };
const answer = await fetch(`http://127.0.0.1:${port}/servers`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(registration)
});
if (answer.status !== 201) throw new Error(await answer.text());
process.send?.({ port });
process.on('disconnect', () => process.exit());
