import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SECRET } from './agent.js';
import type { Spec, Usage } from './serve.js';

const SERVE = fileURLToPath(new URL('serve.js', import.meta.url));
const EMAIL = 'demo@example.com';
export const HEADERS = { 'content-type': 'application/json', 'x-api-key': SECRET };

export interface ServerProcess {
  /** Without a path. */
  readonly url: string;
  usage(): Promise<Usage>;
  /** The path that takes the messages of a conversation of its own. */
  conversation(): Promise<string>;
  end(): Promise<void>;
}

/** A server in a process of its own, so that its CPU and memory are its own. Throws when it ends before it listens. */
export async function launch(spec: Spec, execArgv: readonly string[] = []): Promise<ServerProcess> {
  const stdio = ['ignore', 'inherit', 'ignore', 'ipc'] as const;
  const child = fork(SERVE, [JSON.stringify(spec)], { stdio: [...stdio], execArgv: [...execArgv] });
  const ended = once(child, 'exit');
  const next = async <T>(): Promise<T> => {
    const failed = ended.then(() => Promise.reject(new Error(`the server of ${spec.serves} ended`)));
    const [value] = (await Promise.race([once(child, 'message'), failed])) as [T];
    return value;
  };
  const { port } = await next<{ port: number }>();
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    usage() {
      const answer = next<Usage>();
      child.send('usage');
      return answer;
    },
    conversation: () =>
      spec.serves === 'agent' ? verified(url) : Promise.resolve('/v1/conversations/conv_1/messages'),
    async end() {
      child.disconnect();
      await ended;
    }
  };
}

async function verified(url: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });
    return (await response.json()) as { conversation_id: string };
  };
  const { conversation_id } = await post('/v1/conversations', { customer_email: EMAIL });
  await post(`/v1/conversations/${conversation_id}/verify`, { email: EMAIL });
  return `/v1/conversations/${conversation_id}/messages`;
}
