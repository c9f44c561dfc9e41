import events from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { type Log, StartupError } from '../../core/index.js';
import type { Signal } from './signal.js';

/** `GET /metrics` on a listener of its own, since scrapers have no tenant and no key. */
export async function servePrometheus(host: string, port: number, log: Log): Promise<Signal<PrometheusExporter>> {
  const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') response.writeHead(404).end();
    else if (request.method !== 'GET') response.writeHead(405, { allow: 'GET' }).end();
    else exporter.getMetricsRequestHandler(request, response);
  });
  server.listen(port, host);
  try {
    await events.once(server, 'listening');
  } catch (error) {
    const message = `OBSERVABILITY__PROMETHEUS_PORT ${port} on ${host} cannot be listened on (${(error as NodeJS.ErrnoException).code}); choose another one`;
    throw new StartupError([{ code: 'listen_failed', message }]);
  }
  log.info('telemetry.listening', { host, port: (server.address() as AddressInfo).port });
  return {
    take: exporter,
    async shutdown() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    }
  };
}
