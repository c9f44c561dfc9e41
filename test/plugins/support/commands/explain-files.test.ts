import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copiedRoot, editFile } from '../../../harness/root.js';
import { bylaw } from '../../workbench/commands/command-root.js';

const TESTS = `kind: tests
version: 1
claims:
  - reply: You can return it within 30 days.
    evidence: [You can return an item up to 30 days after delivery.]
    withheld: false
  - { reply: You can return it within 60 days., evidence: [You can return an item up to 30 days after delivery.], withheld: false }
redactions:
  - { text: 'mail joe: ghp_1234567890abcdefghijklmnopqrstuvwxyz12', left: 'mail joe: [redacted:github-token]' }
routes:
  - { method: tools/call, params: { name: search_text }, rule: searches-to-the-idlest }
`;

describe('policy explain and policy test, for every kind of file', () => {
  const { root, remove } = copiedRoot();
  after(remove);
  const explain = async (...args: string[]) => {
    const { out, err } = await bylaw(['policy', 'explain', ...args, '--root', root]);
    return out === '' ? err : out;
  };

  for (const [args, said] of [
    [['wording', 'order_not_found'], /a question \(policies\/wording\/wording\.yaml:\d+\):[^]*asked by refund_request/],
    [['wording', 'order_not_fund'], /there is no wording 'order_not_fund'; did you mean 'order_not_found'\?/],
    [['escalation', 'repeated_failure'], /with a ticket \(policies[^]*after 3 messages that were not understood/],
    [
      ['tool', 'lookup_order'],
      /a key needs: order:read[^]*the plan of refund_request calls it \(intents\/refund_request\.yaml:\d+\)/
    ],
    [
      ['verification', 'It arrives on 3 May.', 'Parcels arrive on working days.'],
      /^withheld[^]*✗ "It arrives on 3 May\."[^]*unsupported_figure: 3 May/
    ],
    [
      ['redaction', 'ghp_1234567890abcdefghijklmnopqrstuvwxyz12'],
      /^\[redacted:github-token\]\n[^]*policies\/redaction\//
    ],
    [['routing', 'search_text'], /^searches-to-the-idlest \(policies\/routing\/rules\.yaml:\d+\), least pending/]
  ] as const)
    it(`explains ${args.slice(0, 2).join(' ')}`, async () => {
      expect(await explain(...args)).to.match(said);
    });

  it('tests replies, redaction and routing', async () => {
    writeFileSync(join(root, 'policies/ours.test.yaml'), TESTS);
    const { status, out } = await bylaw(['policy', 'test', 'ours', '--root', root]);
    expect(status).to.equal(1);
    expect(out).to.match(/withheld: expected false, was true: "You can return it within 60 days\."/);
    expect(out).to.match(/1 of \d+ tests failed/);
  });

  it('explains while other files are unsound, even of the same kind, and says so', async () => {
    editFile(root, 'policies/refund/refund.yaml', text => text.replace('priority:', 'priorty:'));
    const { status, out, err } = await bylaw(['policy', 'explain', 'rules', 'return', '{}', '--root', root]);
    expect([status, out.split('\n')[0]]).to.match(/0,return@[0-9a-f]{12}: eligible \(within_policy\)/);
    expect(err).to.match(/said of the sound files alone; the first: policies\/refund\/refund\.yaml:\d+:\d+: schema/);
    expect(await explain('wording', 'how_many')).to.contain('How many pieces');
  });
});
