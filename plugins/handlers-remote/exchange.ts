import type { Dispatcher } from 'undici';
import type { Settings } from '../../core/index.js';
import { ToolFailure } from '../../core/tools/index.js';
import { checkedLookup, checkLiteral, isListed } from './addresses.js';
import { REMOTE_SETTINGS } from './settings.js';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** What `Retry-After` asks for, in seconds or by its date. */
  readonly retryAfterMs?: number;
  readonly text: string;
}

/** Sends one request. Throws a `ToolFailure` for whatever is not an answer within the limits. */
export type Exchange = (request: Request) => Promise<Answer>;

const CONNECT_MS = 3000;
const exchanges = new WeakMap<Settings, Exchange>();

/** One for all tools of a service, so that they share connections. */
export function exchangeFor(settings: Settings): Exchange {
  let exchange = exchanges.get(settings);
  if (exchange === undefined) exchanges.set(settings, (exchange = createExchange(settings)));
  return exchange;
}

function createExchange(settings: Settings): Exchange {
  const { private_hosts: privateHosts } = settings.section('tools', REMOTE_SETTINGS.tools);
  const agents = new Map<boolean, Dispatcher>();
  return async ({ method, url, headers, body, maxBytes, signal }) => {
    // Loaded with the first call: most services have no tool that needs it.
    const { Agent, request } = await import('undici');
    const mayBePrivate = isListed(url, privateHosts);
    checkLiteral(url, mayBePrivate);
    let agent = agents.get(mayBePrivate);
    if (agent === undefined)
      agents.set(
        mayBePrivate,
        (agent = new Agent({ connect: { timeout: CONNECT_MS, lookup: checkedLookup(mayBePrivate) } }))
      );
    try {
      const answer = await request(url, { dispatcher: agent, method, headers, body: body ?? null, signal });
      const text = await readBounded(answer.body, maxBytes);
      if (answer.headers['content-encoding'] !== undefined && answer.headers['content-encoding'] !== 'identity')
        throw new ToolFailure('upstream_not_json', 'the answer is compressed, and that was not asked for');
      const retryAfterMs = pauseIn(String(answer.headers['retry-after'] ?? ''));
      return {
        status: answer.statusCode,
        contentType: String(answer.headers['content-type'] ?? ''),
        ...(retryAfterMs !== undefined && { retryAfterMs }),
        text
      };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ToolFailure) throw error;
      const { code = 'it failed' } = error as { code?: string };
      throw new ToolFailure('upstream_unreachable', `the host could not be reached: ${code}`);
    }
  };
}

/** What cannot be read asks for nothing. */
function pauseIn(retryAfter: string): number | undefined {
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const at = retryAfter.endsWith(' GMT') ? Date.parse(retryAfter) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

async function readBounded(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop destroys the body, and with it the connection.
    if (bytes > maxBytes) throw new ToolFailure('upstream_too_large', `the answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
