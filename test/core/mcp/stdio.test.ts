import { expect } from 'chai';
import { PassThrough, Writable } from 'node:stream';
import { createHandle, serveStdio } from '../../../core/mcp/index.js';
import { ask, callOf, recordingLog, SampleServer } from './sample-server.js';
import { assertServerMessage } from './wire-schema.js';

function session({ drainMs = 60_000, maxLineBytes = 1000 } = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const server = new SampleServer();
  const { log, lines } = recordingLog();
  const stop = new AbortController();
  const handle = createHandle(server, log);
  const ended = serveStdio({ input, output, handle, log, drainMs, maxLineBytes, stop: stop.signal });
  let text = '';
  output.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const messages = (): any[] => {
    const all = text.split('\n');
    expect(all.pop()).to.equal('');
    const parsed = all.map(line => JSON.parse(line));
    parsed.forEach(assertServerMessage);
    return parsed;
  };
  const turn = () => new Promise(resolve => setImmediate(resolve));
  return {
    input,
    output,
    server,
    lines,
    stop,
    ended,
    messages,
    turn,
    send: (...sent: readonly unknown[]) => sent.forEach(one => input.write(`${JSON.stringify(one)}\n`)),
    /** Ends the input and gives what was answered. */
    async finish(rest = '') {
      input.end(rest);
      await ended;
      await turn();
      return messages();
    }
  };
}

describe('stdio', () => {
  it('answers each line, however the bytes arrive', async () => {
    const { input, finish } = session();
    const bytes = Buffer.from(`${JSON.stringify(callOf('ä', 'größe', { text: '😀' }))}\r\n\n  \n`);
    for (const byte of bytes) input.write(Buffer.from([byte]));
    const [answer, ...others] = await finish();
    expect([answer.id, answer.result.content[0].text, others]).to.deep.equal(['ä', '{"text":"😀"}', []]);
  });

  it('answers in the order in which work is done', async () => {
    const { send, server, finish, turn } = session();
    send(callOf(1, 'later'), callOf(2, 'echo'));
    await turn();
    server.finish();
    expect((await finish()).map(({ id }) => id)).to.deep.equal([2, 1]);
  });

  it('refuses what is not JSON, not UTF-8 or not a message, and goes on', async () => {
    const { input, send, finish, lines } = session();
    input.write('hello\n{"a":\n');
    input.write(
      Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"x'), Buffer.from([0xff]), Buffer.from('"}\n')])
    );
    send([], ask(1, 'tools/list'));
    const answers = await finish();
    expect(answers.map(({ id, error }) => [id, error?.code])).to.deep.equal([
      [undefined, -32700],
      [undefined, -32700],
      [undefined, -32700],
      [undefined, -32600],
      [1, undefined]
    ]);
    expect(lines.filter(({ event }) => event === 'rpc.error')).to.have.length(4);
  });

  it('refuses a line over the limit once, holding none of it, and reads the next', async () => {
    const { input, send, finish } = session({ maxLineBytes: 500 });
    for (let i = 0; i < 50; i++) input.write('x'.repeat(100));
    input.write('\n');
    send(ask(1, 'server/discover'));
    const answers = await finish();
    expect(answers.map(({ id, error }) => [id, error?.code])).to.deep.equal([
      [undefined, -32600],
      [1, undefined]
    ]);
  });

  it('processes a last line without a newline', async () => {
    const { finish } = session();
    expect((await finish(JSON.stringify(ask(9, 'tools/list'))))[0].id).to.equal(9);
  });

  it('finishes what was received after the input has ended', async () => {
    const { send, finish, server } = session();
    send(callOf(1, 'later'), ask(2, 'tools/list'));
    const answers = finish();
    setTimeout(() => server.finish(), 20);
    expect((await answers).map(({ id }) => id)).to.deep.equal([2, 1]);
  });

  it('does not wait longer than it may for what was received', async () => {
    const { send, finish, server } = session({ drainMs: 20 });
    send(callOf(1, 'later'));
    expect(await finish()).to.deep.equal([]);
    expect(server.aborted).to.deep.equal(['later']);
  });

  it('drains when it is told to stop, as at the end of the input', async () => {
    const { send, server, stop, ended, turn, messages } = session();
    send(callOf(1, 'later'));
    await turn();
    stop.abort();
    server.finish();
    await ended;
    await turn();
    expect(messages().map(({ id }) => id)).to.deep.equal([1]);
  });

  it('stops a cancelled request and says nothing more about it', async () => {
    const { send, server, finish, turn } = session();
    const cancel = (requestId: unknown) => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId }
    });
    send(callOf(1, 'later'), cancel('1'), cancel(99), cancel(undefined), { ...cancel(1), params: 7 });
    await turn();
    expect(server.aborted).to.deep.equal([]);
    send(cancel(1));
    await turn();
    server.finish();
    send(cancel(1), callOf(2, 'echo'));
    expect((await finish()).map(({ id }) => id)).to.deep.equal([2]);
    expect(server.aborted).to.deep.equal(['later']);
  });

  it('ends when nobody reads any more', async () => {
    const { log } = recordingLog();
    const input = new PassThrough();
    const output = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error(), { code: 'EPIPE' }))
    });
    const handle = createHandle(new SampleServer(), log);
    const ended = serveStdio({ input, output, handle, log, drainMs: 60_000 });
    input.write(`${JSON.stringify(callOf(1, 'later'))}\n${JSON.stringify(ask(2, 'tools/list'))}\n`);
    await ended;
  });

  it('answers an internal error where a result cannot be written as JSON', async () => {
    const { send, finish, server } = session();
    server.tools.call = async () => ({ content: [], structuredContent: { big: 1n } });
    send(callOf(1, 'echo'));
    expect((await finish())[0].error).to.deep.equal({ code: -32603, message: 'Internal error' });
  });
});
