import { expect } from 'chai';
import type { Slots } from '../../../../plugins/support/understand/types.js';
import { shipped } from './shipped.js';

const slotsOf = (text: string): Slots => shipped().understand(text).slots;

describe('slots of a message', () => {
  const ids: readonly (readonly [string, readonly string[]])[] = [
    ['where is ORD-1001', ['ORD-1001']],
    ['ord 1001', ['ORD-1001']],
    ['ord1001 and Ord-1002, ORD-1001 again', ['ORD-1001', 'ORD-1002']],
    ['status of order #W5995614', ['W5995614']],
    ['my order number is 00123842', ['00123842']],
    ['order 1001', ['ORD-1001']],
    ['1001', ['ORD-1001']],
    ['it is 370795561790 I think', ['370795561790']],
    ['I paid 1200 for 2 chairs in 2024', []],
    ['call me on +44123456789', []],
    ['no order here', []]
  ];
  for (const [text, expected] of ids) {
    it(`order numbers in "${text}"`, () => expect(slotsOf(text).order_ids).to.deep.equal(expected));
  }

  const others: readonly (readonly [string, Partial<Slots>])[] = [
    ['Write to Demo@Example.com please', { emails: ['demo@example.com'] }],
    ['the mug arrived smashed', { reported_issue: 'damaged' }],
    ['the blender stopped working', { reported_issue: 'defective' }],
    ['you sent me the wrong item', { reported_issue: 'wrong_item' }],
    ['has my parcel left already', { reported_issue: null, quantity: null, refund_destination: null }],
    ['refund it to a different card', { refund_destination: 'other_card' }],
    ['refund me as a gift card', { refund_destination: 'gift_card' }],
    ['refund it to my bank account', { refund_destination: 'bank_account' }],
    ['refund the card I paid with', { refund_destination: 'original' }],
    ['just refund the shipping fee', { delivery_charge_only: true }],
    ['refund my order', { delivery_charge_only: false }],
    ['I want to return two shirts', { quantity: 2 }],
    ['return both mugs', { quantity: 2 }],
    ['refund 3 of them', { quantity: 3 }],
    ['refund 5 of the table runners', { quantity: 5 }],
    ['return 5x mugs', { quantity: 5 }],
    ['mugs x5, return please', { quantity: 5 }],
    ['return six units', { quantity: 6 }],
    ['return a couple of the mugs', { quantity: 2 }],
    ['return 2 of the 4 mugs', { quantity: 2 }],
    ['I bought 4 mugs and want to return 2', { quantity: 2 }],
    ['refund one mug and two plates', { quantity: 3 }],
    ['I waited 2 weeks for my lamp, refund', { quantity: null }],
    ['return my size 9 shoes', { quantity: null, goods: true }],
    ['return 2.5 mugs', { quantity: null, part: 'pieces' }],
    ['refund half of it', { quantity: null, part: 'pieces' }],
    ['refund half the price', { part: 'amount' }],
    ['refund all of it except the mug', { part: 'except' }],
    ['my shoes are too small', { goods: true }],
    ['refund the other order', { other_order: true }],
    ['both of them', { pick: 'all' }],
    ['and the other one', { pick: 'other' }],
    ["refund it to my friend's PayPal", { refund_destination: 'other_account' }],
    ['put the refund on my card ending 1234', { refund_destination: 'other_card' }],
    ['refund my card ending 1234 which I paid with', { refund_destination: 'original' }],
    ['refund it as a new gift card', { refund_destination: 'other_gift_card' }],
    ['refund it to PayPal', { refund_destination: 'paypal' }],
    ['nothing is broken', { reported_issue: null }],
    ['my card has expired', { reported_issue: null }],
    ['yes please', { affirmation: 'yes' }],
    ['no', { affirmation: 'no' }],
    ['yes and no', { affirmation: null }],
    ['yes, cancel my order', { affirmation: null }],
    ['ok, done', { acknowledgement: true, only_slots: false }],
    ['verified now', { acknowledgement: true }],
    ['done, I have verified', { acknowledgement: true }],
    ['ok, where is my order', { acknowledgement: false }],
    ['ORD-1001', { only_slots: true }],
    ['it is order ORD-1001, please', { only_slots: true }],
    ['demo@example.com', { only_slots: true }],
    ['cancel ORD-1001', { only_slots: false }],
    ['hello', { only_slots: false }]
  ];
  for (const [text, expected] of others) {
    it(`${Object.keys(expected).join(', ')} of "${text}"`, () => expect(slotsOf(text)).to.deep.include(expected));
  }

  it('does not act on a bare order number', () => {
    expect(shipped().understand('ORD-1001')).to.deep.include({
      intent: 'unknown',
      candidates: ['order_status'],
      ambiguous: false
    });
  });

  it('keeps content words for item names, corrected and without fillers', () => {
    expect(slotsOf('Please return the blue kettel, thanks').words).to.include.members(['return', 'blue']);
    expect(slotsOf('Please return the blue kettle, thanks').words).to.not.include.members(['please', 'thanks']);
  });
});

describe('sensitive topics', () => {
  const topics: readonly (readonly [string, string | null])[] = [
    ['My solicitor will write to you about this refund', 'legal_threat'],
    ['I will take you to court', 'legal_threat'],
    ['the charger caught fire', 'injury'],
    ['the glass broke and cut my hand badly, I went to hospital', 'injury'],
    ['your driver keeps harassing me', 'harassment'],
    ['I want to end my life', 'self_harm'],
    ['I am a reporter with the Herald', 'journalist'],
    ['the order button does nothing when I press it', null],
    ['kill my order please', null],
    ['my order is late and I am furious', null],
    ['the battery died, I want a refund', null]
  ];
  for (const [text, topic] of topics) {
    it(`${topic ?? 'none'} in "${text}"`, () => expect(shipped().understand(text).sensitive).to.equal(topic));
  }
});
