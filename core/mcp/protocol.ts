/** The one revision of the Model Context Protocol that is spoken. A change of revision is a change of this line. */
export const PROTOCOL_VERSION = '2026-07-28';

/** What `server/discover` and every version error name. */
export const SUPPORTED_VERSIONS: readonly string[] = [PROTOCOL_VERSION];

/** JSON-RPC's own codes, and the three the specification adds. No others are ever sent. */
export const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022
} as const;

const PREFIX = 'io.modelcontextprotocol/';

/** Keys of `_meta`. */
export const META = {
  protocolVersion: `${PREFIX}protocolVersion`,
  clientCapabilities: `${PREFIX}clientCapabilities`,
  clientInfo: `${PREFIX}clientInfo`,
  logLevel: `${PREFIX}logLevel`,
  serverInfo: `${PREFIX}serverInfo`,
  subscriptionId: `${PREFIX}subscriptionId`
} as const;

export const MCP_LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency'
] as const;

/** How long clients may keep `server/discover` and `tools/list`, which carry no secrets and only change with a deployment. */
export const CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** Longest message that is read where no transport setting says otherwise. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
