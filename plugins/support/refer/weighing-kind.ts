import type { DocumentKind } from '../../../core/index.js';

/**
 * `policies/dialogue/weighing`: from which likelihood on something counts that a message says. Which of its readings is meant
 * is learned from conversations (`policies/dialogue/choices`). Shares are of 1.
 */
export interface Weighing {
  /** The likelihood with which a reading opens, changes or closes a ticket; below it that is offered. */
  readonly writes_at: number;
  /** The same where the message is a question: "is it possible to get a refund?" */
  readonly writes_asked_at: number;
  /** The same of taking requests back where the message does not sound like it. */
  readonly withdraws_at: number;
  readonly withdraws_never: number;
  /** The likelihood with which sentences of articles are told; below it the agent asks what is meant. */
  readonly tells_at: number;
  /** How likely it has to be that something is to be done, for a deed to be done that is not named; below it that is offered. */
  readonly deed_heard: number;
  /** The share of a question that is taken instead of the one that was just answered. */
  readonly asked_instead: number;
  /** The share with which a message plainly takes or declines what was offered. */
  readonly offer_answered: number;
  /** The share of an act, and of the questions of a clause, from which on it is looked at. */
  readonly heard: number;
  /** Share of an act in a clause from which on it is about what the clause names. */
  readonly clause_does: number;
  /** Share of taking back in a clause from which on the request that it names is meant. */
  readonly clause_withdraws: number;
  /** Confidence with which a message plainly sounds like an intent. */
  readonly plainly: number;
  /** Share of new wishes from which on a deed is wished for that stands beside a question. */
  readonly deed_beside_question: number;
  /** Share of all issues from which on something went wrong: as a reading, as one where it was reported, in a message by itself, beside a wish. */
  readonly issue_at_least: number;
  readonly issue_again: number;
  readonly issue_by_itself: number;
  /** Of goods that have arrived, where the message only tells something of them. */
  readonly issue_of_goods: number;
  readonly issue_beside_wish: number;
  /** How much a clause counts that tells of an issue. */
  readonly issue_clause_counts: number;
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
  /** How likely an intent is that is clear; of a sentence by itself; below which nothing is handed over for a question. */
  readonly intent_clearly: number;
  readonly intent_likely: number;
  readonly intent_little: number;
  /** Possible beside others. */
  readonly intent_possible: number;
  /** Below it another deed that is named goes before. */
  readonly intent_over_deed: number;
  /** How likely, of what was offered, one is that is not named, and a deed instead of the one that was asked for. */
  readonly choice_likely: number;
  readonly other_deed_likely: number;
  /**
   * Share from which on something counts as told of the goods, or of where the money should go: of all of a message; of a
   * part of it, where all of it has so much.
   */
  readonly slot_at: number;
  readonly slot_in_part: number;
  readonly slot_with_part: number;
  /** Confidence with which a message that tells of an issue and names no deed wishes for one. */
  readonly wish_beside_issue: number;
  /** Questions that the order which is talked about answers where nothing else does. */
  readonly of_orders: readonly string[];
  /** Questions that ask about several orders: a message that names just one does not ask them. */
  readonly of_several: readonly string[];
}

const share = { type: 'number', minimum: 0, maximum: 1 } as const;
const ACTS = { type: 'array', items: { type: 'string', pattern: '^[a-z_]+$' } } as const;
const shares = [
  'writes_at',
  'writes_asked_at',
  'withdraws_at',
  'withdraws_never',
  'tells_at',
  'asked_instead',
  'offer_answered',
  'deed_heard',
  'heard',
  'clause_does',
  'clause_withdraws',
  'plainly',
  'deed_beside_question',
  'issue_at_least',
  'issue_again',
  'issue_by_itself',
  'issue_of_goods',
  'issue_beside_wish',
  'issue_clause_counts',
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
  'slot_at',
  'slot_in_part',
  'slot_with_part'
] as const;

export const WeighingKind: DocumentKind<Weighing> = {
  id: 'weighing',
  version: 1,
  folder: 'policies/dialogue/weighing',
  nameOf: () => 'weighing',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version', ...shares, 'of_orders'],
    properties: {
      kind: { const: 'weighing' },
      version: { const: 1 },
      ...Object.fromEntries(shares.map(name => [name, share])),
      of_orders: ACTS,
      of_several: ACTS
    }
  },
  compile: ({ kind: _kind, version: _version, ...weighing }) => ({ of_several: [], ...weighing })
};
