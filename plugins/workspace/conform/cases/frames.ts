import { CODES } from '../../../../core/mcp/index.js';
import type { Case } from '../case.js';
import { meta, request } from '../messages.js';
import { refusal } from '../refusal.js';

const REQUEST = 'JSON-RPC 2.0, 4: request object';
const ERROR = 'JSON-RPC 2.0, 5.1: error object';
const MESSAGES = 'basic: messages';

const unreadable = (id: string, text: string): Case =>
  refusal({ id, rule: ERROR, code: CODES.parseError, status: 400, anonymous: true, send: () => text });

const shape = (id: string, rule: string, message: (id: string) => unknown): Case =>
  refusal({ id, rule, code: CODES.invalidRequest, status: 400, anonymous: true, send: message });

const withId = (value: unknown) => () => ({ ...request('', 'tools/list'), id: value });

/** What is not a message at all. */
export const frameCases: readonly Case[] = [
  unreadable('frame-cut-short', '{"jsonrpc":"2.0","id":1,"method":'),
  unreadable('frame-not-json', 'hello'),
  unreadable('frame-two-values', '{} {}'),
  shape('frame-batch', `${MESSAGES}: no batches`, id => [request(id, 'tools/list')]),
  shape('frame-empty-batch', `${MESSAGES}: no batches`, () => []),
  shape('frame-string', REQUEST, () => '"tools/list"'),
  shape('frame-number', REQUEST, () => '42'),
  shape('frame-null', REQUEST, () => 'null'),
  shape('frame-empty-object', REQUEST, () => ({})),
  shape('frame-version-absent', REQUEST, id => ({ id, method: 'tools/list', params: { _meta: meta() } })),
  shape('frame-version-1.0', REQUEST, id => ({ ...request(id, 'tools/list'), jsonrpc: '1.0' })),
  shape('frame-version-number', REQUEST, id => ({ ...request(id, 'tools/list'), jsonrpc: 2 })),
  shape('frame-method-absent', REQUEST, id => ({ jsonrpc: '2.0', id, params: { _meta: meta() } })),
  shape('frame-method-number', REQUEST, id => ({ ...request(id, ''), method: 7 })),
  shape('frame-method-null', REQUEST, id => ({ ...request(id, ''), method: null })),
  shape('frame-id-null', `${MESSAGES}: the id is not null`, withId(null)),
  shape('frame-id-fraction', `${MESSAGES}: the id is a string or an integer`, withId(1.5)),
  shape('frame-id-boolean', `${MESSAGES}: the id is a string or an integer`, withId(true)),
  shape('frame-id-object', `${MESSAGES}: the id is a string or an integer`, withId({})),
  shape('frame-id-array', `${MESSAGES}: the id is a string or an integer`, withId([1])),
  {
    ...shape('frame-response', `${MESSAGES}: only clients ask`, id => ({ jsonrpc: '2.0', id, result: {} })),
    level: 'should'
  },
  {
    ...shape('frame-error', `${MESSAGES}: only clients ask`, id => ({
      jsonrpc: '2.0',
      id,
      error: { code: -32603, message: 'no' }
    })),
    level: 'should'
  }
];
