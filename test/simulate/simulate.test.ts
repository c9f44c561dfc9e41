import { expect } from 'chai';
import { thorough } from '../harness/same-draws.js';
import { Agent, type Held, normalised } from './conversation.js';
import { reportOf } from './report.js';
import { Wording } from './wording.js';

const SEED = 7;
const CONVERSATIONS = thorough ? 150 : 60;
const REPEATED = 6;

/**
 * What does not hold yet, by kind: in which share of conversations at most. The table only shrinks: `npm run simulate` shows each
 * with the command that replays it.
 */
const PENDING: Readonly<Record<string, number>> = {
  open_after_withdrawal: 0.06,
  other_order: 0.017,
  question_moved_tickets: 0.034,
  wider: 0.0067
};
const LEAST_REACHED = 0.9;

describe('simulated customers', () => {
  const wording = new Wording();
  let agent: Agent;
  const held: Held[] = [];

  before(async () => {
    agent = await Agent.start();
    for (let number = 1; number <= CONVERSATIONS; number++) held.push(await agent.converse(SEED, number, { wording }));
  });
  after(() => agent.stop());

  it('no conversation violates what has to hold in every one', () => {
    const violating = new Map<string, number>();
    for (const { violations } of held)
      for (const kind of new Set(violations.map(each => each.kind)))
        violating.set(kind, (violating.get(kind) ?? 0) + 1);
    const beyond = [...violating].filter(
      ([kind, conversations]) => conversations > (PENDING[kind] ?? 0) * CONVERSATIONS
    );
    expect(beyond, reportOf(SEED, held)).to.deep.equal([]);
  });

  it('most reach what they came for', () => {
    const share = held.filter(({ reached }) => reached).length / held.length;
    expect(share, reportOf(SEED, held)).to.be.at.least(LEAST_REACHED);
  });

  it('a conversation follows from its seed and number alone', async () => {
    for (const first of held.slice(0, REPEATED)) {
      const again = await agent.converse(SEED, first.number, { wording, tenant: 'again' });
      expect(normalised(again)).to.equal(normalised(first));
    }
  });
});
