/** The words of a text. */
type Each<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Each<Rest> : Text;

/** Forms of a deed that a file names proofs of. */
export const FORMS = 'done done_by_us possible possible_by_agent coming coming_by_us coming_by_colleague state';
/** `present` ("is cancelled") is proved as `done` is, `doing_by_us` as what we will do or what is. */
export type Form = Each<typeof FORMS> | 'present' | 'doing_by_us';

/** Listed by the part they play in a sentence; those before `verbs` are matched in every form. */
export const GRAMMAR =
  'receptive stative verbs perfect passive modals futures self us colleague customer past_forms conjunctions adverbs links specific pronouns present obliged subordinators repeats conditions referring';
export type GrammarRole = Each<typeof GRAMMAR>;

/** Keys of records by what their values are. */
export const FIELDS = 'money identifier goods clock currency entity verdict cause state failed granting refusing asked';
export type KeyKind = Each<typeof FIELDS>;

export const LISTS =
  'glue soft linking courtesy requests attribution sums shares pieces general approximate lacking joint';
export const PAIRS = 'irregular overstating units months weekdays relative_days currencies';

/** Listed, or a text of words parted by commas. */
export type Listed = string | readonly string[];
export type ById = Readonly<Record<string, Listed>>;
type Spans = Readonly<Record<string, readonly number[]>>;
type Some<Names extends string, Value> = { readonly [Name in Names]?: Value };

/** `policies/verification/*.yaml`, as it is written. */
export interface VerificationFile extends Some<Each<typeof LISTS>, Listed>, Some<Each<typeof PAIRS>, string> {
  readonly name: string;
  /** What says one thing, by an id of it; what denies it; what always tells the present state. */
  readonly words?: ById;
  readonly opposites?: ById;
  readonly states?: ById;
  /** What proves a meaning, by form: `shipped_at | status=shipped,sent & paid=true unless status=lost`. */
  readonly proofs?: Readonly<Record<string, Some<Form, string>>>;
  /** Values of fields that a proof names together: `@moving`. */
  readonly groups?: ById;
  /** Small words by which a sentence may say more or less than the one it repeats, by what they tell. */
  readonly telling?: ById;
  /** What a tool of this verb has done: `create_ticket` has opened one. */
  readonly acts?: ById;
  /** Listed of one class of which a thing bears one: a gold member is no silver member. */
  readonly rivals?: ById;
  readonly grammar?: Some<GrammarRole, Listed>;
  readonly fields?: Some<KeyKind, Listed>;
  /** Endings of words that only colour a statement ("promptly"), and words that merely end so. */
  readonly colouring?: Some<'suffixes' | 'unsuffixed', Listed>;
  readonly negation?: Some<'cues' | 'not_cues', Listed>;
  readonly comparators?: ById;
  readonly numbers?: Some<'words' | 'phrases', string> &
    Some<'ordinals' | 'uncounted' | 'not_one_before' | 'not_one_after', Listed>;
  /** First and last day of a part of a month, first minute and the one after the last of a part of the day. */
  readonly month_parts?: Spans;
  readonly day_parts?: Spans;
  /** How likely a phrased sentence has to be, where the rules find nothing wrong and where they do. */
  readonly thresholds?: Some<'shown' | 'doubted', number>;
}

export const listOf = (text: Listed | undefined): readonly string[] =>
  typeof text === 'string' ? text.split(/,\s+/).filter(each => each !== '') : (text ?? []);

/** `word=value` of a text, parted by commas. */
export const pairsOf = (text: Listed | undefined): readonly (readonly [string, string])[] =>
  listOf(text).map(each => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]);

/** A fact of one record: a field that is there, or that holds one of some values. */
export interface Condition {
  readonly field: string;
  readonly in?: readonly string[] | undefined;
  /** Every one of these must hold of the same record too. */
  readonly and: readonly Condition[];
}

/** What proves a statement, and what proves its opposite. */
export interface Proof {
  readonly proved: readonly Condition[];
  readonly denied: readonly Condition[];
}

/** `shipped_at | status=@moving,sent & paid unless status=lost`, with what each group stands for. */
export function proofOf(text: string, groups: ById = {}): Proof {
  const [proved = '', denied = ''] = ` ${text} `.split(/ unless /);
  const conditions = (side: string) =>
    side.split('|').flatMap(each => (each.trim() === '' ? [] : [conditionOf(each, groups)]));
  return { proved: conditions(proved), denied: conditions(denied) };
}

function conditionOf(text: string, groups: ById): Condition {
  const [first, ...and] = text.split('&').map((each): Condition => {
    const [field = '', values] = each.trim().split('=');
    const allowed = values
      ?.split(/,\s*/)
      .flatMap(each => (each.startsWith('@') ? listOf(groups[each.slice(1)]) : [each]));
    return { field, in: allowed?.includes('null') ? [...allowed, ''] : allowed, and: [] };
  });
  return { ...first!, and };
}
