import { parseArgs } from 'node:util';
import { printCost } from './route/cost.js';
import { printMemory } from './route/memory.js';

/**
 * What routing costs: one JSON POST to a trivial tool server, directly, through nginx, through the shortest proxy that
 * Node allows, and through the orchestrator with all its duties on. Routers run on core 0, load and server on core 1;
 * rounds are interleaved, and ratios are of medians. Only ratios and CPU are worth comparing between machines.
 *
 *     node dist/bench/route.js [rounds, 5] [seconds, 3] [--peers] [--servers N,N…]
 *     node dist/bench/route.js --only memory [--requests 1000000]
 *
 * `--peers` installs mcp-hub and mcp-proxy from the npm registry into a temporary folder and measures them as well. They
 * do other work: mcp-hub takes REST and speaks an older revision to the server, mcp-proxy speaks MCP on both sides, with
 * the server as a process behind it. With `--servers` the orchestrator is compared with itself, with so many servers
 * registered.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    peers: { type: 'boolean', default: false },
    servers: { type: 'string', default: '' },
    requests: { type: 'string', default: '1000000' },
    only: { type: 'string' }
  }
});
const servers = values.servers.split(',').filter(Boolean).map(Number);
const [rounds = '5', seconds = '3'] = positionals;
if (values.only === 'memory') await printMemory(Number(values.requests));
else if (values.only === undefined) await printCost(Number(rounds), Number(seconds), { peers: values.peers, servers });
else throw new Error(`${values.only} is no part; there is memory`);
