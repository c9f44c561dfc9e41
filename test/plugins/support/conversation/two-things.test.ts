import { expect } from 'chai';
import type { Client } from '../../../harness/client.js';
import { startService, type TestService } from '../../../harness/service.js';

interface Held {
  readonly says: readonly string[];
  /** Matches of the last reply, in this order. */
  readonly told: readonly RegExp[];
  /** Intent, order and lines of what is open after it. */
  readonly open: readonly string[];
}

const CANCELLABLE = 'can the blanket still be cancelled?';

const HELD: Readonly<Record<string, Held>> = {
  'two questions of the shop': {
    says: ['Express costs how much, and how quick is it?'],
    told: [/12\.00 USD/, /1 to 2 business days/],
    open: []
  },
  'two questions of an own order': {
    says: ['was the coffee machine charged to my card, and has anything of it been refunded?'],
    told: [/ORD-1005 was charged/, /cannot see a refund/],
    open: []
  },
  'a yes and another wish, which waits': {
    says: [CANCELLABLE, 'Yes. And I want to send back the runner.', 'yes'],
    told: [/I have handed this to a colleague/],
    open: ['cancel_order 1008 L1', 'return_request 1001 L2']
  },
  'a no and a goodbye': {
    says: [CANCELLABLE, 'nah leave it, thanks, bye'],
    told: [/Have a nice day/],
    open: []
  },
  'a no and what is wanted instead': {
    says: [CANCELLABLE, 'no, change the colour to grey instead'],
    told: [/I have handed this to a colleague/],
    open: ['change_order 1008 L1']
  },
  'two items beside the number of their order': {
    says: ['Refund the casserole and the runner, order 1001.'],
    told: [/89\.90/],
    open: ['refund_request 1001 L1+L2']
  },
  'another deed for another item': {
    says: ['I want a refund for the table runner', 'and please return the casserole as well'],
    told: [/I have handed this to a colleague/],
    open: ['refund_request 1001 L2', 'return_request 1001 L1']
  },
  'a yes to what was offered beside what is open': {
    says: ['I want to return the table runner', 'and can I get a refund for it?', 'yes please'],
    told: [/I have handed this to a colleague/],
    open: ['refund_request 1001 L2', 'return_request 1001 L2']
  }
};

describe('a message that says two things', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await startService();
    client = service.client();
  });
  after(() => service.stop());

  for (const [what, { says, told, open }] of Object.entries(HELD))
    it(`is answered in both: ${what}`, async () => {
      const talk = await client.talk('demo@example.com');
      let reply = '';
      for (const said of says) ({ reply } = await talk.say(said));
      const places = told.map(each => reply.search(each));
      expect(places, reply).to.not.include(-1);
      expect(places, reply).to.deep.equal(places.toSorted((one, other) => one - other));
      expect(await talk.open()).to.deep.equal(open);
    });
});
