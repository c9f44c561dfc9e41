import { expect } from 'chai';
import type { Conversation, Memory } from '../../../../plugins/support/records/types.js';
import { readIn as resolve } from '../../../../plugins/support/conversation/reading.js';
import type { Slots, Understanding } from '../../../../plugins/support/understand/types.js';

const NO_SLOTS: Slots = {
  order_ids: [],
  emails: [],
  quantity: null,
  part: null,
  amount: null,
  goods: false,
  other_order: false,
  reported_issue: null,
  fault_denied: false,
  delivery_charge_only: false,
  refund_destination: null,
  affirmation: null,
  opens: null,
  pick: null,
  acknowledgement: false,
  only_slots: false,
  words: []
};
const said = (more: Partial<Understanding>, slots: Partial<Slots> = {}): Understanding => ({
  intent: 'unknown',
  confidence: 0,
  candidates: [],
  ambiguous: false,
  likely: [],
  sensitive: null,
  hits: [],
  declined: [],
  named: [],
  denies: false,
  why: '',
  strange: false,
  ...more,
  slots: { ...NO_SLOTS, ...slots }
});
const after = (memory: Memory, identity_verified = true): Conversation => ({
  tenant: 'demo',
  conversation_id: 'conv_1',
  customer_id: 'cus_demo',
  identity_verified,
  failed_verifications: 0,
  turns: 1,
  escalated: false,
  memory,
  created_at: '2026-01-01T00:00:00.000Z',
  version: 1
});
const offered = (...candidates: string[]): Memory => ({
  pending: { intent: 'unknown', missing: 'choice', candidates, slots: { order_id: 'ORD-1003' } }
});
const waiting = (missing: 'order' | 'identity'): Memory => ({
  pending: { intent: 'refund_request', missing, slots: { reported_issue: 'damaged' } }
});

describe('support agent: a message read in its conversation', () => {
  it('takes the one offer with a yes, and what was known with it', () => {
    const reading = resolve(said({}, { affirmation: 'yes' }), after(offered('return_request')));
    expect(reading).to.deep.equal({
      kind: 'wish',
      intent: 'return_request',
      slots: { order_id: 'ORD-1003' },
      resumed: true
    });
  });

  it('does not take a yes for a choice between two', () => {
    expect(resolve(said({}, { affirmation: 'yes' }), after(offered('return_request', 'refund_request'))).kind).to.equal(
      'unclear'
    );
  });

  it('keeps the question when only an order is added to it', () => {
    const reading = resolve(
      said({}, { order_ids: ['ORD-1001'], only_slots: true }),
      after(offered('refund_request', 'return_request'))
    );
    expect(reading)
      .to.include({ kind: 'choice' })
      .and.deep.include({ slots: { order_id: 'ORD-1001' } });
  });

  it('takes a no with an order for a correction, and one without for a no', () => {
    const correction = resolve(said({}, { affirmation: 'no', order_ids: ['ORD-1003'] }), after(waiting('order')));
    expect(correction).to.deep.include({
      kind: 'wish',
      intent: 'refund_request',
      slots: { reported_issue: 'damaged', order_id: 'ORD-1003' }
    });
    expect(resolve(said({}, { affirmation: 'no' }), after(waiting('order'))).kind).to.equal('dropped');
  });

  it('goes on after an acknowledgement only when the person has proved who they are', () => {
    const done = said({}, { acknowledgement: true });
    expect(resolve(done, after(waiting('identity'), true)).kind).to.equal('wish');
    expect(resolve(done, after(waiting('identity'), false)).kind).to.equal('unclear');
  });

  it('guesses none of several orders', () => {
    const two = { order_ids: ['ORD-1001', 'ORD-1003'] };
    expect(resolve(said({ intent: 'refund_request' }, two), after({ order_id: 'ORD-1005' }))).to.deep.include({
      kind: 'which_order',
      orders: two.order_ids,
      slots: {}
    });
    const ambiguous = said({ ambiguous: true, candidates: ['cancel_order', 'refund_request'] }, two);
    expect(resolve(ambiguous, after({}))).to.deep.equal({
      kind: 'choice',
      candidates: ambiguous.candidates,
      slots: {}
    });
  });

  it('asks the settled wish of another order, but not where another wish is hinted at', () => {
    const memory: Memory = { settled: 'cancel_order', order_id: 'ORD-1001' };
    const named = { order_ids: ['ORD-1008'] };
    expect(resolve(said({}, named), after(memory))).to.deep.include({
      kind: 'wish',
      intent: 'cancel_order',
      slots: { order_id: 'ORD-1008' }
    });
    expect(resolve(said({ candidates: ['refund_request'] }, named), after(memory)).kind).to.equal('unclear');
    expect(resolve(said({}, { words: ['lamp'] }), after(memory)).kind).to.equal('same_for_item');
    expect(resolve(said({}, { words: ['lamp'] }), after({})).kind).to.equal('unclear');
  });

  it('does not carry what was said about one order to the next wish', () => {
    const reading = resolve(said({ intent: 'return_request' }), after({ ...waiting('order'), order_id: 'ORD-1005' }));
    expect(reading).to.deep.include({ intent: 'return_request', slots: { order_id: 'ORD-1005' }, resumed: false });
  });
});
