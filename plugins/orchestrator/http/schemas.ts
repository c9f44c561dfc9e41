import { STOPS } from '../forward/retry.js';
import { STATUSES } from '../health/health.js';
import { closed, nullable } from '../json-schema.js';
import { CAPABILITY, REGISTRATION, SERVER_NAME, SERVER_STATES } from '../policy/tool-servers.js';
import { OUTCOMES } from '../upstream/outcome.js';

export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const string = { type: 'string' } as const;
const timestamp = { type: 'string', format: 'date-time' } as const;
const number = { type: 'number' } as const;
const integer = { type: 'integer', minimum: 0 } as const;
const list = (items: object) => ({ type: 'array', items });

const METHOD = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_./$-]{0,127}$' };

const percentiles = (...names: readonly string[]) =>
  closed(Object.fromEntries(names.map(name => [name, nullable(number)])));
const counts = { type: 'object', additionalProperties: integer };
const timed = {
  latency_ms: percentiles('p50', 'p90', 'p95', 'p99'),
  latency_sum_ms: number,
  latency_count: integer
};
const retried = { retries: integer, failovers: integer, ejections: integer };

/** Every body of the interface, by name. */
export const SCHEMAS: Readonly<Record<string, object>> = {
  Registration: closed(REGISTRATION, ['metadata', 'weight']),
  ServerChange: {
    ...closed(
      {
        state: { enum: SERVER_STATES },
        accept_tools: { const: true, description: 'Take what it says of its tools now for right.' }
      },
      ['state', 'accept_tools']
    ),
    minProperties: 1
  },
  Server: {
    type: 'object',
    required: ['name', 'url', 'capabilities', 'metadata', 'status', 'registered_at', 'last_checked_at'],
    properties: {
      name: string,
      url: string,
      capabilities: list(string),
      metadata: { type: 'object' },
      status: { enum: STATUSES },
      registered_at: timestamp,
      last_checked_at: nullable(timestamp),
      last_error: nullable(string),
      consecutive_failures: { ...integer, description: 'Failed probes in a row.' },
      latency_ms: percentiles('p50', 'p95', 'p99'),
      state: { enum: SERVER_STATES, description: "With detail. 'draining' gets nothing new." },
      weight: { type: 'integer', description: 'With detail.' },
      owner: { ...string, description: 'With detail: the key that registered it, or the file that lists it.' },
      discovered_capabilities: { ...nullable(list(string)), description: 'With detail.' },
      tools: { ...nullable(list({ type: 'object' })), description: 'With detail.' }
    }
  },
  Servers: closed({ servers: list(reference('Server')) }),
  RouteRequest: closed(
    {
      server: { ...SERVER_NAME, description: 'Go to this server and to no other.' },
      capability: { ...CAPABILITY, description: 'Only servers that have it fit.' },
      method: METHOD,
      params: { type: 'object', description: "Passed on as they come; '_meta' is filled in." },
      timeout_ms: { type: 'integer', minimum: 1, maximum: 600_000, description: 'Less time than the setting allows.' },
      explain: { type: 'boolean', description: 'Say in the answer how the server was chosen.' }
    },
    ['server', 'capability', 'params', 'timeout_ms', 'explain']
  ),
  Attempt: closed({ server: string, outcome: { enum: OUTCOMES }, duration_ms: number }),
  Explanation: closed({
    step: { enum: ['name', 'rule', 'round_robin'] },
    rule: nullable(closed({ id: string, file: string, line: { type: 'integer' } })),
    choose: { enum: ['round_robin', 'least_pending', 'hash'] },
    candidates: list(string),
    chosen: nullable(string),
    passed_over: list(closed({ server: string, why: string })),
    rules: list(closed({ id: string, file: string, line: { type: 'integer' }, came_to: string }))
  }),
  RouteAnswer: {
    type: 'object',
    required: ['server', 'attempts', 'duration_ms'],
    properties: {
      server: string,
      attempts: list(reference('Attempt')),
      duration_ms: number,
      result: { type: 'object', description: 'As the server sent it.' },
      error: { type: 'object', description: "The server's own JSON-RPC error." },
      explain: reference('Explanation')
    },
    oneOf: [{ required: ['result'] }, { required: ['error'] }]
  },
  RouteFailure: closed(
    {
      attempts: list(reference('Attempt')),
      stopped: { enum: STOPS, description: 'Why no further attempt was made.' },
      reason: string,
      explain: reference('Explanation')
    },
    ['explain']
  ),
  Rules: closed({
    revision: string,
    rules: list(
      closed({
        id: string,
        priority: integer,
        file: string,
        line: integer,
        servers: nullable(list(string)),
        capability: nullable(string),
        choice: { enum: ['round_robin', 'least_pending', 'hash'] }
      })
    )
  }),
  Health: closed({
    status: { enum: STATUSES },
    registered_servers: integer,
    healthy_servers: integer,
    uptime_ms: integer,
    version: string,
    reasons: list({ ...string, description: 'A stable code, a colon, and what it means.' })
  }),
  Metrics: closed({
    uptime_ms: integer,
    window_ms: integer,
    requests: closed({ total: integer, unroutable: integer, outcomes: counts }),
    ...timed,
    ...retried,
    callers: list(
      closed({
        name: string,
        in_flight: integer,
        most_in_flight: nullable(integer),
        left: nullable(integer),
        per_minute: nullable(integer),
        refused: integer
      })
    ),
    recent_failures: list(
      closed({
        at: string,
        server: string,
        method: string,
        outcome: { enum: OUTCOMES },
        reason: string,
        attempts: integer
      })
    ),
    servers: list(
      closed({
        name: string,
        status: { enum: STATUSES },
        attempts: integer,
        methods: { type: 'object', additionalProperties: counts },
        tools: { type: 'object', additionalProperties: counts },
        ...timed,
        pending: integer,
        ...retried,
        connections: counts
      })
    )
  })
};
