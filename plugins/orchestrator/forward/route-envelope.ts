import { ApiError } from '../../../core/http/index.js';
import type { AttemptRecord, Envelope } from './envelope.js';
import type { Failure } from '../upstream/outcome.js';

/** `{server, result, attempts, duration_ms}`. `explain` says how a server was chosen, where the caller asked for that. */
export function routeEnvelope(explain: ((server: string | undefined) => object) | undefined): Envelope {
  const explained = (server: string | undefined) => (explain === undefined ? {} : { explain: explain(server) });
  return {
    head: (server, member) => `{"server":"${server}","${member}":`,
    tail(server, attempts, ms) {
      const more = explain === undefined ? '' : `,"explain":${bytesOf(explain(server))}`;
      return `,"attempts":${listOf(attempts)},"duration_ms":${Math.round(ms * 1000) / 1000}${more}}`;
    },
    failed(answer, { server, failure: { outcome, reason }, stopped, attempts }) {
      const detail = { attempts, stopped, reason, ...explained(server) };
      answer.fail(
        outcome === 'timeout'
          ? new ApiError(504, 'upstream_timeout', 'No server answered in time.', detail)
          : new ApiError(502, 'upstream_error', SENTENCES[outcome], detail)
      );
    },
    unroutable(answer, registered) {
      const detail = { registered_servers: registered, ...explained(undefined) };
      answer.fail(new ApiError(503, 'no_server_available', 'No server that fits this request can be used.', detail));
    }
  };
}

/** Written by hand, since names and outcomes need no escaping. */
function listOf(attempts: readonly AttemptRecord[]): string {
  let list = '';
  for (const { server, outcome, duration_ms } of attempts)
    list += `${list === '' ? '[' : ','}{"server":"${server}","outcome":"${outcome}","duration_ms":${duration_ms}}`;
  return `${list}]`;
}

const bytesOf = (value: object) => Buffer.from(JSON.stringify(value)).toString('latin1');

const SENTENCES: Readonly<Record<Exclude<Failure['outcome'], 'timeout'>, string>> = {
  connect_failed: 'The server could not be reached.',
  connection_lost: 'The connection to the server broke before it had answered.',
  unavailable: 'The server says that it cannot serve at the moment.',
  bad_response: 'What the server answered is not a JSON-RPC response.',
  cancelled: 'The caller has gone.'
};
