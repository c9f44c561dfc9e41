import { type Log, settingName, VERSION } from '../../../core/index.js';
import { ApiError, type HttpReply, type HttpRoute, type HttpSite } from '../../../core/http/index.js';
import { bearerCheck, createHandle, httpEndpoint, originCheck } from '../../../core/mcp/index.js';
import type { WorkspaceEndpoint } from '../endpoint.js';

export interface HttpAccess {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly bearer_token?: string | undefined;
  readonly allowed_origins: readonly string[];
  readonly max_request_bytes: number;
}

/** Beyond the budget of a call: its answer has to be redacted, assessed and written. */
const MARGIN_MS = 1000;
/** Longer than the budget and its margin, so that a client that is told nothing meanwhile is not cut off. */
const SILENCE_MS = 10_000;

const object = { type: 'object' };

/** The server over HTTP: the protocol at `POST /mcp`, and the probes. */
export function workspaceSite(endpoint: WorkspaceEndpoint, http: HttpAccess, log: Log): HttpSite<void> {
  const { server, budgetMs } = endpoint;
  const authorized = bearerCheck(http.bearer_token);
  const serve = httpEndpoint({
    handle: createHandle(server, log),
    log,
    foreign: originCheck({ host: http.host, allowedOrigins: http.allowed_origins }),
    authorized: ({ headers }) => authorized(headers.authorization),
    maxRequestBytes: http.max_request_bytes
  });
  return {
    name: 'workspace',
    title: 'bylaw workspace tool server',
    version: VERSION,
    description: 'Read-only tools over one folder for model clients, at POST /mcp, and the probes of its deployment.',
    host: http.host,
    port: http.port,
    portSetting: settingName('MCP', 'http', 'port'),
    maxBodyBytes: http.max_request_bytes,
    maxSilenceMs: budgetMs + SILENCE_MS,
    drainMs: budgetMs + MARGIN_MS,
    publicDocs: false,
    routes: [
      probe('/healthz', 'Whether the process is up', async () => ({ status: 200, body: { status: 'ok' } })),
      probe('/readyz', 'Whether the workspace can be served', async () => {
        const body = await endpoint.readiness();
        return { status: body.status === 'ready' ? 200 : 503, body };
      })
    ],
    mounts: [{ path: '/mcp', serve }],
    schemas: {},
    authenticate({ authorization }) {
      if (!authorized(authorization)) throw new ApiError(403, 'forbidden', 'The credential is missing or wrong.');
    },
    // Calls are in the log under their own name; there is no other record.
    record: async () => {}
  };
}

/** Answers anybody: whoever runs the container asks without a credential. */
const probe = (path: string, summary: string, handle: () => Promise<HttpReply>): HttpRoute<void> => ({
  method: 'GET',
  path,
  operationId: path.slice(1),
  summary,
  tag: 'probes',
  open: true,
  replies: {
    200: { description: 'Yes.', schema: object },
    503: { description: 'No, and what is missing.', schema: object }
  },
  handle
});
