import { expect } from 'chai';
import { SUPPORT_CHECKS } from '../../../../plugins/support/tools/authority.js';

describe('support agent: tool authority', () => {
  it('is checked in the documented order', () => {
    // Registered comes before these; not executed yet, and the time-out, come after them.
    expect(SUPPORT_CHECKS.map(({ outcome }) => outcome)).to.deep.equal([
      'intent_not_permitted',
      'scope_missing',
      'identity_required',
      'budget_exhausted',
      'circuit_open',
      'invalid_arguments'
    ]);
  });
});
