import { all, definePlugin } from '../../core/index.js';
import { HttpSite } from '../../core/http/index.js';
import { PATIENCE } from './patience.js';
import type { SiteServer } from './site-server.js';

interface Options {
  readonly headers_seconds: number;
  readonly request_seconds: number;
  readonly keep_alive_seconds: number;
  readonly drain_seconds: number;
}

const seconds = (defaultMs: number, description: string) => ({
  type: 'number',
  exclusiveMinimum: 0,
  maximum: 3600,
  default: defaultMs / 1000,
  description
});

export default definePlugin<Options>()({
  name: 'http-express',
  version: '1.0.0',
  contract: 1,
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      headers_seconds: seconds(PATIENCE.headersMs, 'Time for all headers of a request to arrive.'),
      request_seconds: seconds(PATIENCE.requestMs, 'Time for a whole request to arrive.'),
      keep_alive_seconds: seconds(PATIENCE.keepAliveMs, 'How long an idle connection stays open.'),
      drain_seconds: seconds(PATIENCE.drainMs, 'Time for requests under way to finish when the service stops.')
    }
  },
  needs: { sites: all(HttpSite) },
  provides: [],
  async start({ sites }, { options, log }) {
    if (sites.length === 0) return;
    // Express takes long to load, and most commands start no server.
    const { createSiteServer } = await import('./site-server.js');
    const patience = {
      headersMs: options.headers_seconds * 1000,
      requestMs: options.request_seconds * 1000,
      keepAliveMs: options.keep_alive_seconds * 1000,
      drainMs: options.drain_seconds * 1000,
      lingerMs: PATIENCE.lingerMs
    };
    const started: SiteServer[] = [];
    const stop = async () => void (await Promise.all(started.map(server => server.stop())));
    try {
      for (const site of sites) {
        const server = createSiteServer(site, { log, patience });
        const { address, port } = await server.listen();
        started.push(server);
        log.info('http.listening', { site: site.name, host: address, port });
      }
    } catch (error) {
      await stop();
      throw error;
    }
    return stop;
  }
});
