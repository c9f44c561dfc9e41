import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Conversation } from '../../../harness/client.js';
import { copiedRoot, editFile } from '../../../harness/root.js';
import { fromTheHour, startService, type TestService } from '../../../harness/service.js';

const SECRET = 'a-secret-that-both-sides-know-of-32';
const EMAIL = 'demo@example.com';
const ORDER = 'Where is my order ORD-1002?';

interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

describe('support agent: identity by possession', () => {
  const { root, remove } = copiedRoot();
  const letters: Letter[] = [];
  let webhook: Server;
  let started: TestService;
  let service: TestService;
  const now = fromTheHour();
  before(async () => {
    editFile(root, 'policies/identity/identity.yaml', text =>
      text.replace('account_data: knows', 'account_data: holds')
    );
    editFile(root, 'policies/limits/limits.yaml', text => text.replace(/address: \{ most: 5,/, 'address: { most: 12,'));
    webhook = createServer((request, response) => {
      let body = '';
      request.on('data', chunk => (body += String(chunk)));
      request.on('end', () => {
        const [, at, signature] =
          /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['x-bylaw-signature'])) ?? [];
        const right = createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex');
        if (signature === right) letters.push(JSON.parse(body) as Letter);
        response.writeHead(signature === right ? 202 : 403).end();
      });
    }).listen(0, '127.0.0.1');
    await once(webhook, 'listening');
    started = await startService({
      root,
      env: {
        AGENT_IDENTITY__COURIER: 'webhook',
        AGENT_IDENTITY__SECRET: SECRET,
        AGENT_COURIER__WEBHOOK_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/letters`,
        AGENT_COURIER__WEBHOOK_SECRET: SECRET
      }
    });
    service = await started.variant({ now });
  });
  after(async () => {
    await service.stop();
    await started.stop();
    webhook.close();
    remove();
  });

  const verify = async (talk: Conversation, body: object) => (await talk.client.post(`${talk.path}/verify`, body)).body;
  /** Asks for a code and takes it out of the letter. */
  async function codeFor(talk: Conversation, email = EMAIL): Promise<string> {
    const before = letters.length;
    await verify(talk, { email });
    while (letters.length === before) await new Promise(resolve => setTimeout(resolve, 5));
    return /\b\d{6}\b/.exec(letters.at(-1)!.text)![0];
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('asks for a code, sends it to the address, and reads the account when it is entered', async () => {
    const talk = await service.client().talkUnverified(EMAIL);
    const asked = await talk.say(ORDER);
    expect(asked).to.include({ state: 'clarifying', tool_calls: 0 });
    expect(asked.reply).to.contain('code');
    const code = await codeFor(talk);
    expect(letters.at(-1)).to.include({ to: EMAIL, subject: 'Your verification code' });
    expect((await talk.read()).identity_verified).to.equal(false);
    expect(await verify(talk, { email: EMAIL, code: wrong(code) })).to.include({ verified: false });
    expect(await verify(talk, { email: EMAIL, code })).to.include({ verified: true });
    expect((await talk.say(ORDER)).state).to.equal('answered');
  });

  it('answers alike for an address that nobody has, and sends nothing', async () => {
    const sent = letters.length;
    const talk = await service.client().talkUnverified();
    const known = await service.client().talkUnverified();
    const { conversation_id: _a, ...unknown } = await verify(talk, { email: 'nobody@example.com' });
    await codeFor(known);
    const { conversation_id: _b, ...same } = await verify(known, { email: EMAIL });
    expect(unknown).to.deep.equal(same).and.include({ verified: false });
    expect(letters.slice(sent).map(({ to }) => to)).not.to.include('nobody@example.com');
  });

  it('takes a code once, in its conversation, with its address', async () => {
    const talk = await service.client().talkUnverified();
    const other = await service.client().talkUnverified();
    const code = await codeFor(talk);
    expect(await verify(other, { email: EMAIL, code })).to.include({ verified: false });
    expect(await verify(talk, { email: 'other@example.com', code })).to.include({ verified: false });
    expect(await verify(talk, { email: EMAIL, code })).to.include({ verified: true });
    const again = await service.store.read([[service.store.prepare({ from: 'codes' }), {}]]);
    expect(again[0]!.map(row => row['conversation_id'])).not.to.include(talk.id);
  });

  it('takes a code for ten minutes', async () => {
    const talk = await service.client().talkUnverified();
    const code = await codeFor(talk);
    for (const [minutes, verified] of [
      [11, false],
      [9, true]
    ] as const) {
      const then = await service.variant({ now: () => new Date(now().getTime() + minutes * 60_000) });
      const { body } = await then.client().post(`${talk.path}/verify`, { email: EMAIL, code });
      expect(body.verified, `${minutes} minutes`).to.equal(verified);
      await then.stop();
    }
  });

  it('lets a code be tried five times, also all at once', async () => {
    const talk = await service.client().talkUnverified();
    const code = await codeFor(talk);
    const guesses = await Promise.all(
      Array.from({ length: 5 }, () => verify(talk, { email: EMAIL, code: wrong(code) }))
    );
    expect(guesses.map(({ verified }) => verified)).to.deep.equal([false, false, false, false, false]);
    expect(await verify(talk, { email: EMAIL, code })).to.include({ verified: false });
  });

  it('keeps neither code nor address where they could be read', async () => {
    const talk = await service.client().talkUnverified();
    const code = await codeFor(talk);
    const [rows] = await service.store.read([[service.store.prepare({ from: 'codes' }), {}]]);
    // A fraction of a millisecond may have the digits of a code.
    const whole = (_name: string, value: unknown) =>
      typeof value === 'number' && !Number.isInteger(value) ? null : value;
    const kept = JSON.stringify(rows) + JSON.stringify(service.log, whole);
    expect(kept).not.to.contain(EMAIL);
    expect(kept).not.to.match(new RegExp(`\\b${code}\\b`));
  });

  it('sends no more codes to one address than are allowed', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 14; i++) {
      const talk = await service.client().talkUnverified();
      statuses.push((await talk.client.post(`${talk.path}/verify`, { email: 'other@example.com' })).status);
    }
    expect(statuses.filter(status => status === 200)).to.have.length(12);
    expect(statuses.at(-1)).to.equal(429);
  });

  it('may be asked for one wish alone', async () => {
    const mixed = copiedRoot();
    editFile(mixed.root, 'intents/refund_request.yaml', text => text.replace('identity: true', 'identity: holds'));
    const strict = await startService({ root: mixed.root });
    try {
      const talk = await strict.client().talk(EMAIL);
      expect((await talk.say(ORDER)).state).to.equal('answered');
      const refund = await talk.say('I want a refund for ORD-1001');
      expect(refund).to.include({ state: 'clarifying', tool_calls: 0 });
      expect(refund.reply).to.contain('code');
      expect(await verify(talk, { email: EMAIL })).to.include({ verified: false });
    } finally {
      await strict.stop();
      mixed.remove();
    }
  });

  it('does not start where codes are asked for and nobody could send them', async () => {
    const env = { AGENT_IDENTITY__COURIER: 'smtp' };
    const started = await startService({ root, env }).then(
      () => 'started',
      (error: Error) => error.message
    );
    expect(started).to.contain('AGENT_IDENTITY__COURIER');
  });
});
