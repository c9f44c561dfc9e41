import {
  responseOf,
  resultOf,
  shorten,
  type Case,
  type CaseName,
  type Json,
  type Obligation,
  type Trial
} from '../case.js';
import { META, meta, PROTOCOL_VERSION, request } from '../messages.js';
import { isObject } from '../../../../core/index.js';

type Check = (result: Json, trial: Trial) => string | undefined | Promise<string | undefined>;

/** A good request whose result is looked at. */
export const result = (
  { id, rule, level }: CaseName,
  send: (id: string, trial: Trial) => Json,
  check: Check = () => undefined
): Case => ({
  id,
  rule,
  level,
  phase: 'result',
  async run(trial) {
    const value = trial.id();
    const got = resultOf(await trial.peer.ask(send(value, trial)), value);
    return typeof got === 'string' ? got : check(got, trial);
  }
});

const SCHEMA = 'schema: ';
const discover = (id: string, level: Obligation, rule: string, check: Check) =>
  result({ id: `discover-${id}`, rule, level }, value => request(value, 'server/discover'), check);
const list = (id: string, level: Obligation, rule: string, check: Check) =>
  result({ id: `list-${id}`, rule, level }, value => request(value, 'tools/list'), check);
const withMeta = (id: string, rule: string, changes: Json) =>
  result({ id, rule, level: 'must' }, value => request(value, 'tools/list', { _meta: meta(changes) }));

const complete: Check = ({ resultType }) =>
  resultType === 'complete' ? undefined : `resultType is ${shorten(resultType)}`;
const ttl: Check = ({ ttlMs }) =>
  Number.isInteger(ttlMs) && (ttlMs as number) >= 0 ? undefined : `ttlMs is ${shorten(ttlMs)}`;
const scope: Check = ({ cacheScope }) =>
  cacheScope === 'public' || cacheScope === 'private' ? undefined : `cacheScope is ${shorten(cacheScope)}`;
const serverInfo: Check = ({ _meta }) => {
  const info = isObject(_meta) ? _meta[META.serverInfo] : undefined;
  return isObject(info) && typeof info['name'] === 'string' && typeof info['version'] === 'string'
    ? undefined
    : `_meta["${META.serverInfo}"] is ${shorten(info)}`;
};

/** An id has to come back as it was sent. */
const echo = (id: string, value: string | number): Case => ({
  id: `id-${id}`,
  rule: 'JSON-RPC 2.0, 5: the id of the response is that of the request',
  level: 'must',
  phase: 'result',
  async run({ peer }) {
    const response = responseOf(await peer.ask(request(value, 'tools/list')), value);
    return response?.['id'] === value ? undefined : `the answer has the id ${shorten(response?.['id'])}`;
  }
});

export const resultCases: readonly Case[] = [
  discover('complete', 'must', 'basic: every result has a resultType', complete),
  discover('versions', 'must', `${SCHEMA}DiscoverResult`, ({ supportedVersions }) =>
    Array.isArray(supportedVersions) && supportedVersions.includes(PROTOCOL_VERSION)
      ? undefined
      : `supportedVersions is ${shorten(supportedVersions)}`
  ),
  discover('capabilities', 'must', `${SCHEMA}DiscoverResult`, ({ capabilities }) =>
    isObject(capabilities) && Object.values(capabilities).every(isObject)
      ? undefined
      : `capabilities is ${shorten(capabilities)}`
  ),
  discover('tools-capability', 'must', 'server/tools: capabilities', ({ capabilities }) =>
    isObject(capabilities) && isObject(capabilities['tools']) ? undefined : 'the tools capability is not declared'
  ),
  discover('instructions', 'must', `${SCHEMA}DiscoverResult`, ({ instructions }) =>
    instructions === undefined || typeof instructions === 'string' ? undefined : 'instructions is not a string'
  ),
  discover('ttl', 'must', `${SCHEMA}CacheableResult`, ttl),
  discover('cache-scope', 'must', `${SCHEMA}CacheableResult`, scope),
  discover('server-info', 'should', `${SCHEMA}ResultMetaObject`, serverInfo),
  list('complete', 'must', 'basic: every result has a resultType', complete),
  list('ttl', 'must', `${SCHEMA}CacheableResult`, ttl),
  list('cache-scope', 'must', `${SCHEMA}CacheableResult`, scope),
  list('server-info', 'should', `${SCHEMA}ResultMetaObject`, serverInfo),
  list('next-cursor', 'must', `${SCHEMA}PaginatedResult`, ({ nextCursor }) =>
    nextCursor === undefined || typeof nextCursor === 'string' ? undefined : 'nextCursor is not a string'
  ),
  list('same-order', 'should', 'server/tools: a deterministic list', async ({ tools }, { peer, id }) => {
    const value = id();
    const again = resultOf(await peer.ask(request(value, 'tools/list')), value);
    return isObject(again) && JSON.stringify(again['tools']) === JSON.stringify(tools)
      ? undefined
      : 'a second list differs';
  }),
  echo('string', 'an id with blanks & "quotes"'),
  echo('digits-as-string', '7'),
  echo('integer', 4711),
  echo('zero', 0),
  echo('negative', -3),
  echo('empty-string', ''),
  withMeta('meta-without-client-info', 'schema: RequestMetaObject, clientInfo is optional', {
    [META.clientInfo]: undefined
  }),
  withMeta('meta-unknown-keys', 'basic: unknown _meta keys are ignored', { 'com.example/extra': { deep: [1] } }),
  withMeta('meta-log-level', 'schema: LoggingLevel', { [META.logLevel]: 'emergency' }),
  withMeta('meta-trace-context', 'basic: trace context', {
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01'
  }),
  withMeta('meta-progress-token-zero', 'basic/utilities/progress: a token is a string or an integer', {
    progressToken: 0
  }),
  withMeta('meta-unknown-capability', 'schema: ClientCapabilities is not a closed set', {
    [META.clientCapabilities]: { experimental: { 'com.example/x': {} }, roots: {} }
  }),
  {
    id: 'subscriptions-listen',
    rule: 'basic: subscriptions are acknowledged first, or unknown',
    level: 'must',
    phase: 'result',
    async run({ peer, id }) {
      const value = id();
      const reply = await peer.ask(request(value, 'subscriptions/listen', { _meta: meta(), notifications: {} }));
      const response = responseOf(reply, value);
      if (response === undefined) return undefined;
      if (isObject(response['error']))
        return response['error']['code'] === -32601 ? undefined : `it was refused: ${shorten(response)}`;
      const tag = (m: unknown) => (isObject(m) && isObject(m['_meta']) ? m['_meta'][META.subscriptionId] : undefined);
      const first = reply.messages.find(m => isObject(m) && 'method' in m) as Json | undefined;
      if (first?.['method'] !== 'notifications/subscriptions/acknowledged')
        return 'it was not acknowledged before it ended';
      if (tag(first['params']) !== value) return 'the acknowledgement does not carry the subscription id';
      return tag(response['result']) === value ? undefined : 'the result does not carry the subscription id';
    }
  }
];
