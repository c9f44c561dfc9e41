import { expect } from 'chai';
import type { Composer } from '../../../../core/composing/index.js';
import { RunPolicyAssembly } from '../../../../plugins/support/policy/run-policy.js';
import type { Reply } from '../../../harness/client.js';
import { distorting, modelSaying, shippedTemplate } from '../../../harness/composers.js';
import { startService, type TestService } from '../../../harness/service.js';

const STATUS = 'Where is ORD-1002?';

describe('support agent: composers that fail or lie', () => {
  let service: TestService;
  before(async () => void (service = await startService()));
  after(() => service.stop());

  /** Talks to a service whose chosen composer is the given one. */
  async function ask(composer: Composer, message: string, settings: Readonly<Record<string, unknown>> = {}) {
    const variant = await service.variant({
      settings: { 'chat/backend': 'openai', ...settings },
      composers: [composer, shippedTemplate]
    });
    try {
      const talk = await variant.client().talk('demo@example.com');
      return { reply: await talk.say(message), variant };
    } finally {
      await variant.stop();
    }
  }

  it('that work are named in the response', async () => {
    const { reply } = await ask(
      distorting(text => text),
      STATUS
    );
    expect(reply).to.include({ state: 'answered', provider: 'openai', model: 'test-model' });
    expect(reply.warnings).to.deep.equal([]);
  });

  const FAILING: Readonly<Record<string, Composer>> = {
    'that throw': modelSaying(() => Promise.reject(new Error('the provider is down'))),
    'that throw something that is no error': { provider: 'openai', compose: () => Promise.reject('down') },
    'that give back nothing': { provider: 'openai', compose: () => Promise.resolve(undefined as never) },
    'that give back no text': { provider: 'openai', compose: () => Promise.resolve({ text: 7, model: 'm' } as never) }
  };
  for (const [name, composer] of Object.entries(FAILING))
    it(`${name} are replaced by the template, and the response says so`, async () => {
      const { reply, variant } = await ask(composer, STATUS);
      expect(reply).to.include({ state: 'answered', provider: 'template' });
      expect(reply.reply).to.contain('NL4403125540');
      expect(reply.warnings).to.have.length(1);
      expect(reply.warnings[0]).to.match(/^composer_fallback: /);
      expect(variant.log.map(({ event }) => event)).to.include('composer.failed');
    });

  it('that say nothing hand over to a person', async () => {
    const { reply } = await ask(
      modelSaying(() => ' \n'),
      STATUS
    );
    expect(reply).to.include({ state: 'escalated', ticket_id: reply.ticket_id });
    expect(reply.escalation_reason).to.be.oneOf(['low_confidence', 'unverifiable_answer']);
  });

  /** Message and what the composer makes of the true reply. */
  const LIES: Readonly<Record<string, readonly [string, (text: string) => string]>> = {
    'a wrong date': [
      STATUS,
      text =>
        text.replace(
          /(\d+) (January|February|March|April|May|June|July|August|September|October|November|December)/,
          (_, day, month) => `${(Number(day) % 27) + 1} ${month}`
        )
    ],
    'a wrong year': [STATUS, text => text.replace(/20\d\d/, '2019')],
    'a wrong tracking number': [STATUS, text => text.replace('NL4403125540', 'NL4403125541')],
    'the tracking number of another order': [STATUS, text => text.replace('NL4403125540', 'NL4403118827')],
    'another order': [STATUS, text => text.replaceAll('ORD-1002', 'ORD-1001')],
    'another carrier': [STATUS, text => text.replace('Northline Parcel', 'Haulwell Freight')],
    'a delivery that did not happen': [STATUS, text => text.replace('was shipped', 'was delivered')],
    'a shipment that did not happen': ['Where is ORD-1008?', text => text.replace('is processing', 'was shipped')],
    'an order that is not cancelled': [STATUS, () => 'Your order ORD-1002 is cancelled.'],
    'another number of days': ['I want a refund for ORD-1003', text => text.replace('30 days', '120 days')],
    'the opposite decision': ['I want a refund for ORD-1003', () => 'Your refund for ORD-1003 is eligible.'],
    'a promise to pay': ['I want a refund for ORD-1003', text => `${text} We will refund you 74.00 USD today.`],
    'a voucher nobody granted': [STATUS, text => `${text} You will get a voucher of 20.00 USD.`],
    'a promise of tomorrow': [STATUS, text => `${text} It will arrive tomorrow.`],
    'an agent who cancels': ['cancel ORD-1002', text => `${text} I have cancelled ORD-1002 for you.`],
    'an address of its own': [STATUS, text => `${text} Please write to help@scam.example.`],
    'a link of its own': [STATUS, text => `${text} See https://scam.example/track for more.`],
    'a discount in the rules': ['How much is express delivery?', text => text.replace('12.00 USD', '2.00 USD')],
    'another currency': ['How much is express delivery?', text => text.replace('12.00 USD', '12.00 EUR')],
    'a longer window': ['What is your refund policy?', text => text.replace('30 days', '60 days')]
  };
  for (const [name, [message, lie]] of Object.entries(LIES))
    it(`that state ${name} are withheld, and a person takes over`, async () => {
      let said = '';
      let truth = '';
      const composer = modelSaying(({ template, data }) => (said = lie((truth = template.render(data)))));
      const { reply, variant } = await ask(composer, message);
      expect(said, 'the lie is no lie').not.to.equal(truth);
      expectWithheld(reply, said);
      expect(reply.unverified_claims.length).to.be.greaterThan(0);
      for (const { claim, reason, values } of reply.unverified_claims) {
        expect(said).to.contain(claim);
        expect(reason).to.be.oneOf(['unsupported_figure', 'unsupported_identifier', 'unsupported_statement']);
        expect(values).to.be.an('array');
      }
      expect(variant.counted('agent.verification_failures')).to.equal(1);
    });

  it('that state a refund that was paid are withheld, and a person takes over', async () => {
    const claim = 'Your refund has been paid.';
    const { reply } = await ask(
      modelSaying(() => claim),
      'I want a refund for ORD-1003'
    );
    expectWithheld(reply, claim);
  });

  it('that repeat six words of the system policy are withheld, logged and never quoted', async () => {
    const policy = service.documents.current.get(RunPolicyAssembly).instructions.policy;
    const words = policy.split(/\s+/);
    for (const at of [0, 11, 40, words.length - 6]) {
      const leak = words.slice(at, at + 6).join(' ');
      const { reply, variant } = await ask(
        distorting(text => `${text} ${leak}`),
        STATUS
      );
      expectWithheld(reply, leak);
      expect(variant.log.map(({ event }) => event)).to.include('security.prompt_disclosure');
      expect(JSON.stringify(variant.log)).not.to.contain(leak);
    }
  });

  it('are checked by nobody where verification is switched off, except for the system policy', async () => {
    const off = { 'verification/enabled': false };
    const { reply } = await ask(
      distorting(text => `${text} It will arrive tomorrow.`),
      STATUS,
      off
    );
    expect(reply.state).to.equal('answered');
    const policy = service.documents.current.get(RunPolicyAssembly).instructions.policy;
    const leak = policy.split(/\s+/).slice(0, 8).join(' ');
    expectWithheld(
      (
        await ask(
          modelSaying(() => leak),
          STATUS,
          off
        )
      ).reply,
      leak
    );
  });

  it('see the material neutralised, and every rule', async () => {
    let seen: Parameters<Composer['compose']>[0] | undefined;
    await ask(
      modelSaying(material => {
        seen = material;
        return material.template.render(material.data);
      }),
      STATUS
    );
    expect(seen!.instructions.policy).to.be.a('string').and.not.equal('');
    expect(seen!.evidence.map(({ kind }) => kind)).to.include('tool_result');
  });

  function expectWithheld(reply: Reply, said: string) {
    expect(reply).to.include({ state: 'escalated', escalation_reason: 'unverifiable_answer', escalated: true });
    expect(reply.ticket_id).to.match(/^tkt_/);
    expect(reply.reply).not.to.contain(said);
    for (const { claim } of reply.unverified_claims) expect(reply.reply).not.to.contain(claim);
  }
});
