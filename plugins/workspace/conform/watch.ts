import { isObject } from '../../../core/index.js';
import { CODES } from '../../../core/mcp/index.js';
import { shorten, type Json, type Obligation } from './case.js';

/** Looks at everything the server has sent, whatever for. */
export interface Watch {
  readonly id: string;
  readonly rule: string;
  readonly level: Obligation;
  readonly on?: 'stdio' | 'http';
  wrong(message: unknown): boolean;
}

const own: readonly number[] = [CODES.headerMismatch, CODES.unsupportedVersion, -32021];
const errorOf = (message: unknown): unknown => (isObject(message) ? message['error'] : undefined);
const code = (message: unknown): number => {
  const error = errorOf(message);
  return isObject(error) && typeof error['code'] === 'number' ? error['code'] : 0;
};
const isResponse = (message: Json) => 'result' in message || 'error' in message;
const STACK = /\n\s+at .+:\d+|Traceback \(most recent call last\)/;

export const watches: readonly Watch[] = [
  {
    id: 'only-protocol-on-stdout',
    rule: 'transports: stdio, nothing else is written to stdout',
    level: 'must',
    on: 'stdio',
    wrong: message => !isObject(message) || message['jsonrpc'] !== '2.0'
  },
  {
    id: 'message-version',
    rule: 'JSON-RPC 2.0, 4 and 5',
    level: 'must',
    wrong: message => isObject(message) && message['jsonrpc'] !== '2.0'
  },
  {
    id: 'result-or-error',
    rule: 'JSON-RPC 2.0, 5: exactly one of result and error',
    level: 'must',
    wrong: message => isObject(message) && 'result' in message && 'error' in message
  },
  {
    id: 'result-type',
    rule: 'basic: every result has a resultType',
    level: 'must',
    wrong: message =>
      isObject(message) && isObject(message['result']) && typeof message['result']['resultType'] !== 'string'
  },
  {
    id: 'result-has-an-id',
    rule: 'JSON-RPC 2.0, 5: a result carries the id of its request',
    level: 'must',
    wrong: message => isObject(message) && 'result' in message && !['string', 'number'].includes(typeof message['id'])
  },
  {
    id: 'error-object',
    rule: 'JSON-RPC 2.0, 5.1: an integer code and a message',
    level: 'must',
    wrong: message =>
      isObject(message) &&
      'error' in message &&
      !(
        isObject(message['error']) &&
        Number.isInteger(message['error']['code']) &&
        typeof message['error']['message'] === 'string'
      )
  },
  {
    id: 'error-code-reserved',
    rule: "basic: -32020 to -32099 are the specification's",
    level: 'must',
    wrong: message => code(message) <= -32020 && code(message) >= -32099 && !own.includes(code(message))
  },
  {
    id: 'error-code-removed',
    rule: 'basic: -32002 and -32042 are never sent',
    level: 'must',
    wrong: message => [-32002, -32042].includes(code(message))
  },
  {
    id: 'error-code-legacy',
    rule: 'basic: -32000 to -32019 are not used any more',
    level: 'should',
    wrong: message => code(message) <= -32000 && code(message) >= -32019
  },
  {
    id: 'error-without-stack',
    rule: 'security: errors do not show the inside of the server',
    level: 'should',
    wrong: message => STACK.test(JSON.stringify(errorOf(message) ?? '').replaceAll('\\n', '\n'))
  },
  {
    id: 'no-server-requests',
    rule: 'basic: only clients ask',
    level: 'must',
    wrong: message => isObject(message) && 'method' in message && 'id' in message && !isResponse(message)
  },
  {
    id: 'no-unasked-log-messages',
    rule: 'schema: RequestMetaObject, without a logLevel there are no notifications/message',
    level: 'must',
    wrong: message => isObject(message) && message['method'] === 'notifications/message'
  },
  {
    id: 'no-unknown-notifications',
    rule: 'transports: stdio, notifications belong to a request',
    level: 'must',
    wrong: message =>
      isObject(message) &&
      typeof message['method'] === 'string' &&
      !['notifications/progress', 'notifications/message', 'notifications/subscriptions/acknowledged'].includes(
        message['method']
      )
  }
];

export const describeWrong = (message: unknown) => `it sent ${shorten(message)}`;
