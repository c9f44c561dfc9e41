import { createHandle } from '../../core/mcp/index.js';
import { silentLog } from '../../core/index.js';
import { serveMcp, type McpSite } from '../harness/mcp-site.js';
import { fixtureServer } from './fixture-server.js';
import { proveConformance } from './prove-peers.js';

describe('the protocol layer and its peers', () => {
  let site: McpSite;
  before(async () => {
    site = await serveMcp({ handle: createHandle(fixtureServer, silentLog) });
  });
  after(() => site.close());

  proveConformance(() => ({
    url: `http://127.0.0.1:${site.port}/mcp`,
    baseline: 'protocol-layer.yaml'
  }));
});
