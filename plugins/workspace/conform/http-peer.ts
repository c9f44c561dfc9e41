import { Agent, request as send } from 'node:http';
import { request as sendSecurely, Agent as SecureAgent } from 'node:https';
import { isIP } from 'node:net';
import { META } from './messages.js';
import type { Peer, Reply, Sending } from './peer.js';
import { isObject } from '../../../core/index.js';

const TIMEOUT_MS = 10_000;

/** The headers a good client sends with a message. */
function headersFor(message: unknown, bearer: string | undefined): Record<string, string | undefined> {
  const params = isObject(message) && isObject(message['params']) ? message['params'] : {};
  const version = isObject(params['_meta']) ? params['_meta'][META.protocolVersion] : undefined;
  const method = isObject(message) ? message['method'] : undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: bearer === undefined ? undefined : `Bearer ${bearer}`,
    'MCP-Protocol-Version': text(version),
    'Mcp-Method': text(method),
    'Mcp-Name': method === 'tools/call' ? text(params['name']) : undefined
  };
}

export function httpPeer(url: string, bearer: string | undefined): Peer {
  const secure = url.startsWith('https:');
  const agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const { hostname } = new URL(url);
  // Without it the certificate would be held against the Host header, which some cases forge.
  const servername = isIP(hostname) === 0 ? hostname : '';
  const seen: unknown[] = [];

  function ask(message: unknown, { headers = {}, method = 'POST', query = '' }: Sending = {}): Promise<Reply> {
    const body = typeof message === 'string' ? message : JSON.stringify(message);
    const all = Object.entries({ ...headersFor(message, bearer), ...headers }).filter(
      ([, value]) => value !== undefined
    );
    const sent = Object.fromEntries(all) as Record<string, string>;
    const options = { agent, method, headers: sent, timeout: TIMEOUT_MS, ...(secure && { servername }) };
    return new Promise(resolve => {
      const going = (secure ? sendSecurely : send)(`${url}${query}`, options, response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', error => resolve({ messages: [], note: error.message }));
        response.on('end', () => {
          const { statusCode: status = 0, headers: given } = response;
          const text = Buffer.concat(chunks).toString('utf8');
          const messages = parse(text, given['content-type'] ?? '');
          seen.push(...messages.filter(isObject));
          resolve({ status, headers: given, messages, note: `HTTP ${status} without a message` });
        });
      });
      going.on('timeout', () => going.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
      going.on('error', error => resolve({ messages: [], note: error.message }));
      going.end(method === 'GET' || method === 'DELETE' ? undefined : body);
    });
  }

  return {
    transport: 'http',
    seen,
    guarded: bearer !== undefined,
    ask,
    tell: message => ask(message),
    finish: () => Promise.reject(new Error('only a process has an input that ends')),
    close: async () => agent.destroy()
  };
}

function parse(text: string, type: string): unknown[] {
  const parts = type.includes('text/event-stream')
    ? text.split(/\r?\n\r?\n/).flatMap(event => {
        const data = event.split(/\r?\n/).filter(line => line.startsWith('data:'));
        return data.length === 0 ? [] : [data.map(line => line.slice(5).trimStart()).join('\n')];
      })
    : [text];
  return parts.filter(part => part.trim() !== '').map(parseOne);
}

export function parseOne(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
