import { expect } from 'chai';
import { verifier, verifierWith } from './vocabulary.js';

const CLOCK = new Date('2026-05-04T12:00:00Z');
const evidence = (text: string, kind = 'tool_result') => [{ reference: 'lookup_order#2', kind, text }];
const SHIPPED = 'order_id=ORD-1; status=shipped; shipped_at=2026-05-02; items=[{name: Oak tray, quantity: 1}]';

describe('verifier: statements', () => {
  it('names the evidence and the field that carry a fact', () => {
    const { sentences } = verifier.verify('ORD-1 went out on 2 May.', evidence(SHIPPED), CLOCK);
    expect(sentences[0]).to.deep.include({ supported: true, factual: true });
    expect(sentences[0]?.support).to.deep.include({
      kind: 'tool_result',
      reference: 'lookup_order#2',
      field: 'shipped_at'
    });
    expect(sentences[0]?.support).to.deep.include({
      kind: 'tool_result',
      reference: 'lookup_order#2',
      field: 'order_id'
    });
  });

  it('reports figures, identifiers and statements apart', () => {
    const { claims } = verifier.verify('ORD-2 was delivered on 3 May.', evidence(SHIPPED), CLOCK);
    expect(claims).to.deep.equal([
      { claim: 'ORD-2 was delivered on 3 May.', reason: 'unsupported_figure', values: ['3 May'] },
      { claim: 'ORD-2 was delivered on 3 May.', reason: 'unsupported_identifier', values: ['ORD-2'] },
      { claim: 'ORD-2 was delivered on 3 May.', reason: 'unsupported_statement', values: ['delivered'] }
    ]);
  });

  it('asks no evidence of courtesy and questions, but of the figures in a question', () => {
    const ask = (text: string) => verifier.verify(text, [], CLOCK).sentences[0];
    expect(ask('Thank you for your patience!')).to.deep.include({ supported: true, factual: false });
    expect(ask('Which order is this about?')).to.deep.include({ supported: true, factual: false });
    expect(ask('Do you mean ORD-7?')?.supported).to.equal(false);
  });

  it('speaks on of the order named before', () => {
    const two = [...evidence(SHIPPED), ...evidence('order_id=ORD-2; status=delivered; delivered_at=2026-05-03')];
    expect(verifier.verify('ORD-2 has arrived. It was delivered on 3 May.', two, CLOCK).supported).to.equal(true);
    expect(verifier.verify('ORD-1 has shipped. It was delivered on 3 May.', two, CLOCK).supported).to.equal(false);
    expect(verifier.verify('Both orders have been delivered.', two, CLOCK).supported).to.equal(false);
  });

  it('holds what is said of one request against that very request', () => {
    const request = (ticket: string, wish: string, order: string, status: string) =>
      evidence(`ticket_id=${ticket}; request=${wish}; order_id=${order}; status=${status}`);
    const passes = (reply: string, other: string) =>
      verifier.verify(
        reply,
        [
          ...request('tkt_1', 'cancel an order', 'ORD-8', 'open'),
          ...request('tkt_2', 'get a refund', other, 'withdrawn')
        ],
        CLOCK
      ).supported;
    for (const other of ['ORD-8', 'ORD-1', 'null']) {
      expect(passes('Your request to cancel an order, ORD-8, is open. Its ticket is tkt_1.', other)).to.equal(true);
      expect(passes('Your request to cancel an order, ORD-8, is withdrawn.', other)).to.equal(false);
    }
    expect(passes('Your request to get a refund, ORD-8, is withdrawn. Its ticket is tkt_2.', 'ORD-8')).to.equal(true);
    expect(passes('Your request to get a refund, ORD-8, is open.', 'ORD-8')).to.equal(false);
    expect(passes('Your request to cancel an order, ORD-8, is open. Its ticket is tkt_2.', 'ORD-8')).to.equal(false);
  });

  it("takes the customer's words as the customer's only", () => {
    const told = evidence('The tray arrived broken and I was promised a refund of $500', 'customer_message');
    expect(verifier.verify('I am sorry that the tray arrived broken.', told, CLOCK).supported).to.equal(true);
    expect(verifier.verify('You will get a refund of $500.', told, CLOCK).supported).to.equal(false);
  });

  it('keeps the condition of a rule', () => {
    const rule = evidence('Unopened games can be returned within 20 days of delivery.');
    expect(
      verifier.verify('Unopened games can be sent back within twenty days of delivery.', rule, CLOCK).supported
    ).to.equal(true);
    expect(verifier.verify('Games can be returned within 20 days of delivery.', rule, CLOCK).supported).to.equal(false);
    expect(verifier.verify('Opened games can be returned within 20 days of delivery.', rule, CLOCK).supported).to.equal(
      false
    );
    expect(
      verifier.verify('Unopened games can be returned within 20 days of purchase.', rule, CLOCK).supported
    ).to.equal(false);
  });
});

describe('verifier: how a thing is told', () => {
  const supports = (sentence: string, text: string, kind?: string) =>
    verifier.verify(sentence, evidence(text, kind), CLOCK).supported;
  const DELIVERED = 'order_id=ORD-1; status=delivered; delivered_at=2026-05-02; window_days=30; days_since_delivery=2';

  it('reads a deed told by a noun', () => {
    expect(supports('Delivery took place on 2 May.', DELIVERED)).to.equal(true);
    expect(supports('Delivery has not taken place yet.', DELIVERED)).to.equal(false);
    expect(supports('Delivery has taken place.', SHIPPED)).to.equal(false);
  });

  it('makes a figure of two fields of one record', () => {
    expect(supports('You have 28 days left.', DELIVERED)).to.equal(true);
    expect(supports('You have 27 days left.', DELIVERED)).to.equal(false);
  });

  it('takes what is being done for neither done nor promised', () => {
    const pending = 'refund_id=rf_1; order_id=ORD-1; status=pending; amount=5.00; currency=USD';
    expect(supports('Your refund is being processed.', pending)).to.equal(true);
    expect(supports('Your refund has been processed.', pending)).to.equal(false);
  });

  it('does not let a rule for others carry what a record says otherwise', () => {
    const both = [
      ...evidence('customer_id=cus_1; loyalty_tier=silver'),
      ...evidence('Gold members get free shipping.')
    ];
    expect(verifier.verify('You are a gold member.', both, CLOCK).supported).to.equal(false);
    expect(verifier.verify('Gold members get free shipping.', both, CLOCK).supported).to.equal(true);
  });

  it('counts nothing by a number inside a name', () => {
    const order = 'order_id=ORD-1; items=[{name: Set of six glasses, quantity: 2}]';
    expect(supports('Your order contains 2 sets of six glasses.', order)).to.equal(true);
    expect(supports('Your order contains 6 sets of six glasses.', order)).to.equal(false);
  });

  it('takes no word inside the name of goods for a statement', () => {
    const order = 'order_id=ORD-1; status=delivered; items=[{name: Steel travel mug, quantity: 1}]';
    expect(supports('Items: 1 Steel travel mug.', order)).to.equal(true);
    expect(supports('Your steel mug is travelling.', order)).to.equal(false);
    expect(supports('Items: 1 Steel lost mug.', order)).to.equal(false);
  });

  it('wants proof of what was done once more', () => {
    const paid = 'order_id=ORD-1; status=refunded; refunded_at=2026-05-02';
    expect(supports('We have issued the refund.', paid)).to.equal(true);
    expect(supports('We have issued another refund.', paid)).to.equal(false);
  });
});

describe('verifier: kinds of statements', () => {
  const passes = (text: string, sentence: string, reference?: string) =>
    verifier.verify(sentence, [{ kind: 'tool_result', reference: reference ?? 'tool:lookup_order:1', text }], CLOCK)
      .supported;
  const ORDERS =
    'orders=[{order_id: ORD-1, status: shipped, total: 54.00}, {order_id: ORD-2, status: shipped, total: 21.50}, {order_id: ORD-3, status: processing, total: 9.00}]; currency=EUR';

  it('counts the entries of a list of which a sentence holds', () => {
    expect(passes(ORDERS, 'Two of your orders have shipped.')).to.equal(true);
    expect(passes(ORDERS, 'Three of your orders have shipped.')).to.equal(false);
    const items =
      'items=[{name: Rose, status: shipped}, {name: Shears, status: backorder}, {name: Meal, status: shipped}]';
    expect(passes(items, 'Two of your three items have shipped.')).to.equal(true);
    expect(passes(items, 'Two of your four items have shipped.')).to.equal(false);
    const boxes = 'subscriptions=[{product: Hay, status: active}, {product: Straw, status: paused}]';
    expect(passes(boxes, 'You have one active subscription.')).to.equal(true);
    expect(passes(boxes, 'You have three active subscriptions.')).to.equal(false);
  });

  it('carries a share, a product and a sum, and no price of one for several', () => {
    const set = 'items=[{name: Planter, quantity: 3}]; total=74.70; currency=GBP';
    expect(passes(set, 'The planters come out at £24.90 each.')).to.equal(true);
    const items =
      'items=[{name: Kettle, quantity: 1, price: 40.00}, {name: Mug, quantity: 2, price: 9.50}]; currency=EUR';
    expect(passes(items, 'The kettle and the mugs come to €59.00 together.')).to.equal(true);
    expect(passes(items, 'The kettle and the mugs come to €49.50 together.')).to.equal(false);
    expect(passes(items, 'The two mugs together cost €9.50.')).to.equal(false);
    expect(passes(items, 'The two mugs together cost €19.00.')).to.equal(true);
  });

  it('carries what several entries, two days or a day and a span make together', () => {
    const orders =
      'count=4; orders=[{order_id: A1, status: delivered, total: 18.50}, {order_id: A2, status: cancelled, total: 42.00}, ' +
      '{order_id: A3, status: shipped, total: 31.25}, {order_id: A4, status: shipped, total: 12.99}]; currency=GBP';
    expect(passes(orders, 'All the orders come to £104.74 altogether.')).to.equal(true);
    expect(passes(orders, 'All the orders come to £104.75 altogether.')).to.equal(false);
    const order =
      'ordered_at=2026-04-14; shipped_at=2026-04-16; delivered_at=2026-05-11; window_days=30; items=[{name: Mug, quantity: 4}, {name: Kettle, quantity: 1}]';
    expect(passes(order, 'The window runs until 10 June.')).to.equal(true);
    expect(passes(order, 'The window runs until 11 June.')).to.equal(false);
    expect(passes(order, 'It was shipped two days after you ordered.')).to.equal(true);
    expect(passes(order, 'There are five items in it.')).to.equal(true);
    expect(passes(order, 'There are six items in it.')).to.equal(false);
    expect(passes('options=[{name: courier, days: 5-8}]', 'The courier takes five to eight days.')).to.equal(true);
    expect(passes('options=[{name: courier, days: 5-8}]', 'The courier takes five to nine days.')).to.equal(false);
    const card = 'issued_at=2024-12-20; expires_at=2026-12-20; status=active';
    expect(passes(card, 'It expires two years after it was issued.')).to.equal(true);
    expect(passes(card, 'It expires three years after it was issued.')).to.equal(false);
  });

  it('takes a figure from the field that is named for it, and not from one that any amount would fit', () => {
    const invoice = 'invoice_id=INV-17; subtotal=72.00; shipping=5.90; discount=7.20; total=70.70; currency=EUR';
    expect(passes(invoice, 'Shipping cost €5.90.')).to.equal(true);
    expect(passes(invoice, 'Shipping cost €7.20.')).to.equal(false);
    const late = 'decision=not_eligible; refund_window_days=28; days_since_delivery=41; order_id=ORD-1';
    expect(passes(late, 'We count the 28 days from the day of delivery.', 'policy:refund:1')).to.equal(true);
    expect(passes(late, 'It was delivered 28 days ago.', 'policy:refund:1')).to.equal(false);
    const camera = 'name=Trail camera; ships_within_working_days=2';
    expect(passes(camera, 'It ships within two working days.')).to.equal(true);
    expect(passes(camera, 'It ships within three working days.')).to.equal(false);
    const tea = 'product=Green tea 250 g; interval_weeks=6';
    expect(passes(tea, 'Your green tea comes every six weeks.')).to.equal(true);
    expect(passes(tea, 'Your green tea comes every five weeks.')).to.equal(false);
  });

  it('reckons with two numbers of a record where the sentence says so', () => {
    const points = 'points_balance=1340; redemption_minimum=1500';
    expect(passes(points, 'You need 160 more points.')).to.equal(true);
    expect(passes(points, 'You are 150 points short.')).to.equal(false);
    expect(passes(points, 'You have 160 points.')).to.equal(false);
  });

  it('takes the deed of any tool for done, unless its record says that it failed', () => {
    const sentence = 'I have paused your subscription.';
    expect(passes('subscription_id=SUB-1; status=paused', sentence, 'tool:pause_subscription:1')).to.equal(true);
    expect(passes('subscription_id=SUB-1; result=failed', sentence, 'tool:pause_subscription:1')).to.equal(false);
    expect(passes('subscription_id=SUB-1; status=paused', sentence, 'tool:get_subscription:1')).to.equal(false);
  });

  it('asks who did it and in which order', () => {
    const order =
      'order_id=ORD-1; ordered_at=2026-04-14; shipped_at=2026-04-16; cancelled_by=customer; cancelled_at=2026-04-17';
    expect(passes(order, 'You cancelled the order.')).to.equal(true);
    expect(passes(order, 'We cancelled the order.')).to.equal(false);
    expect(passes(order, 'It was shipped after you ordered it.')).to.equal(true);
    expect(passes(order, 'It was shipped before you ordered it.')).to.equal(false);
    expect(
      passes('old_city=Graz; new_city=Linz', 'Your city has been changed from Linz to Graz.', 'tool:update_address:1')
    ).to.equal(false);
  });

  it('reads parts of the day, clock phrases and days with a name', () => {
    const slot = 'delivered_at=2026-07-03T15:45:00Z';
    expect(passes(slot, 'It was delivered at a quarter to four in the afternoon UTC.')).to.equal(true);
    expect(passes(slot, 'It was delivered on the morning of 3 July.')).to.equal(false);
    expect(passes(slot, 'It was delivered at a quarter to four.')).to.equal(true);
    expect(passes(slot, 'It was delivered at five past four.')).to.equal(false);
    expect(passes(slot, 'It was delivered shortly before 4 pm.')).to.equal(true);
    expect(passes(slot, 'It was delivered shortly before 5 pm.')).to.equal(false);
    expect(passes('warranty_ends=2027-02-14', "The warranty ends on Valentine's Day 2027.")).to.equal(true);
  });

  it('lets what a field refuses be said only as refused', () => {
    const decision = 'action=change_address; decision=allowed; country_change=not_allowed';
    expect(passes(decision, 'The address can be changed.', 'policy:address:1')).to.equal(true);
    expect(passes(decision, 'A change of country is possible.', 'policy:address:1')).to.equal(false);
    expect(passes('phone_verified=true', 'Your phone number has yet to be verified.')).to.equal(false);
  });
});

describe('verifier: vocabulary', () => {
  it('learns a synonym of a status from a file', async () => {
    const sentence = 'ORD-1 has flown the nest.';
    expect(verifier.verify(sentence, evidence(SHIPPED), CLOCK).supported).to.equal(false);
    const taught = await verifierWith({
      own: 'words:\n  flown: flown the nest\nproofs:\n  flown:\n    done: status=shipped\n'
    });
    expect(taught.verify(sentence, evidence(SHIPPED), CLOCK).supported).to.equal(true);
    expect(taught.verify(sentence, evidence('order_id=ORD-1; status=processing'), CLOCK).supported).to.equal(false);
  });

  it('adds the words of a second file to a meaning of the first', async () => {
    const taught = await verifierWith({ own: 'words:\n  ship: [sail away]\n' });
    expect(taught.verify('ORD-1 has sailed away.', evidence(SHIPPED), CLOCK).supported).to.equal(true);
    expect(taught.verify('ORD-1 has been dispatched.', evidence(SHIPPED), CLOCK).supported).to.equal(true);
    const waiting = evidence('order_id=ORD-1; status=processing');
    expect(taught.verify('ORD-1 has sailed away.', waiting, CLOCK).supported).to.equal(false);
  });

  it('reads proofs and words that are written in columns', async () => {
    const taught = await verifierWith({
      own: 'words:\n  flown: flown the nest\nproofs:\n  flown:\n    done: status=shipped, sent unless status=lost\n'
    });
    const sentence = 'ORD-1 has flown the nest.';
    expect(taught.verify(sentence, evidence(SHIPPED), CLOCK).supported).to.equal(true);
    expect(taught.verify(sentence, evidence('order_id=ORD-1; status=lost'), CLOCK).supported).to.equal(false);
  });

  it('learns a courtesy from a file', async () => {
    const sentence = 'Fair winds!';
    expect(verifier.verify(sentence, [], CLOCK).supported).to.equal(false);
    const taught = await verifierWith({ own: 'courtesy: [fair winds]\n' });
    expect(taught.verify(sentence, [], CLOCK).supported).to.equal(true);
  });

  it('refuses a file with a key that it does not know', async () => {
    const error = await verifierWith({ own: 'synonyms: []\n' }).then(
      () => undefined,
      (failure: Error) => failure
    );
    expect(error?.message).to.contain('synonyms');
  });

  it('refuses states that nothing proves', async () => {
    const error = await verifierWith({
      own: 'words:\n  idle: idle\nstates:\n  idle: lying idle\n'
    }).then(
      () => undefined,
      (failure: Error) => failure
    );
    expect(error?.message).to.contain('proofs');
  });
});
