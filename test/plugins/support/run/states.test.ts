import { expect } from 'chai';
import fc from 'fast-check';
import { STATES } from '../../../../plugins/support/enumerations.js';
import {
  checkTransition,
  isWorking,
  TransitionError,
  WORKING,
  type RunState
} from '../../../../plugins/support/run/run.js';

// The table of the specification, written down once more: the code's own table must not decide what is right.
const DOCUMENTED: Readonly<Record<string, readonly string[]>> = {
  RECEIVED: ['refused', 'clarifying', 'GATHERING', 'escalated', 'failed'],
  GATHERING: ['DECIDING', 'escalated', 'failed'],
  // A fixed plan may find nothing, or end an intent that only refuses: both are decided.
  DECIDING: ['escalated', 'COMPOSING', 'clarifying', 'refused', 'failed'],
  COMPOSING: ['escalated', 'VERIFYING', 'failed'],
  VERIFYING: ['escalated', 'answered', 'failed']
};

const states = fc.constantFrom<RunState>(...WORKING, ...STATES);

describe('support agent: the transitions of a run', () => {
  it('are exactly the declared ones; any other throws', () => {
    fc.assert(
      fc.property(states, states, (from, to) => {
        const declared = DOCUMENTED[from]?.includes(to) ?? false;
        if (declared) checkTransition(from, to);
        else expect(() => checkTransition(from, to)).to.throw(TransitionError, `${from} to ${to}`);
      }),
      { numRuns: 2000 }
    );
  });

  it('make any sequence throw at its first undeclared move', () => {
    const walk = (path: readonly RunState[]) => {
      for (let i = 1; i < path.length; i++) checkTransition(path[i - 1]!, path[i]!);
    };
    fc.assert(
      fc.property(fc.array(states, { minLength: 2, maxLength: 8 }), path => {
        const bad = path.slice(1).some((to, i) => !DOCUMENTED[path[i]!]?.includes(to));
        if (bad) expect(() => walk(path)).to.throw(TransitionError);
        else walk(path);
      }),
      { numRuns: 2000 }
    );
  });

  it('lead nowhere from a terminal state', () => {
    for (const state of STATES) {
      expect(isWorking(state)).to.equal(false);
      for (const to of [...WORKING, ...STATES]) expect(() => checkTransition(state, to)).to.throw(TransitionError);
    }
  });

  it('reach a terminal state from every working one, in at most five moves', () => {
    const longest = (from: string): number => Math.max(0, ...(DOCUMENTED[from] ?? []).map(to => 1 + longest(to)));
    expect(longest('RECEIVED')).to.equal(5);
    for (const from of WORKING) expect(DOCUMENTED[from]).to.include.members(['escalated', 'failed']);
  });
});
