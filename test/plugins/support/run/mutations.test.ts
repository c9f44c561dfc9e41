import { expect } from 'chai';
import fc from 'fast-check';
import type { Material } from '../../../../core/composing/index.js';
import { VerifierAssembly } from '../../../../plugins/support/policy/readers.js';
import { modelSaying, shippedTemplate } from '../../../harness/composers.js';
import { thorough } from '../../../harness/same-draws.js';
import { startService, type TestService } from '../../../harness/service.js';
import { MUTATIONS, type Mutation } from './reply-mutations.js';

const RUNS = thorough ? 10_000 : 5_000;
const SEED = 20_260_101;

const MESSAGES = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(n => `Where is ORD-100${n}?`),
  ...[2, 3, 4, 6, 7, 8].map(n => `I want a refund for ORD-100${n}`),
  ...[2, 3, 4, 6, 8].map(n => `I want to return ORD-100${n}`),
  ...[1, 2, 7].map(n => `cancel ORD-100${n}`),
  ...[1, 2, 7].map(n => `change my order ORD-100${n}`),
  'How long do refunds take?',
  'What is your refund policy?',
  'How much is express delivery?',
  'Do you ship to Canada?',
  'How long do I have to return something?',
  'I forgot my password'
];

/**
 * The share of a class that may get through; what is not named here never may.
 * A status: what is still true, such as "shipped" of an order that was delivered. A share may only be lowered.
 */
const LET_THROUGH: Readonly<Record<string, number>> = { 'status swapped': 0.03 };

interface Said {
  readonly reply: string;
  readonly evidence: Material['evidence'];
}

describe('support agent: replies with one thing changed', () => {
  let service: TestService;
  const said: Said[] = [];
  before(async () => {
    service = await startService();
    const model = modelSaying(({ template, data, evidence }) => {
      const reply = template.render(data);
      said.push({ reply, evidence: [...evidence] });
      return reply;
    });
    const variant = await service.variant({
      settings: { 'chat/backend': 'openai' },
      composers: [model, shippedTemplate]
    });
    for (const message of MESSAGES) await (await variant.client().talk('demo@example.com')).say(message);
    await variant.stop();
  });
  after(() => service.stop());

  it('are all true before the change', () => {
    const verifier = service.documents.current.get(VerifierAssembly);
    expect(said.length).to.be.at.least(25);
    const withheld = said.filter(({ reply, evidence }) => !verifier.verify(reply, evidence, new Date()).supported);
    expect(withheld.map(({ reply }) => reply)).to.deep.equal([]);
  });

  it(`are withheld, ${RUNS} of them, but for the known gaps`, () => {
    const verifier = service.documents.current.get(VerifierAssembly);
    const now = new Date();
    const tried = new Map<string, number>();
    const passed = new Map<string, string[]>();
    const verdicts = new Map<string, boolean>();
    const some = fc.sample(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()), { numRuns: RUNS * 3, seed: SEED });
    const names = Object.keys(MUTATIONS);
    let done = 0;
    for (const [which, how, where, what] of some) {
      if (done === RUNS) break;
      const { reply, evidence } = said[which % said.length]!;
      const name = names[how % names.length]!;
      const changed = (MUTATIONS[name] as Mutation)(reply, where, what);
      if (changed === undefined || changed === reply || said.some(other => other.reply === changed)) continue;
      done++;
      tried.set(name, (tried.get(name) ?? 0) + 1);
      // The same change is drawn again and again.
      const drawn = `${which % said.length} ${changed}`;
      if (!verdicts.has(drawn)) verdicts.set(drawn, verifier.verify(changed, evidence, now).supported);
      if (verdicts.get(drawn)!) passed.set(name, [...(passed.get(name) ?? []), changed]);
    }
    expect(done).to.equal(RUNS);
    const report = names.map(name => `${name}: ${passed.get(name)?.length ?? 0} of ${tried.get(name) ?? 0} passed`);
    const samples = [...passed].flatMap(([name, texts]) =>
      [...new Set(texts)].slice(0, 12).map(text => `  ${name}: ${text}`)
    );
    const above = names.filter(
      name => (passed.get(name)?.length ?? 0) > (tried.get(name) ?? 0) * (LET_THROUGH[name] ?? 0)
    );
    expect(above, [...report, ...samples].join('\n')).to.deep.equal([]);
  });
});
