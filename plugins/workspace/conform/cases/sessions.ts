import { responseOf, type Case, type Obligation, type Trial } from '../case.js';
import { notification, request } from '../messages.js';
import type { Peer } from '../peer.js';
import { isObject } from '../../../../core/index.js';

const RULE = 'transports: stdio';

/** What a process does from its start to its end. */
const life = (
  id: string,
  level: Obligation,
  rule: string,
  run: (peer: Peer, trial: Trial) => Promise<string | undefined>
): Case => ({
  id,
  rule: `${RULE}, ${rule}`,
  level,
  on: 'stdio',
  phase: 'session',
  async run(trial) {
    const peer = trial.fresh();
    try {
      return await run(peer, trial);
    } finally {
      await peer.close();
    }
  }
});

const line = (message: unknown) => `${JSON.stringify(message)}\n`;
const PADDING = 'x'.repeat(256 * 1024);

export const sessionCases: readonly Case[] = [
  life('ends-with-its-input', 'should', 'the server exits when its input ends', async (peer, { id }) => {
    await peer.ask(request(id(), 'server/discover'));
    const { exit, note } = await peer.finish('');
    return exit === 0 ? undefined : (note ?? `the exit status is ${exit}`);
  }),
  life('ends-without-a-request', 'should', 'the server exits when its input ends', async peer => {
    const { exit, note } = await peer.finish('');
    return exit === 0 ? undefined : (note ?? `the exit status is ${exit}`);
  }),
  life('answers-before-it-ends', 'should', 'what was received is answered', async (peer, { id }) => {
    const ids = [id(), id(), id()];
    const reply = await peer.finish(ids.map(value => line(request(value, 'tools/list'))).join(''));
    const lost = ids.filter(value => responseOf(reply, value)?.['id'] !== value);
    return lost.length === 0 ? undefined : `${lost.length} of ${ids.length} answers were lost at the end of the input`;
  }),
  life('last-line-without-newline', 'should', 'what was received is answered', async (peer, { id }) => {
    const value = id();
    const reply = await peer.finish(line(request(value, 'tools/list')).trimEnd());
    return responseOf(reply, value)?.['id'] === value ? undefined : 'a last line without a newline was lost';
  }),
  life('line-of-256-kib', 'should', 'messages may be long', async (peer, { id }) => {
    const value = id();
    const message = request(value, 'server/discover');
    const params = { ...(message['params'] as object), padding: PADDING };
    const reply = await peer.ask({ ...message, params });
    return isObject(responseOf(reply, value)?.['result']) ? undefined : (reply.note ?? 'a long line was refused');
  }),
  life('many-at-once', 'must', 'requests may overlap', async (peer, { id }) => {
    const ids = Array.from({ length: 20 }, () => id());
    const reply = await peer.finish(ids.map(value => line(request(value, 'server/discover'))).join(''));
    const ok = ids.filter(value => reply.messages.filter(m => isObject(m) && m['id'] === value).length === 1);
    return ok.length === ids.length ? undefined : `${ok.length} of ${ids.length} requests were answered once`;
  }),
  life('cancel-after-the-answer', 'must', 'a late cancellation changes nothing', async (peer, { id }) => {
    const value = id();
    await peer.ask(request(value, 'tools/list'));
    const { messages } = await peer.tell(notification('notifications/cancelled', { requestId: value }));
    return messages.length === 0 ? undefined : 'a cancellation was answered';
  }),
  life('alive-after-nonsense', 'must', 'a broken line does not end the session', async (peer, { id }) => {
    const value = id();
    const { note } = await peer.ask('{"jsonrpc": nonsense');
    if (note !== undefined) return note;
    const reply = await peer.ask(request(value, 'server/discover'));
    return isObject(responseOf(reply, value)?.['result']) ? undefined : (reply.note ?? 'it no longer serves');
  })
];
