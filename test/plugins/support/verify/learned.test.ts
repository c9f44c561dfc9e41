import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadDocuments } from '../../../../core/documents/load.js';
import { VerifierAssembly } from '../../../../plugins/support/policy/readers.js';
import type { Verifier } from '../../../../plugins/support/verify/contract.js';
import { VerificationExamples } from '../../../../plugins/support/verify/learned/examples-kind.js';
import { VerificationPolicy } from '../../../../plugins/support/verify/policy.js';

const CLOCK = new Date('2026-05-04T12:00:00Z');
const evidenceOf = (item: string) => [
  {
    reference: 'tool:lookup_order:1',
    kind: 'tool_result',
    text: `order_id=ORD-70011; item=${item}; carrier=GLS; total=30.00`
  }
];

/** Goods that gleam, as the examples have it, and goods that squeak, which they say of none. */
const examples = JSON.stringify({
  kind: 'verification-examples',
  version: 1,
  name: 'goods',
  origin: 'this test',
  cases: ['kettle', 'lamp', 'mug', 'rug', 'vase', 'chair', 'table', 'towel'].map(item => ({
    evidence: evidenceOf(item),
    supported: [`Your ${item} gleams.`, `Your ${item} travels with GLS.`],
    unsupported: [`Your ${item} squeaks.`, `Your ${item} rattles with GLS.`]
  }))
});

async function verifierOf(files: Readonly<Record<string, string>>): Promise<Verifier> {
  const root = mkdtempSync(join(tmpdir(), 'learned-'));
  const folder = join(root, 'policies/verification');
  mkdirSync(folder, { recursive: true });
  for (const name of ['courtesy', 'figures', 'grammar', 'meanings', 'synonyms'])
    cpSync(`policies/verification/${name}.yaml`, join(folder, `${name}.yaml`));
  mkdirSync(join(folder, 'examples'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'examples', name), text);
  const kinds = [VerificationPolicy, VerificationExamples];
  const { set } = await loadDocuments({ root, kinds, assemblies: [VerifierAssembly], items: () => [] });
  return set!.get(VerifierAssembly);
}

describe('verifier: what is learned from examples', () => {
  let taught: Verifier;
  before(async () => (taught = await verifierOf({ 'goods.yaml': examples })));
  const passes = (verifier: Verifier, sentence: string, phrased = true) =>
    verifier.verify(sentence, evidenceOf('clock'), CLOCK, phrased).supported;

  it('tells a paraphrase from an invention where the rules leave it open', () => {
    expect(passes(taught, 'Your clock gleams.')).to.equal(true);
    expect(passes(taught, 'Your clock squeaks.')).to.equal(false);
  });

  it("leaves the shop's own words to the rules", () => {
    expect(passes(taught, 'Your clock gleams.', false)).to.equal(false);
  });

  it('speaks for no figure, identifier, deed or promise that nothing shows', () => {
    for (const claim of ['costs $31.00', 'belongs to ORD-70012', 'gleams and arrives on 3 June'])
      expect(passes(taught, `Your clock ${claim}.`), claim).to.equal(false);
    for (const claim of ['We have refunded your clock.', 'We will send your clock again.'])
      expect(passes(taught, claim), claim).to.equal(false);
  });

  it('leaves everything to the rules where there are no examples', async () => {
    expect(passes(await verifierOf({}), 'Your clock gleams.')).to.equal(false);
  });
});
