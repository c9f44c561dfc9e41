/** Numbers of the decision between acting and asking. */
export interface DecisionSettings {
  /** Least confidence to act on an intent. */
  readonly act_at: number;
  /** Least lead over the second intent. */
  readonly margin: number;
  /** Score at which a second intent is a second wish, however clear the first is. */
  readonly second_wish_at: number;
  readonly second_deed_at: number;
  /** For a wish in a clause where the best intent is not spoken of. */
  readonly second_clause_at: number;
  /** Least score to be named in a question. */
  readonly name_at: number;
  readonly most_candidates: number;
  /** What a further hit of the same intent adds of its weight. */
  readonly support: number;
  /** Factors on a hit: a circumstance beside a wish, a sentence with a foreign subject, words that a weightier phrase claims. */
  readonly background: number;
  readonly foreign: number;
  /** Factor on a hit whose deed has an object of no concept. */
  readonly strange_object: number;
  /** The same where the object is called a thing of the customer's own. */
  readonly own_object: number;
  /** Words beside a greeting or thanks at which there is more to the message, unless the cues of pleasantries have this share. */
  readonly pleasantry_words: number;
  readonly pleasantry_share: number;
  readonly contested: number;
  /** Share of words not in the vocabulary above which a short message counts for less, and by how much at most. */
  readonly unfamiliar_from: number;
  readonly unfamiliar_discount: number;
  /** Longer messages are stories; their unfamiliar words say nothing. */
  readonly unfamiliar_words: number;
  /** Least share of the cues to act on an intent that no phrase speaks for, and on one that phrases speak for too weakly. */
  readonly cues_alone_at: number;
  readonly cues_agree_at: number;
  /** Least share to act where phrases speak weakly for another, or where one word alone speaks. */
  readonly cues_sure_at: number;
  /** Least share to choose between readings of the same words that phrases see. */
  readonly cues_settle_at: number;
  /** The same between one wish and another subject. */
  readonly cues_inside_at: number;
  /** Least share to act against a phrase, and the score from which a phrase is not overruled. */
  readonly cues_overrule_at: number;
  readonly overruled_below: number;
  /** Least share for which one clause by itself is a second wish. */
  readonly cues_clause_at: number;
  /** Asks in spite of a phrase when its odds, times the share of its intent over that of the first, fall below this. */
  readonly cues_doubt_odds: number;
  /** The same for refusing as another subject. */
  readonly cues_refuse_odds: number;
  /** Least share of the cues to be named in a question. */
  readonly cues_name_at: number;
  /** Words read from the beginning and the end of a long message. */
  readonly first_words: number;
  readonly last_words: number;
}

const share = { type: 'number', minimum: 0, maximum: 1 } as const;
const count = { type: 'integer', minimum: 1, maximum: 2000 } as const;
const odds = { type: 'number', minimum: 0 } as const;
const properties = {
  act_at: share,
  margin: share,
  second_wish_at: share,
  second_deed_at: share,
  second_clause_at: share,
  name_at: share,
  most_candidates: count,
  support: share,
  background: share,
  foreign: share,
  strange_object: share,
  own_object: share,
  pleasantry_words: count,
  pleasantry_share: share,
  contested: share,
  unfamiliar_from: share,
  unfamiliar_discount: share,
  unfamiliar_words: count,
  cues_alone_at: share,
  cues_agree_at: share,
  cues_sure_at: share,
  cues_settle_at: share,
  cues_inside_at: share,
  cues_overrule_at: share,
  overruled_below: share,
  cues_clause_at: share,
  cues_doubt_odds: odds,
  cues_refuse_odds: odds,
  cues_name_at: share,
  first_words: count,
  last_words: count
} as const satisfies Readonly<Record<keyof DecisionSettings, object>>;

/** JSON Schema of `decision`: every number must be given. */
export const decisionSchema = {
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties
} as const;
