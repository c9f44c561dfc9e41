import type { DocumentKind } from '../../../core/index.js';
import { closed } from '../json-schema.js';
import { compileCredential, type Credential, type CredentialContent, CREDENTIALS } from './credentials.js';
import { compileHosts, type AllowedHosts } from './hosts.js';

/** How servers are judged. Shares are from 0 to 1, times in milliseconds. */
export interface HealthPolicy {
  readonly degradedAfterFailedProbes: number;
  readonly unhealthyAfterFailedProbes: number;
  readonly healthyAfterGoodProbes: number;
  readonly passiveFailureShare: number;
  readonly slowShareOfTimeout: number;
  /** Undefined where a server that comes and goes need not prove itself for longer each time. */
  readonly flapping: { readonly windowMs: number; readonly mostGoodProbes: number } | undefined;
}

/** What is done with a tool whose description changed, or reads like an attack on models. */
export interface ToolReviewPolicy {
  readonly changed: 'flag' | 'block';
  readonly suspicious: 'flag' | 'block';
}

/** A limit on the retries of all requests together. */
export interface RetryBudgetPolicy {
  /** Retries per request, on average. */
  readonly extraLoadShare: number;
  /** Retries that are there before any request earned them. */
  readonly reserve: number;
  /** Retries that can be saved up for the moment when a server breaks with many requests in flight. */
  readonly mostSaved: number;
}

export interface RetryPolicy {
  /** Undefined where each request has its retries, whatever others need. */
  readonly budget: RetryBudgetPolicy | undefined;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

export interface BodyLimits {
  readonly maxRequestBytes: number;
  /** Answers up to this size are checked whole; larger ones are passed on as they come. */
  readonly streamAboveBytes: number;
  /** One event of an event stream, or what follows a result. */
  readonly maxEventBytes: number;
}

export interface RoutingPolicy {
  readonly allowedHosts: AllowedHosts;
  /** The first that fits counts. */
  readonly credentials: readonly Credential[];
  readonly health: HealthPolicy;
  readonly retries: RetryPolicy;
  readonly limits: BodyLimits;
  readonly tools: ToolReviewPolicy;
  /** Whether `/mcp` lists the tools of degraded servers. */
  readonly listDegraded: boolean;
  /** Servers that can be registered. */
  readonly maxServers: number;
}

const count = (description: string, maximum = 1000) => ({ type: 'integer', minimum: 1, maximum, description });
const share = (description: string) => ({ type: 'number', minimum: 0, maximum: 1, description });
const ms = (description: string) => ({ type: 'integer', minimum: 0, maximum: 60_000, description });
const bytes = (description: string) => ({ type: 'integer', minimum: 1024, maximum: 1_073_741_824, description });
const HOSTS = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 253 } } as const;

/** `policies/routing/routing.yaml`: exactly one file. */
export const RoutingPolicyKind: DocumentKind<RoutingPolicy> = {
  id: 'routing-policy',
  version: 1,
  folder: 'policies/routing',
  nameOf: () => 'routing-policy',
  schema: closed(
    {
      kind: { const: 'routing-policy' },
      version: { const: 1 },
      allowed_hosts: {
        ...HOSTS,
        description: "Hosts a server may be registered on: 'tools.example.com', '*.example.com', '10.0.0.0/8', '*'."
      },
      credentials: CREDENTIALS({ ...HOSTS, minItems: 1, description: 'As in allowed_hosts.' }),
      health: closed(
        {
          degraded_after_failed_probes: count('Failed probes in a row after which a server is degraded.'),
          unhealthy_after_failed_probes: count('Failed probes in a row after which a server is no longer routed to.'),
          healthy_after_good_probes: count('Good probes in a row after which a server is healthy again.'),
          passive_failure_share: share(
            'A server is degraded when more than this share of a minute of requests failed.'
          ),
          slow_share_of_timeout: share('A server is degraded when its p95 is above this share of the request timeout.'),
          flapping: closed({
            window_minutes: count(
              'An ejection counts for this long; each further one doubles the good probes needed.',
              1440
            ),
            most_good_probes: count('Good probes that are needed at most.')
          })
        },
        ['flapping']
      ),
      retries: closed(
        {
          budget: closed({
            extra_load_share: share('Retries per request that the servers have to bear on average.'),
            reserve: count('Retries that are allowed before requests have earned any.'),
            most_saved: count('Retries that can be saved up at most.', 100_000)
          }),
          first_pause_ms: ms('Longest pause before the first retry; each further one doubles it.'),
          longest_pause_ms: ms('Longest pause before any retry.')
        },
        ['budget']
      ),
      tools: closed({
        changed: {
          enum: ['flag', 'block'],
          description: 'A tool of which its server says something else than was first seen.'
        },
        suspicious: {
          enum: ['flag', 'block'],
          description: 'A tool in whose description the rules of policies/injection find what steers models.'
        }
      }),
      mcp: closed({
        list_degraded: {
          type: 'boolean',
          description: 'List the tools of degraded servers at /mcp as well; otherwise those of healthy ones alone.'
        }
      }),
      limits: closed({
        max_servers: count('Servers that can be registered.', 100_000),
        max_request_bytes: bytes('Largest body of a request; read when the service starts.'),
        stream_above_bytes: bytes('Answers larger than this are passed on as they come.'),
        max_event_bytes: bytes('Largest single event of an answer that is an event stream.')
      })
    },
    ['credentials']
  ),
  compile({ allowed_hosts, credentials = [], health, retries, limits, mcp, tools }, report) {
    const hosts = (patterns: readonly string[], pointer: string) =>
      compileHosts(patterns, (i, message) => report(`${pointer}/${i}`, 'routing_host_pattern', message));
    return {
      allowedHosts: hosts(allowed_hosts, '/allowed_hosts'),
      credentials: (credentials as readonly CredentialContent[]).map((content, i) => {
        if (content.bearer_from !== undefined && content.oauth !== undefined)
          report(`/credentials/${i}`, 'routing_credential', 'bearer_from and oauth write the same header; keep one');
        return compileCredential(content, hosts(content.hosts, `/credentials/${i}/hosts`));
      }),
      health: {
        degradedAfterFailedProbes: health.degraded_after_failed_probes,
        unhealthyAfterFailedProbes: health.unhealthy_after_failed_probes,
        healthyAfterGoodProbes: health.healthy_after_good_probes,
        passiveFailureShare: health.passive_failure_share,
        slowShareOfTimeout: health.slow_share_of_timeout,
        flapping: health.flapping && {
          windowMs: health.flapping.window_minutes * 60_000,
          mostGoodProbes: health.flapping.most_good_probes
        }
      },
      retries: {
        budget: retries.budget && {
          extraLoadShare: retries.budget.extra_load_share,
          reserve: retries.budget.reserve,
          mostSaved: retries.budget.most_saved
        },
        firstPauseMs: retries.first_pause_ms,
        longestPauseMs: retries.longest_pause_ms
      },
      tools,
      listDegraded: mcp.list_degraded,
      maxServers: limits.max_servers,
      limits: {
        maxRequestBytes: limits.max_request_bytes,
        streamAboveBytes: limits.stream_above_bytes,
        maxEventBytes: limits.max_event_bytes
      }
    };
  }
};
