import { all, definePlugin } from '../../core/index.js';
import { HttpSite, SitePages } from '../../core/http/index.js';
import { LOAD_LIMITS } from './load.js';
import { TIME_LIMITS } from './time-limits.js';
import type { SiteServer } from './site-server.js';

interface Options {
  readonly headers_seconds: number;
  readonly request_seconds: number;
  readonly keep_alive_seconds: number;
  readonly drain_seconds: number;
  readonly requests_in_flight: number;
  readonly connections_per_address: number;
  readonly body_megabytes: number;
  readonly untaken_megabytes: number;
}

const seconds = (defaultMs: number, description: string) => ({
  type: 'number',
  exclusiveMinimum: 0,
  maximum: 3600,
  default: defaultMs / 1000,
  description
});

const count = (byDefault: number, description: string) => ({
  type: 'integer',
  minimum: 1,
  maximum: 1_000_000,
  default: byDefault,
  description
});
const MEGABYTE = 1_048_576;

export default definePlugin<Options>()({
  name: 'http-express',
  version: '1.0.0',
  contract: 1,
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      headers_seconds: seconds(TIME_LIMITS.headersMs, 'Time for all headers of a request to arrive.'),
      request_seconds: seconds(TIME_LIMITS.requestMs, 'Time for a whole request to arrive.'),
      keep_alive_seconds: seconds(TIME_LIMITS.keepAliveMs, 'How long an idle connection stays open.'),
      drain_seconds: seconds(TIME_LIMITS.drainMs, 'Time for requests under way to finish when the service stops.'),
      requests_in_flight: count(LOAD_LIMITS.inFlight, 'Requests of one connection that its client has no answer to.'),
      connections_per_address: count(
        LOAD_LIMITS.perAddress,
        'Connections from one address, which may be that of a proxy in front.'
      ),
      body_megabytes: count(LOAD_LIMITS.bodyBytes / MEGABYTE, 'Request bodies that are being read, all together.'),
      untaken_megabytes: count(
        LOAD_LIMITS.untakenOfAll / MEGABYTE,
        'Answers that clients have not taken, all together; the slowest are cut off first.'
      )
    }
  },
  needs: { sites: all(HttpSite), pages: all(SitePages) },
  provides: [],
  async start({ sites, pages }, { options, log }) {
    if (sites.length === 0) return;
    // Express takes long to load, and most commands start no server.
    const { createSiteServer } = await import('./site-server.js');
    const timeLimits = {
      headersMs: options.headers_seconds * 1000,
      requestMs: options.request_seconds * 1000,
      keepAliveMs: options.keep_alive_seconds * 1000,
      drainMs: options.drain_seconds * 1000,
      lingerMs: TIME_LIMITS.lingerMs
    };
    const loadLimits = {
      inFlight: options.requests_in_flight,
      perAddress: options.connections_per_address,
      bodyBytes: options.body_megabytes * MEGABYTE,
      untakenOfOne: LOAD_LIMITS.untakenOfOne,
      untakenOfAll: options.untaken_megabytes * MEGABYTE
    };
    const started: SiteServer[] = [];
    const stop = async () => void (await Promise.all(started.map(server => server.stop())));
    try {
      for (const site of sites) {
        const brought = pages.filter(each => each.site === site.name).flatMap(each => each.pages);
        const whole = brought.length === 0 ? site : { ...site, pages: [...(site.pages ?? []), ...brought] };
        const server = createSiteServer(whole, { log, timeLimits, loadLimits });
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
