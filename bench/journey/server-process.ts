import { Client } from '../../test/harness/client.js';
import { launch as launchProcess, type VariantProcess } from '../variant-process.js';
import { SECRET } from './agent.js';
import type { Spec } from './serve.js';

const EMAIL = 'demo@example.com';
export const HEADERS = { 'content-type': 'application/json', 'x-api-key': SECRET };

export interface ServerProcess extends VariantProcess {
  /** Without a path. */
  readonly url: string;
  /** The path that takes the messages of a conversation of its own. */
  conversation(): Promise<string>;
}

/** A server of a journey, with somebody to talk to it. Throws when it ends before it listens. */
export async function launch(spec: Spec, execArgv: readonly string[] = []): Promise<ServerProcess> {
  const server = await launchProcess(new URL('serve.js', import.meta.url), [JSON.stringify(spec)], execArgv);
  const url = `http://127.0.0.1:${server.port}`;
  return {
    ...server,
    url,
    async conversation() {
      if (spec.serves !== 'agent') return '/v1/conversations/conv_1/messages';
      return `${(await new Client(url, SECRET).talk(EMAIL)).path}/messages`;
    }
  };
}
