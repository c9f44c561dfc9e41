import { isAscii, isUtf8 } from 'node:buffer';
import { membersOf } from './members.js';
import type { Answer, Failure } from './outcome.js';
import { isObject } from '../../../core/index.js';

const bad = (reason: string): Failure => ({ outcome: 'bad_response', reason });

/**
 * Reads a whole JSON-RPC response to the request `id`. An answer is checked before it is passed on, because it becomes
 * part of ours.
 */
export function readAnswer(bytes: Buffer, status: number, id: number): Answer | Failure {
  if (status >= 300 && status < 400) return bad('redirect');
  const text = bytes.toString('latin1');
  let parsed: unknown;
  try {
    if (isAscii(bytes)) parsed = JSON.parse(text);
    else if (isUtf8(bytes)) parsed = JSON.parse(bytes.toString('utf8'));
    else return bad('invalid_utf8');
  } catch {
    return bad(status >= 400 ? `http_${status}` : 'invalid_json');
  }
  if (!isObject(parsed)) return bad('not_a_response');
  const response = parsed as { readonly jsonrpc?: unknown; readonly id?: unknown; result?: unknown; error?: unknown };
  const member = response.error !== undefined ? 'error' : response.result !== undefined ? 'result' : undefined;
  if (response.jsonrpc !== '2.0' || member === undefined)
    return bad(status >= 400 ? `http_${status}` : 'not_a_response');
  // A server that could not read the id leaves it out, or sends null.
  if (response.id !== id && !(member === 'error' && (response.id === undefined || response.id === null)))
    return bad('another_id');
  if (member === 'result' && (status < 200 || status > 299)) return bad(`http_${status}`);
  const span = membersOf(text)?.spans.get(member);
  if (span === undefined) return bad('not_a_response');
  const value = response[member];
  return { outcome: outcomeOf(member, value), member, text: text.slice(span.start, span.end), value };
}

function outcomeOf(member: 'result' | 'error', value: unknown): Answer['outcome'] {
  if (member === 'error') return 'rpc_error';
  return (value as { readonly isError?: unknown } | null)?.isError === true ? 'tool_error' : 'ok';
}
