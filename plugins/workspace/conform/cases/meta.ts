import { isObject } from '../../../../core/index.js';
import { CODES } from '../../../../core/mcp/index.js';
import { type Case, type Json, type Obligation } from '../case.js';
import { META, meta, PROTOCOL_VERSION, request } from '../messages.js';
import { refusal } from '../refusal.js';

const RULE = 'basic: _meta is required on every request';
const good = { 'MCP-Protocol-Version': PROTOCOL_VERSION };

/** Where the body names no version, the header still names the right one. */
const bad = (id: string, params: (id: string) => unknown, level: Obligation = 'must', rule = RULE): Case =>
  refusal({
    id,
    rule,
    level,
    code: CODES.invalidParams,
    status: 400,
    send: value => {
      const message: Json = { jsonrpc: '2.0', id: value, method: 'tools/list' };
      const given = params(value);
      return given === undefined ? message : { ...message, params: given };
    },
    sending: () => ({ headers: good })
  });

const withMeta = (changes: Json) => () => ({ _meta: meta(changes) });
const TYPES = 'schema: RequestMetaObject';

/** Requests that do not say what every request says. */
export const metaCases: readonly Case[] = [
  bad('meta-params-absent', () => undefined),
  bad('meta-absent', () => ({})),
  bad('meta-null', () => ({ _meta: null })),
  bad('meta-string', () => ({ _meta: PROTOCOL_VERSION })),
  bad('meta-array', () => ({ _meta: [] })),
  bad('meta-empty', () => ({ _meta: {} })),
  bad('meta-params-array', () => [meta()]),
  bad('meta-params-string', () => 'all'),
  bad('meta-version-absent', withMeta({ [META.protocolVersion]: undefined })),
  bad('meta-version-number', withMeta({ [META.protocolVersion]: 20260728 })),
  bad('meta-version-null', withMeta({ [META.protocolVersion]: null })),
  bad('meta-capabilities-absent', withMeta({ [META.clientCapabilities]: undefined })),
  bad('meta-capabilities-null', withMeta({ [META.clientCapabilities]: null })),
  bad('meta-capabilities-string', withMeta({ [META.clientCapabilities]: 'all' })),
  bad('meta-capabilities-array', withMeta({ [META.clientCapabilities]: [] })),
  bad('meta-client-string', withMeta({ [META.clientInfo]: 'me' }), 'should', TYPES),
  bad('meta-client-nameless', withMeta({ [META.clientInfo]: { version: '1' } }), 'should', TYPES),
  bad('meta-client-versionless', withMeta({ [META.clientInfo]: { name: 'me' } }), 'should', TYPES),
  bad('meta-log-level-unknown', withMeta({ [META.logLevel]: 'loud' }), 'should', TYPES),
  bad('meta-progress-token-object', withMeta({ progressToken: {} }), 'should', TYPES)
];

const version = (id: string, requested: string, error?: (error: Json) => string | undefined): Case =>
  refusal({
    id,
    rule: 'schema: UnsupportedProtocolVersionError',
    code: CODES.unsupportedVersion,
    status: 400,
    send: value => request(value, 'tools/list', { _meta: meta({ [META.protocolVersion]: requested }) }),
    ...(error === undefined ? {} : { error })
  });

const names = (error: Json) => JSON.stringify(error).includes(PROTOCOL_VERSION);

/** Requests of other revisions. */
export const versionCases: readonly Case[] = [
  version('version-2025-11-25', '2025-11-25'),
  version('version-2024-11-05', '2024-11-05'),
  version('version-draft', 'draft'),
  version('version-future', '2099-01-01'),
  version('version-data-supported', '1999-01-01', ({ data }) =>
    isObject(data) && Array.isArray(data['supported']) && data['supported'].includes(PROTOCOL_VERSION)
      ? undefined
      : 'data.supported does not list the revision that is served'
  ),
  version('version-data-requested', '1999-01-01', ({ data }) =>
    isObject(data) && data['requested'] === '1999-01-01'
      ? undefined
      : 'data.requested is not the revision that was sent'
  ),
  refusal({
    id: 'initialize-of-older-clients',
    rule: 'basic: a server that does not speak a revision says which ones it does',
    level: 'should',
    code: [CODES.unsupportedVersion, CODES.invalidParams, CODES.methodNotFound, CODES.headerMismatch],
    send: id => ({
      jsonrpc: '2.0',
      id,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } }
    }),
    error: error => (names(error) ? undefined : `the error does not name ${PROTOCOL_VERSION}`)
  })
];
