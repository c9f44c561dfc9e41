import { createHandle, serveHttp, type McpHttp } from '../../core/mcp/index.js';
import { silentLog } from '../../core/index.js';
import { fixtureServer } from './fixture-server.js';
import { proveConformance } from './prove-peers.js';

describe('the protocol layer and its peers', function () {
  this.timeout(60_000);
  let site: McpHttp;
  before(async () => {
    site = await serveHttp({
      handle: createHandle(fixtureServer, silentLog),
      log: silentLog,
      host: '127.0.0.1',
      port: 0,
      allowedOrigins: [],
      maxRequestBytes: 1_048_576,
      probes: {}
    });
  });
  after(() => site.close(100));

  proveConformance(() => ({
    url: `http://127.0.0.1:${site.port}/mcp`,
    baseline: 'protocol-layer.yaml'
  }));
});
