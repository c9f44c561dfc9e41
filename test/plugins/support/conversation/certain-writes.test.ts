import { expect } from 'chai';
import type { Client } from '../../../harness/client.js';
import { startService, type TestService } from '../../../harness/service.js';

/** What is said, and what is open after the last of it. */
type Row = readonly [way: string, says: readonly string[], open: readonly string[]];

const OPENED: readonly Row[] = [
  ['an order by its number', ['refund ORD-1001'], ['refund_request 1001 L1+L2']],
  ['an order chosen from a list', ['cancel my order', 'ORD-1008'], ['cancel_order 1008 L1']],
  ['lines by the item', ['return the runner'], ['return_request 1001 L2']],
  ['lines by their place', ['I want to send back the first item of order 1001'], ['return_request 1001 L1']],
  ['lines by what is left out', ['refund for 1001 please, but not for the casserole'], ['refund_request 1001 L2']],
  [
    'of a story what the wish names',
    ['The pot is lovely, we cook in it. The table runner is too short. I would like to send the runner back.'],
    ['return_request 1001 L2']
  ],
  [
    'of a story what was named last',
    ['We got the runner and the pot on monday. My husband says the pot is too heavy. I want to return it.'],
    ['return_request 1001 L1']
  ],
  [
    'a deed before a question of rules',
    ['hello', "I'd like the runner refunded, and how long will that take?"],
    ['refund_request 1001 L2']
  ],
  ['an item that is complete', ['return the casserole, unused and complete with its lid'], ['return_request 1001 L1']],
  [
    'what came with another thing',
    [
      'There came a runner with the casserole. The casserole is lovely, the runner is not for us. Please refund me for it'
    ],
    ['refund_request 1001 L2']
  ],
  [
    'only what is wanted',
    ['my order with pot and runner: I only want the runner gone and refunded, the pot is great'],
    ['refund_request 1001 L2']
  ],
  ['what was put right', ['refund the runner, oh no, the casserole please'], ['refund_request 1001 L1']],
  ['a number that was put right', ['return 1004. no 1005 sorry'], ['return_request 1005 L1']],
  [
    'an answer that was put right',
    ['I want to return something from order 1001', 'casserole - hang on no, runner'],
    ['return_request 1001 L2']
  ],
  ['what is listed', ['send back the pot please. the runner too'], ['return_request 1001 L1+L2']],
  ['a deed beside a question', ['Where are my bowls? And please refund the runner.'], ['refund_request 1001 L2']],
  [
    'nothing that was asked about, by a no',
    ['return the bath mat', 'cancel 1008', 'could it be changed instead?', 'no'],
    ['cancel_order 1008 L1']
  ],
  [
    'a deed beside a question, joined by a letter',
    ['cancel the blanket pls & do I pay anything for that?'],
    ['cancel_order 1008 L1']
  ],
  [
    'the item that was named with a wrong number',
    ['I want to send back the runner from order 1017', 'oops, 1001 it is'],
    ['return_request 1001 L2']
  ],
  [
    'the item that a question before was about',
    ['is there any store of yours where I could drop off the runner', 'fine, do the return for it then'],
    ['return_request 1001 L2']
  ],
  [
    'with another destination what was refused',
    ['refund the runner to the card of my sister', 'ok ok, then to the card i paid with'],
    ['refund_request 1001 L2']
  ],
  [
    'a report, beside which nothing is opened for the replacement that it is looked into for',
    ['my casserole arrived cracked', 'please exchange it for a new one'],
    ['complaint 1001 L1']
  ],
  ['a fault that is only described', ['my bath mat came in green. ordered the white one'], ['complaint 1004 L1']],
  ['of two numbers the own one', ['cancel 1008 n 2001'], ['cancel_order 1008 L1']],
  [
    'what it asked about by a yes',
    ['refund the pot', 'and could it still be returned instead?', 'yes'],
    ['return_request 1001 L1']
  ]
];

const NOT_OPENED: readonly Row[] = [
  ['a person who is only asked about', ['hiya, is there a bot or a human being behind this?'], []],
  ['what is asked to be possible', ['could the casserole still be refunded'], []],
  ['a further piece, which needs a new order', ['please squeeze an extra blanket into 1008'], []],
  ['what nothing is open of', ['do gift cards expire', 'ok nah forget it then'], []],
  ['a number that is none', ['how are 1008 and 7007 doing?'], []],
  [
    'items that are named apart',
    ['The runner is short for us and the casserole is heavy as a stone. Please give me my money back'],
    []
  ],
  ['a question', ['has anybody asked for a return of the casserole? my husband maybe'], []],
  ['a thought', ["I'm not sure yet whether to send back the pot. What would I get?"], []],
  ['a question about a deadline', ['until what day could I send the pot back if I wanted to'], []],
  [
    'a question what is possible',
    ['I want to return something from order 1001.', 'can I even return just one of those'],
    []
  ],
  ['a deed that is thought about', ['I might return the pot. Is there a fee?'], []],
  ['a question about another order', ['cancel 1008', 'so nothing happens with 1001?'], ['cancel_order 1008 L1']],
  [
    'another deed that is asked about',
    ['return the runner', 'and could it still be refunded instead?'],
    ['return_request 1001 L2']
  ],
  ['what only sounds like one of several', ['I want a refund', 'that one please'], []],
  [
    'thanks for a refusal',
    ['I want a refund for the lamp', 'that is unfair, it is hardly used', 'makes sense thanks'],
    []
  ],
  [
    'a second thought',
    ['refund the runner', 'oh I do not know yet, I will think about it tonight'],
    ['refund_request 1001 L2']
  ],
  ['what is said to go on', ['cancel 1008', 'I nearly kept it, but no, please go ahead'], ['cancel_order 1008 L1']],
  ['a wish that is declined', ['refund the runner', 'The runner fits. No refund please, finish.'], []]
];

const CHANGED: readonly Row[] = [
  [
    'the same deed in another way, after a no',
    ['add another blanket to 1008', 'alright, then just change it to the grey one'],
    ['change_order 1008 L1']
  ],
  [
    'what was found possible, after a question in between',
    ['may the machine still go back?', 'until what day', 'alright, go ahead'],
    ['return_request 1005 L1']
  ],
  ['one more item', ['refund the pot', 'oh sorry, the runner too, forgot to say that'], ['refund_request 1001 L1+L2']],
  [
    'another deed in another clause',
    ['cancel 1008', 'hang on, dont cancel it. just make it the green one'],
    ['change_order 1008 L1']
  ],
  ['another item', ['refund the runner', 'it should have been the pot'], ['refund_request 1001 L1']],
  [
    'the item beside',
    ['send back the casserole', 'sorry no, not that one, the other item in the same box'],
    ['return_request 1001 L2']
  ],
  [
    'one goes, one stays',
    ['I want to return the runner', 'oops. the pot goes back and the runner is to stay here'],
    ['return_request 1001 L1']
  ],
  ['less of it', ['refund 1001', 'the runner may remain with us, refund only for the pot'], ['refund_request 1001 L1']],
  [
    'left out again',
    ['return the pot', 'and also the runner', 'no leave the casserole out again'],
    ['return_request 1001 L2']
  ],
  [
    'another deed',
    ['return the runner', 'I want not return, I want refund for the runner'],
    ['refund_request 1001 L2']
  ],
  [
    'of two only the one that its clause takes back',
    ['refund the runner', 'cancel 1008', 'forget the runner, the cancellation of the blanket stays'],
    ['cancel_order 1008 L1']
  ],
  [
    'one of two to another deed',
    ['refund the runner', 'cancel 1008', 'make it a return instead of a refund for the runner'],
    ['cancel_order 1008 L1', 'return_request 1001 L2']
  ],
  [
    'taken back by its deed',
    ['refund the runner', 'cancel 1008', 'kindly withdraw the cancellation'],
    ['refund_request 1001 L2']
  ],
  ['the wrong order', ['cancel 1008', 'wrong number, sorry, 1002 is the one to be cancelled, not 1008'], []],
  ['taken back as a request', ['cancel 1008', 'please cancel my whole request'], []],
  ['taken back by its case', ['my casserole arrived cracked', 'close the matter, it was never cracked', 'yes'], []],
  [
    'nothing by what the customer goes on telling',
    ['ORD-1001 says delivered but nothing came', 'my whole family was home that day, nobody rang!!'],
    ['complaint 1001 L1+L2']
  ],
  [
    'one of two that are offered',
    ['return the espresso machine and refund the casserole', 'actually only the casserole, the machine stays'],
    ['refund_request 1001 L1']
  ],
  [
    'what waits, not what was settled',
    ['cancel the blanket and refund the runner', 'the runner first', 'no, forget the blanket, i keep it'],
    ['refund_request 1001 L2']
  ]
];

const TWO = ['refund the runner', 'cancel 1008'];
const REFUND = 'refund_request 1001 L2';
const CANCEL = 'cancel_order 1008 L1';

const TAKEN_BACK: readonly Row[] = [
  ['all that is open', [...TWO, 'drop both of those'], []],
  ['all that is open, by none of it', [...TWO, "please don't do either"], []],
  ['all that is open, by what is kept', [...TWO, 'both stay with me after all'], []],
  ['nothing where both stand', [...TWO, 'leave both as they are'], [CANCEL, REFUND]],
  ['nothing where everything stands', [...TWO, 'fine, leave everything as it stands'], [CANCEL, REFUND]],
  ['one by its place', [...TWO, 'No to the second one. The first may go on.'], [REFUND]],
  ['one by its place among requests', [...TWO, 'take back my first request'], [CANCEL]],
  ['a deed that is undone', ['cancel 1008', 'uncancel it'], []],
  ['what is stopped', ['cancel 1008', 'oh no hold on, stop'], []],
  [
    'nothing before it is asked, where no more is said than that',
    ['return the runner', 'wait, please dont!'],
    ['return_request 1001 L2']
  ],
  ['what is to be as it was', ['refund the pot', 'leave the order how it was please'], []],
  ['nothing where a moment is asked for', ['cancel 1008', 'hold on a sec'], [CANCEL]],
  ['goods that stay', ['return the espresso machine, it is unused', 'oh, it stays'], []],
  ['nothing where the return stands', ['return the runner', 'the return stands'], ['return_request 1001 L2']],
  ['an order that is wanted', ['cancel 1008', 'no wait, I do want it'], []],
  ['a part of it', ['refund 1001', 'take the pot out of that again'], [REFUND]],
  ['nothing where one is added', [...TWO, 'please add the pot to the refund'], [CANCEL, 'refund_request 1001 L1+L2']],
  ['a number for another one', ['cancel 1008', 'oops, meant 1002 not 1008'], []],
  [
    'an item of one of two for another',
    [...TWO, 'not the runner, the casserole is the one to be refunded'],
    [CANCEL, 'refund_request 1001 L1']
  ],
  [
    'a fault for another one',
    ['my casserole arrived cracked', 'Sorry, not the pot. The espresso machine is what came broken.'],
    ['complaint 1005 L1']
  ]
];

describe('support agent: only what is certain is written', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await startService();
    client = service.client();
  });
  after(() => service.stop());

  /** Open tickets of a conversation after all was said. */
  const openAfter = async (says: readonly string[]) => {
    const talk = await client.talk('demo@example.com');
    for (const text of says) await talk.say(text);
    return await talk.open();
  };

  for (const [title, rows] of [
    ['opens', OPENED],
    ['does not open', NOT_OPENED],
    ['changes', CHANGED],
    ['takes back', TAKEN_BACK]
  ] as const)
    for (const [way, says, open] of rows)
      it(`${title}: ${way}`, async () => expect(await openAfter(says)).to.deep.equal(open));

  it('asks before it takes back what perhaps is meant to be, and does so by a yes', async () => {
    const talk = await client.talk('demo@example.com');
    const { ticket_id } = await talk.say('cancel the blanket');
    const asked = await talk.say('oh, is it too late to say that i want it after all?');
    expect(asked.state).to.equal('clarifying');
    await talk.say('yes');
    const { body } = await client.get(`/v1/tickets/${ticket_id}`);
    expect(body.status).to.equal('withdrawn');
  });
});
