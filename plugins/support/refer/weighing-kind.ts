import type { DocumentKind } from '../../../core/index.js';

/** `policies/dialogue/weighing`: from which likelihood on a reading of a message counts. Shares are of 1. */
export interface Weighing {
  /** Readings below it are not looked at. */
  readonly least: number;
  /** Of all readings that are possible, the share with which one is taken. */
  readonly at: number;
  /** The same of one that opens, changes or closes a ticket. */
  readonly writes_at: number;
  /** The least share before the impossible ones are left out, in a conversation and at its start. */
  readonly heard: number;
  readonly heard_at_start: number;
  /** Share of a clause from which on its question is asked, and how much it counts beside the whole message. */
  readonly clause_at: number;
  readonly clause_counts: number;
  /** Share of an act in a clause from which on it is about what the clause names. */
  readonly clause_does: number;
  /** Share of taking back in a clause from which on the request that it names is meant, and goes unless another clause keeps it. */
  readonly clause_withdraws: number;
  /** The same where the clauses are read in turn, the last one of a request counting. */
  readonly clause_withdraws_surely: number;
  /** The least share of a command that opens, changes or closes a ticket, before the impossible ones are left out. */
  readonly writes_heard: number;
  /** Shares that are added: a deed is named; it plainly sounds like a wish, or like asking for a person. */
  readonly deed_named: number;
  readonly deed_of_order: number;
  readonly sounds_like_wish: number;
  /** Added to what it is by itself where it plainly greets or thanks. */
  readonly greets: number;
  /** Added to what it is by itself where it plainly has nothing to do with the shop. */
  readonly outside: number;
  /** Confidence with which a message plainly sounds like it. */
  readonly plainly: number;
  /** Added to asking how an order stands, or of the rules: it sounds like it. And to asking how another order stands. */
  readonly sounds_like_question: number;
  readonly asks_of_other: number;
  /** Added to a question of the rules for what an article's sentence fits it beyond this, times `told`. */
  readonly told_beyond: number;
  readonly told: number;
  /** Added to going on with what waits for the proof, once it is given. */
  readonly verified: number;
  /** Added to naming a thing where the message says nothing else; to meaning another thing where it says so. */
  readonly only_names: number;
  readonly corrects: number;
  /** Added to adding something: figures that name no order, while a person works on a request. */
  readonly figures_told: number;
  /** Added to taking back or changing a ticket: the message keeps what it is about, or declines it; it puts right what. */
  readonly keeps: number;
  readonly puts_right: number;
  /** Share of taking something back with which it is asked whether that is meant before anything else is opened. */
  readonly withdraws_perhaps: number;
  /** Share of acts that leave everything as it is, of that of taking back, from which on it is asked whether that is meant. */
  readonly leaves: number;
  /** Share of taking back that the words of a message have by themselves, below which it is asked, where no word says so. */
  readonly withdraws_alone: number;
  /** Share of taking back in the message or a clause from which on a deed beside a question may be meant so. */
  readonly withdraws_beside: number;
  /** Share of all questions together with which a message only asks whether something could be done. */
  readonly asks_whether: number;
  /** Share of all questions together, of what is possible, with which one of them is asked where none is likely by itself. */
  readonly asks_something: number;
  /** Share of new wishes from which on a deed is wished for that stands beside a question. */
  readonly deed_beside_question: number;
  /** Share of all acts that wish, from which on a deed that is named is wished for. */
  readonly deed_wished: number;
  /** The share that words must have by themselves, wherever they stand, to take an offer. */
  readonly writes_alone: number;
  /** Share of all issues from which on something went wrong: as a reading, as one where it was reported, in a message by itself, beside a wish. */
  readonly issue_at_least: number;
  readonly issue_again: number;
  readonly issue_by_itself: number;
  /** Of goods that have arrived, where the message only tells something of them. */
  readonly issue_of_goods: number;
  readonly issue_beside_wish: number;
  /** How much a clause counts that tells of an issue. */
  readonly issue_clause_counts: number;
  /** How much less a question counts that nothing on record answers, and a remark that ends with a question mark. */
  readonly not_on_record: number;
  readonly asked_remark: number;
  /** How much a question counts in a message that does not ask as questions do. */
  readonly not_asked: number;
  /** How well a sentence of an article fits a question that it answers: in general, and on the subject that is talked about. */
  readonly article_fits: number;
  readonly article_fits_subject: number;
  /** Where nothing else answers it, and where the question could only be a vague wish. */
  readonly article_fits_little: number;
  readonly article_instead: number;
  /** Where nothing else answers a message that surely asks for rules. */
  readonly article_at_least: number;
  /** Where it goes before an answer from what is on record: one that says it gives way, any other, one about a decision. */
  readonly article_before_record: number;
  /** Where it goes before an order's status, and before an intent of its own. */
  readonly article_exact: number;
  readonly article_same_words: number;
  /** Where it goes before asking which order, and before what an intent tells of the own account. */
  readonly article_over_asking: number;
  readonly article_over_own: number;
  /** The share of the best one's fit with which another sentence is told beside it. */
  readonly article_nearly: number;
  /** How well one fits that is told beside what records say. */
  readonly article_beside: number;
  /** Where a message of one word asks for it. */
  readonly article_fits_one_word: number;
  /** How likely an act is that a whole message is. */
  readonly act_surely: number;
  /** How likely an intent is that is clear. */
  readonly intent_clearly: number;
  /** Of a sentence by itself. */
  readonly intent_likely: number;
  /** Below it nothing is handed over for a question. */
  readonly intent_little: number;
  /** Possible beside others. */
  readonly intent_possible: number;
  /** Below it another deed that is named goes before. */
  readonly intent_over_deed: number;
  /** How likely, of what was offered, one is that is not named, and a deed instead of the one that was asked for. */
  readonly choice_likely: number;
  readonly other_deed_likely: number;
  /** Confidence with which a message that tells of an issue and names no deed wishes for one. */
  readonly wish_beside_issue: number;
  /** Questions that the order which is talked about answers where nothing else does. */
  readonly of_orders: readonly string[];
  /** Acts that leave everything as it is, and those that only tell something. */
  /** Acts with which a conversation may end, and the share that their words need by themselves: "its faulty!!" is no farewell. */
  readonly closes: readonly string[];
  readonly closes_alone: number;
  readonly leaves_it: readonly string[];
  readonly remarks: readonly string[];
}

const share = { type: 'number', minimum: 0, maximum: 1 } as const;
const acts = { type: 'array', items: { type: 'string', pattern: '^[a-z_]+$' } } as const;
const factor = { type: 'number', minimum: 0, maximum: 100 } as const;
const shares = [
  'least',
  'at',
  'writes_at',
  'heard',
  'writes_heard',
  'closes_alone',
  'article_fits',
  'article_fits_subject',
  'article_fits_little',
  'article_instead',
  'article_at_least',
  'article_before_record',
  'article_exact',
  'article_same_words',
  'article_over_asking',
  'article_over_own',
  'article_nearly',
  'article_beside',
  'article_fits_one_word',
  'act_surely',
  'intent_clearly',
  'intent_likely',
  'intent_little',
  'intent_possible',
  'intent_over_deed',
  'choice_likely',
  'other_deed_likely',
  'wish_beside_issue',
  'heard_at_start',
  'plainly',
  'told_beyond',
  'verified',
  'not_on_record',
  'asked_remark',
  'not_asked',
  'clause_at',
  'clause_counts',
  'clause_does',
  'clause_withdraws',
  'clause_withdraws_surely',
  'issue_at_least',
  'issue_again',
  'issue_by_itself',
  'issue_of_goods',
  'issue_beside_wish',
  'issue_clause_counts',
  'withdraws_perhaps',
  'leaves',
  'withdraws_alone',
  'withdraws_beside',
  'asks_whether',
  'asks_something',
  'deed_beside_question',
  'deed_wished',
  'writes_alone'
] as const;
const factors = [
  'deed_named',
  'deed_of_order',
  'sounds_like_wish',
  'greets',
  'outside',
  'sounds_like_question',
  'asks_of_other',
  'told',
  'only_names',
  'figures_told',
  'corrects',
  'keeps',
  'puts_right'
] as const;

export const WeighingKind: DocumentKind<Weighing> = {
  id: 'weighing',
  version: 1,
  folder: 'policies/dialogue/weighing',
  nameOf: () => 'weighing',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version', ...shares, ...factors, 'of_orders', 'closes', 'leaves_it', 'remarks'],
    properties: {
      kind: { const: 'weighing' },
      version: { const: 1 },
      ...Object.fromEntries(shares.map(name => [name, share])),
      ...Object.fromEntries(factors.map(name => [name, factor])),
      of_orders: acts,
      closes: acts,
      leaves_it: acts,
      remarks: acts
    }
  },
  compile: ({ kind: _kind, version: _version, ...weighing }) => weighing
};
