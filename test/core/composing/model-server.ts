import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it came over the wire. */
export interface Seen {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: any;
}

export type Behaviour = (response: ServerResponse, seen: Seen) => void;

export interface ModelServer {
  readonly url: string;
  readonly seen: Seen[];
  behave(behaviour: Behaviour): void;
  stop(): Promise<void>;
}

/** A model's API on a port of its own, which answers each request as the test says. */
export async function startModelServer(): Promise<ModelServer> {
  const seen: Seen[] = [];
  let behaviour: Behaviour = response => response.writeHead(500).end();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', chunk => (text += chunk));
    request.on('end', () => {
      const one = { path: request.url!, headers: request.headers, body: JSON.parse(text) };
      seen.push(one);
      behaviour(response, one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    behave: next => void (behaviour = next),
    async stop() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    }
  };
}

/** How one provider's wire carries the same answers. */
export interface Wire {
  readonly path: string;
  system(seen: Seen): string;
  user(seen: Seen): string;
  answer(text: string | null, finish?: 'stop' | 'truncated' | 'refused'): object;
}

export const WIRES: Readonly<Record<'openai' | 'anthropic', Wire>> = {
  openai: {
    path: '/v1/chat/completions',
    system: ({ body }) => body.messages.find((m: any) => m.role === 'system').content,
    user: ({ body }) => body.messages.find((m: any) => m.role === 'user').content,
    answer: (content, finish = 'stop') => ({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'wire-model-1',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, refusal: finish === 'refused' ? 'I would rather not.' : null },
          finish_reason: finish === 'truncated' ? 'length' : 'stop'
        }
      ],
      usage: { prompt_tokens: 321, completion_tokens: 45, total_tokens: 366 }
    })
  },
  anthropic: {
    path: '/v1/messages',
    system: ({ body }) => body.system,
    user: ({ body }) => body.messages[0].content,
    answer: (text, finish = 'stop') => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'wire-model-1',
      content: text === null ? [] : [{ type: 'text', text }],
      stop_reason: { stop: 'end_turn', truncated: 'max_tokens', refused: 'refusal' }[finish],
      stop_sequence: null,
      usage: { input_tokens: 321, output_tokens: 45 }
    })
  }
};

export const json =
  (body: object, status = 200): Behaviour =>
  response =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
