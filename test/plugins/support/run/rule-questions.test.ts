import { expect } from 'chai';
import { copiedRoot, editFile } from '../../../harness/root.js';
import { startService, type TestService } from '../../../harness/service.js';

/** A fact that the demo customer's record leaves open, and a rule that asks for it. */
const KEPT = `facts:
  box_is_kept: { type: boolean, meaning: The customer still has the box., from: tools.box.kept }
  turns_before: { type: integer, meaning: Messages before this one., from: conversation.turns }
  order_looked_up:
    type: boolean
    meaning: The plan found the order before.
    from: { exists: tools.lookup_order.order.status }
    examples: [{ given: { tools: { lookup_order: { order: { status: shipped } } } }, is: true }]
`;
const RULES = `  - id: box-not-known
    ref: Q1
    priority: 15
    why: What comes back without its box goes to a person.
    when: { fact: box_is_kept, operator: isKnown, value: false }
    then: { decision: need_info, reason: box_not_known }
    says: Do you still have the box?
    asks: box_is_kept
    examples: { fires: [{ box_is_kept: null }], near_misses: [{ box_is_kept: true }] }

  - id: box-lost
    ref: Q2
    priority: 14
    why: What comes back without its box goes to a person.
    when:
      all:
        - { fact: box_is_kept, operator: equal, value: false }
        - { fact: turns_before, operator: greaterThanInclusive, value: 1 }
        - { fact: order_looked_up, operator: equal, value: true }
    then: { decision: human_review, reason: box_lost }
    says: A colleague will look at your refund request.
    examples: { fires: [{ box_is_kept: false }], near_misses: [{ box_is_kept: true }] }

  - id: within-policy
`;

describe('a rule that needs to know something', () => {
  const { root, remove } = copiedRoot();
  let service: TestService;
  before(async () => {
    editFile(root, 'policies/facts.yaml', text => text.replace('facts:\n', KEPT));
    editFile(root, 'policies/refund/refund.yaml', text =>
      text
        .replace(
          '  - refunds_last_90_days\n',
          '  - refunds_last_90_days\n  - box_is_kept\n  - turns_before\n  - order_looked_up\n'
        )
        .replace(
          '  refunds_last_90_days: 0\n',
          '  refunds_last_90_days: 0\n  box_is_kept: true\n  turns_before: 1\n  order_looked_up: true\n'
        )
        .replace('  - id: within-policy\n', RULES)
    );
    service = await startService({ root });
  });
  after(async () => {
    await service.stop();
    remove();
  });

  for (const [answer, rule] of [
    ['yes', 'within-policy'],
    ['yes I have it', 'within-policy'],
    ['no', 'box-lost'],
    ['no, it went out with the rubbish', 'box-lost']
  ] as const)
    it(`asks in its own words, keeps the order and the wish, and takes "${answer}" as the fact`, async () => {
      const talk = await service.client().talk('demo@example.com');
      const asked = await talk.say('Please refund order ORD-1001');
      expect(asked.state).to.equal('clarifying');
      expect(asked.reply).to.equal('Do you still have the box?');
      const decided = await talk.say(answer);
      expect(decided.state).to.equal('escalated');
      const step = decided.trace!.steps.find(({ type }: { type: string }) => type === 'policy_decision');
      expect(step).to.deep.include({ order_id: 'ORD-1001' });
      expect((step as { record: object }).record).to.deep.include({ rule });
    });

  it('asks twice, the second time offering a person, who gets it then', async () => {
    const talk = await service.client().talk('demo@example.com');
    await talk.say('Please refund order ORD-1001');
    const again = await talk.say("I'm afraid I couldn't tell you that.");
    expect(again.state).to.equal('clarifying');
    expect(again.reply).to.include('Do you still have the box?').and.to.include('colleague');
    const given = await talk.say('dunno');
    expect(given).to.include({ state: 'escalated', escalation_reason: 'repeated_failure' });
    expect(given.ticket_id).to.be.a('string');
  });
});

describe('a rule that asks for one of several words', () => {
  const { root, remove } = copiedRoot();
  let service: TestService;
  before(async () => {
    editFile(root, 'policies/facts.yaml', text =>
      text.replace(
        'facts:\n',
        'facts:\n  seal: { type: string, values: [intact, broken], meaning: Whether the seal is whole., from: tools.box.seal }\n'
      )
    );
    editFile(root, 'policies/refund/refund.yaml', text =>
      text
        .replace('  - refunds_last_90_days\n', '  - refunds_last_90_days\n  - seal\n')
        .replace('  refunds_last_90_days: 0\n', '  refunds_last_90_days: 0\n  seal: intact\n')
        .replace(
          '  - id: within-policy\n',
          `  - id: seal-not-known
    ref: Q1
    priority: 15
    why: A broken seal goes to a person.
    when: { fact: seal, operator: isKnown, value: false }
    then: { decision: need_info, reason: seal_not_known }
    says: Is the seal intact or broken?
    asks: seal
    examples: { fires: [{ seal: null }], near_misses: [{ seal: intact }] }

  - id: seal-broken
    ref: Q2
    priority: 14
    why: A broken seal goes to a person.
    when: { fact: seal, operator: equal, value: broken }
    then: { decision: human_review, reason: seal_broken }
    says: A colleague will look at your refund request.
    examples: { fires: [{ seal: broken }], near_misses: [{ seal: intact }] }

  - id: within-policy
`
        )
    );
    service = await startService({ root });
  });
  after(async () => {
    await service.stop();
    remove();
  });

  for (const [answer, rule] of [
    ['the seal is intact', 'within-policy'],
    ["I think it's broken", 'seal-broken'],
    ['broken', 'seal-broken'],
    ['it is not broken', undefined],
    ['why, does it matter if it is broken?', undefined]
  ] as const)
    it(`takes "${answer}" for ${rule === undefined ? 'no answer' : 'what it says'}`, async () => {
      const talk = await service.client().talk('demo@example.com');
      expect((await talk.say('Please refund order ORD-1001')).reply).to.equal('Is the seal intact or broken?');
      const { trace } = await talk.say(answer);
      const rules = trace!.steps.flatMap((step: { type: string; record?: { table: string; rule: string } }) =>
        step.type === 'policy_decision' && step.record!.table === 'refund' ? [step.record!.rule] : []
      );
      expect(rules.filter((each: string) => each !== 'seal-not-known')).to.deep.equal(rule === undefined ? [] : [rule]);
    });
});
