import { expect } from 'chai';
import { ESCALATION_REASONS } from '../../../../plugins/support/enumerations.js';
import { escalationEvidence } from '../../../../plugins/support/policy/system-facts.js';
import { RunPolicyAssembly } from '../../../../plugins/support/policy/run-policy.js';
import { bylaw } from '../../../harness/child.js';
import { copiedRoot, editFile } from '../../../harness/root.js';
import { startService, type TestService } from '../../../harness/service.js';

// An identifier is random, so its letters and digits may look like anything: a currency, a unit, a month, a time.
const TAILS = [
  'kr7',
  'usd5',
  'eur12',
  '5kg',
  '30d',
  'may1',
  '1st',
  '12am',
  '7kr',
  'rs500',
  'nov8',
  '0x1f',
  '1e5',
  'h2k6'
];

describe('support agent: the texts of a hand-over', () => {
  let service: TestService;
  before(async () => void (service = await startService()));
  after(() => service.stop());

  it('are proved whatever the ticket is called', () => {
    const { escalation, verifier } = service.documents.current.get(RunPolicyAssembly);
    const unproved = ESCALATION_REASONS.flatMap(reason =>
      TAILS.flatMap(tail => {
        const ticket_id = `tkt_01m7wk4h2k6f13sqt44jh4ykb`.slice(0, 30 - tail.length) + tail;
        const text = escalation.notices.get(reason)!.ticket.render({ ticket: { ticket_id } });
        return verifier.verify(text, [escalationEvidence(1, reason, ticket_id)], new Date()).supported ? [] : [text];
      })
    );
    expect(unproved).to.deep.equal([]);
  });

  it('cannot say that somebody has it where there is no ticket', async () => {
    const { root, remove } = copiedRoot();
    try {
      editFile(root, 'policies/escalation/escalation.yaml', text =>
        text.replace(/(no_ticket: ).*/, '$1I have handed this to a colleague.')
      );
      const { code, out, err } = await bylaw(['policy', 'check', '--root', root]);
      expect(code).to.equal(1);
      expect(out + err).to.match(/escalation[.]yaml:\d+:\d+: unprovable_text/);
    } finally {
      remove();
    }
  });
});
