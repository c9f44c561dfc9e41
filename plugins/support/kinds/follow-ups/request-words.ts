/** With which words a message speaks of requests that are open. */
export const REQUEST_WORDS = {
  all: 'What means all of them, or all of the goods.',
  all_orders: 'A question is asked of all orders of the customer.',
  none: 'What wants none of them.',
  keeping: 'The goods are kept.',
  standing: 'They stand as they are.',
  proceeding: 'They go on.',
  staying: 'What they are about stays.',
  wanting: 'A cancelled order is wanted.',
  withdrawing: 'Phrases with which one is taken back, besides the words.',
  denying: 'Words that deny what follows.',
  first: 'The one that was opened first.',
  second: 'The one after it.',
  last: 'The one that was opened last.',
  removing: 'Words with which an item is taken out of one, with those of "out".',
  out: 'Out of it.',
  adding: 'Words with which an item is added to one.',
  replacing: 'Words with which another deed is wished for in place of one.',
  reversing: 'How a word begins that undoes a deed.',
  refusing: 'What stands before a deed that is not wanted.',
  unwilling: 'What stands behind one of these is not wished for.',
  without: 'Denies the deed behind it, where that is a thing.',
  leaving: 'Words with which something is left as it is.',
  thinking: 'It is thought over.',
  taking: 'Words with which one is taken back, with those of "back".',
  back: 'Taken back.',
  only: 'No other is meant.',
  before: 'What may stand before a word that takes one back.',
  pointing: 'What means the request itself.',
  doing: 'Doing what was asked for.',
  halting: 'Alone these stop what was asked for last.',
  holding: 'What may stand before them.',
  restoring: 'As it was before anything was asked for.',
  informing: 'With these the shop is to keep somebody informed.',
  handing: 'With these, behind a word of leaving, it is left to the shop.',
  reconsidering: 'It is thought of otherwise now.',
  again: 'The same is asked of another thing.',
  putting: 'With these a further piece is wished for in an order, with those of "extra".',
  extra: 'What makes a piece a further one.',
  allowing: 'How a question begins that asks whether something is possible.',
  leave: 'How a question begins that asks whether one may: what it names is offered, and not done.',
  courteous: 'With one of these such a question wishes for it.',
  tagging: 'With one of these at its end a sentence asks whether it is so.',
  affirming: 'What stands before such a word where it asks nothing.',
  stating: 'How it begins where it says what is wanted, and asks nothing.',
  helping: 'Who does what the agent cannot.',
  wishing: 'With these somebody is called who does it.'
} as const;
export type RequestWords = Readonly<Record<keyof typeof REQUEST_WORDS, readonly string[]>>;

/** The phrases of every purpose. */
export const requestWordsOf = (phrases: (purpose: keyof RequestWords) => readonly string[]): RequestWords =>
  Object.fromEntries(
    (Object.keys(REQUEST_WORDS) as (keyof RequestWords)[]).map(purpose => [purpose, phrases(purpose)])
  ) as unknown as RequestWords;
