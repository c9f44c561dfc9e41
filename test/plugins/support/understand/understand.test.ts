import { expect } from 'chai';
import fc from 'fast-check';
import { DocumentSet } from '../../../../core/documents/set.js';
import { Intents } from '../../../../plugins/support/kinds/intent.js';
import { UnderstanderAssembly } from '../../../../plugins/support/policy/readers.js';
import { phrasePatterns } from '../../../../plugins/support/eval/phrase-patterns.js';
import { shipped, shippedParts } from './shipped.js';

const intentOf = (text: string): string => shipped().understand(text).intent;

describe('understanding a message', () => {
  const table: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    'sees through typing': [
      ['wher is my ordr', 'order_status'],
      ['PLS CANCLE MY ORDER', 'cancel_order'],
      ['i wud like a refnd 4 my order', 'refund_request'],
      ["can't log in to my acount", 'account_access'],
      ['canceling my order pleeease', 'cancel_order']
    ],
    'hears what is not wanted': [
      ["I don't want a refund, I want a replacement", 'return_request'],
      ["I'm not looking to return anything, just tell me where my parcel is", 'order_status'],
      ['please do not cancel my order, only change the size to medium', 'change_order'],
      ['No exchange, just refund my order', 'refund_request']
    ],
    'tells an account of the past from a wish': [
      ['I cancelled my order last week, where is my refund?', 'refund_request'],
      ['I returned the lamp ten days ago and I am still waiting for my refund', 'refund_request']
    ],
    'takes what is only supposed for a circumstance': [
      ['If I refuse the parcel, do I get all my money back?', 'refund_policy'],
      ['If I send a coat back, who pays the postage?', 'return_policy']
    ],
    'reads on after an abbreviation': [['please change the mobile no. in my order', 'change_order']],
    'looks at what a verb of trade is about': [
      ['Is it legal to ship weapons across borders?', 'out_of_scope'],
      ['Do you ship rugs across borders?', 'shipping_info']
    ],
    'tells rules from own cases': [
      ['Can opened headphones be returned?', 'return_policy'],
      ['I want to return the headphones I bought', 'return_request'],
      ['Do you refund sale items?', 'refund_policy'],
      ['Please refund ORD-1001', 'refund_request'],
      ['How long does a delivery usually take?', 'shipping_info'],
      ['When will my delivery come?', 'order_status']
    ],
    'prefers the request to the greeting and the thanks': [
      ['Good morning! Could you cancel ORD-1008? Thanks a lot, bye', 'cancel_order'],
      ['Good morning!', 'greeting'],
      ['Thanks a lot, bye', 'thanks'],
      ['Good morning. How does a volcano erupt?', 'unknown']
    ],
    'leaves other subjects alone': [
      ['cancel my Netflix subscription', 'out_of_scope'],
      ['In what order should I watch the films?', 'out_of_scope'],
      ['How do I get a tax refund?', 'out_of_scope']
    ],
    'knows the plain cases in other languages': [
      ['¿Dónde está mi pedido?', 'order_status'],
      ['Ich möchte meine Bestellung stornieren', 'cancel_order'],
      ['je voudrais parler à un conseiller', 'human_agent']
    ],
    'hears a second wish that only the words of a clause speak for': [
      ["Can I add a hat to yesterday's order, and what would express cost?", 'unknown']
    ],
    'takes a deed that opens a sentence in the past for an account': [
      ['Cancelled three weeks ago, money not credited', 'refund_request']
    ],
    'asks when it did not understand': [
      ['qwertz uiop', 'unknown'],
      ['', 'unknown'],
      ['???', 'unknown']
    ]
  };
  for (const [title, rows] of Object.entries(table)) {
    for (const [text, intent] of rows) it(`${title}: "${text}"`, () => expect(intentOf(text)).to.equal(intent));
  }

  it('asks about two wishes and names both', () => {
    const { intent, candidates, ambiguous } = shipped().understand('cancel my order and delete my account');
    expect({ intent, ambiguous }).to.deep.equal({ intent: 'unknown', ambiguous: true });
    expect(candidates).to.have.members(['cancel_order', 'account_details']);
  });

  it('reads joined questions apart, and a list of things together', () => {
    const asked = shipped().understand('When does my lamp arrive and can I change the address on the order?');
    expect(asked.intent).to.equal('unknown');
    expect(asked.candidates).to.include.members(['order_status', 'change_order']);
    expect(intentOf('Where are my lamp and my chairs?')).to.equal('order_status');
  });

  it('takes what is said of the one thing for a wish beside that for the other', () => {
    const asked = shipped().understand("One parcel hasn't come, and I want to send the other back");
    expect(asked.intent).to.equal('unknown');
    expect(asked.candidates).to.include.members(['order_status', 'return_request']);
  });

  it('asks about two readings and names both', () => {
    expect(shipped().understand('please change my address').candidates).to.have.members([
      'change_order',
      'account_details'
    ]);
  });

  it('explains with the n-grams and the examples that spoke', () => {
    const text = 'Hello, please cancel my order';
    const { why, confidence } = shipped().understand(text);
    expect(why).to.match(/^Acted: cancel_order has \d\.\d\d of 1, at least /);
    expect(confidence).to.be.within(0.8, 1);
    const { likeliest, nearest } = shipped().explain(text);
    expect(likeliest[0]).to.include({ intent: 'cancel_order' });
    expect(likeliest[0]?.voices.map(({ gram }) => gram)).to.include('cancel');
    expect(nearest[0]?.intent).to.equal('cancel_order');
  });

  it('lets a phrase override the examples, and names its place', () => {
    const text = 'Refund ORD-1001 to the account of my friend';
    const { intent, hits } = shipped().understand(text);
    expect(intent).to.equal('refund_request');
    expect(hits[0]).to.include({ intent, file: 'intents/refund_request.yaml', negated: false });
    expect(text.slice(hits[0]?.start, hits[0]?.end)).to.match(/^Refund ORD-1001/);
  });

  it('names the wish that is not wanted', () => {
    expect(shipped().understand("I don't want a refund").declined).to.deep.equal(['refund_request']);
    expect(shipped().understand("I don't want to wait, give me a refund").declined).to.deep.equal([]);
  });

  it('never throws, gives places inside the message, and says the same twice', () => {
    const words = fc.constantFrom(
      'cancel',
      'my',
      'order',
      'ORD-1001',
      'refund',
      'not',
      ',',
      '.',
      "don't",
      '😀',
      'ß',
      '#',
      '@'
    );
    const message = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(words, { maxLength: 60 }).map(list => list.join(' '))
    );
    fc.assert(
      fc.property(message, text => {
        const first = shipped().understand(text);
        for (const { start, end } of first.hits) expect(start >= 0 && start < end && end <= text.length).to.equal(true);
        expect(shipped().understand(text)).to.deep.equal(first);
      }),
      { numRuns: 150 }
    );
  });

  it('reads the beginning and the end of a very long message', () => {
    const long = `${'1 2 3 4 5 6 7 8 9 '.repeat(200)}. So please cancel my order ORD-1008`;
    expect(shipped().understand(long)).to.deep.include({ intent: 'cancel_order' });
  });
});

describe('the phrases that coverage counts', () => {
  it('are found in the examples of their intents, under the names by which they are listed', () => {
    const { intents, understander } = shippedParts();
    const files = intents.map(({ source, understand }) => ({ source, value: { understand } }));
    const set = new DocumentSet('', new Map([[Intents.id, files]]), new Map([[UnderstanderAssembly.id, understander]]));
    const { patterns, examples, find } = phrasePatterns(set);
    const listed = new Set(patterns.map(pattern => JSON.stringify(pattern)));
    const found = [...examples.map(({ read: [text] }) => text), 'refund ORD-1001'].flatMap(text => find(text));
    expect(found).to.not.be.empty;
    for (const pattern of found) expect(listed).to.include(JSON.stringify(pattern));
  });
});
