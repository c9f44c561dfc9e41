import type { Model } from '../../../core/learn/index.js';
import { clausesOf } from './clauses.js';
import type { DecisionSettings } from './decision.js';
import type { Hit, Slots, Understanding } from './types.js';

/** The one intent that says a message is about another subject. */
export const OUTSIDE = 'out_of_scope';
const ASK = 'unknown';
/** What messages of two wishes are learned as; no intent, and never said. */
export const TWO = 'two wishes';

export type IntentDecision = Pick<
  Understanding,
  'intent' | 'confidence' | 'candidates' | 'ambiguous' | 'likely' | 'why'
>;

/** An intent and its share of 1. */
export interface Share {
  readonly intent: string;
  readonly share: number;
}

export interface DecisionRules {
  readonly settings: DecisionSettings;
  /** Intents that give way to whatever else is said (greetings, thanks). */
  readonly yields: ReadonlySet<string>;
  /** Intents that are said beside any wish: those that yield, and complaints. */
  readonly beside: ReadonlySet<string>;
  readonly clauseMarks: RegExp;
}

/** Shares of all intents in a text, the largest first; a phrase that overrides gives its intent at least its weight. */
export function sharesOf(model: Model, text: string, overrides: readonly Hit[] = []): Share[] {
  const shares = model.shares(text);
  const ranked = model.labels.map((intent, at) => ({ intent, share: shares[at]! }));
  for (const { intent, weight } of overrides.filter(({ negated }) => !negated)) {
    const own = ranked.find(each => each.intent === intent) ?? { intent, share: 0 };
    if (own.share >= weight) continue;
    const rest = (1 - weight) / Math.max(1 - own.share, 1e-9);
    ranked.forEach(
      (each, at) => (ranked[at] = { ...each, share: each.intent === intent ? weight : each.share * rest })
    );
    if (!ranked.some(each => each.intent === intent)) ranked.push({ intent, share: weight });
  }
  return ranked.sort((a, b) => b.share - a.share);
}

/** What phrases found in a message. */
export interface Said {
  readonly overrides: readonly Hit[];
  /** Intents that are not wanted. */
  readonly declined: ReadonlySet<string>;
  /** Intents that cannot be meant. */
  readonly unfit: ReadonlySet<string>;
  /** Most words are in no vocabulary. */
  readonly strange: boolean;
}

/** Acts on the likeliest intent when its share is large enough and no clause is clearly a wish of another; asks otherwise. */
export function decideIntent(
  model: Model,
  text: string,
  { overrides, declined, strange, unfit }: Said,
  rules: DecisionRules
): IntentDecision {
  const { settings, beside, yields } = rules;
  const { act_at, refuse_at, strange_at, second_wish_at, most_candidates, outside_at_most, two_at_most } = settings;
  const doubtedAt = (intent: string) =>
    intent === OUTSIDE ? outside_at_most : intent === TWO ? two_at_most : undefined;
  const ranked = fitting(sharesOf(model, text, overrides), unfit).filter(({ intent }) => !declined.has(intent));
  const likely = likeliest(ranked);
  const asked = (candidates: readonly string[], share: number, why: string): IntentDecision => ({
    likely,
    ...ask(candidates, share, why)
  });
  const [top] = ranked;
  if (top === undefined) return asked([], 0, 'Asked: no intent has examples.');
  const isWish = ({ intent }: Share): boolean =>
    isOffered(intent) && !beside.has(intent) && !declined.has(intent) && !unfit.has(intent);
  const clauses = clauseWishes(model, text, rules);
  const spoken = clauses.filter(isWish);
  const wishes = apart(strongest(spoken.filter(({ share }) => share >= second_wish_at)), settings.akin);
  if (wishes.length > 1) {
    // In the order in which they were said.
    const names = onceEach(spoken.filter(each => wishes.some(({ intent }) => intent === each.intent)))
      .slice(0, most_candidates)
      .map(({ intent }) => intent);
    const parts = wishes.map(({ intent, share }) => `${intent} ${share.toFixed(2)}`).join(', ');
    return asked(names, wishes[0]!.share, `Asked: its clauses say two wishes (${parts}, at least ${second_wish_at}).`);
  }
  const [wish] = wishes;
  // "Hello, you lot. Where is my lamp?": what is said beside a wish does not push it aside.
  const chosen = wish !== undefined && beside.has(top.intent) ? wish : top;
  const least = chosen.intent === OUTSIDE ? refuse_at : strange ? strange_at : act_at;
  if (yields.has(chosen.intent) && clauses.some(({ intent }) => !yields.has(intent)))
    return asked([], chosen.share, `Asked: beside ${chosen.intent} it says what was not understood.`);
  const doubt = ranked.find(({ intent, share }) => intent !== chosen.intent && share > (doubtedAt(intent) ?? 1));
  if (chosen.intent !== ASK && chosen.intent !== TWO && chosen.share >= least && doubt === undefined) {
    const why = `Acted: ${chosen.intent} has ${chosen.share.toFixed(2)} of 1, at least ${least}.`;
    return { candidates: [chosen.intent], ambiguous: false, likely, why, ...chosenAs(chosen) };
  }
  const names = named(ranked, spoken, settings);
  const { intent, share } = doubt ?? top;
  const short = doubt === undefined ? `less than ${least}` : `more than ${doubtedAt(intent)}`;
  return asked(names, top.share, `Asked: ${intent} has ${share.toFixed(2)} of 1, ${short}.`);
}

/** Shares of those that can be meant, of 1. */
function fitting(shares: readonly Share[], unfit: ReadonlySet<string>): readonly Share[] {
  if (unfit.size === 0) return shares;
  const left = shares.filter(({ intent }) => !unfit.has(intent));
  const whole = left.reduce((sum, { share }) => sum + share, 0);
  return left.map(({ intent, share }) => ({ intent, share: share / Math.max(whole, 1e-9) }));
}

/** An answer to a question says no wish; a bare order number hints at one. */
export function notAWish({ likely }: IntentDecision, { only_slots }: Slots): IntentDecision {
  const [hint] = only_slots ? likely : [];
  const names = hint === undefined ? [] : [hint.intent];
  return { likely, ...ask(names, hint?.share ?? 0, 'Asked: it only answers, or says what it is about.') };
}

const isOffered = (intent: string): boolean => ![OUTSIDE, ASK, TWO].includes(intent);

const rounded = (share: number): number => Math.round(share * 1000) / 1000;

const chosenAs = ({ intent, share }: Share) => ({ intent, confidence: rounded(share) });

const MOST_LIKELY = 4;

const likeliest = (ranked: readonly Share[]): readonly Share[] =>
  ranked.filter(({ intent }) => isOffered(intent)).slice(0, MOST_LIKELY);

const ask = (candidates: readonly string[], share: number, why: string): Omit<IntentDecision, 'likely'> => ({
  intent: ASK,
  confidence: rounded(share),
  candidates,
  ambiguous: candidates.length > 1,
  why
});

/** The likeliest intent of each clause, where there are several. */
function clauseWishes(model: Model, text: string, { clauseMarks, settings }: DecisionRules): Share[] {
  const clauses = clausesOf(text, clauseMarks, settings.clause_length);
  return clauses.length < 2 ? [] : clauses.flatMap(clause => sharesOf(model, clause)[0] ?? []);
}

/** Without those that are akin to a stronger one: a rule and the case to which it is applied are one wish. */
const apart = (shares: readonly Share[], akin: DecisionSettings['akin']): Share[] =>
  shares.filter(
    ({ intent }, at) =>
      !shares.slice(0, at).some(other => akin.some(pair => pair.includes(intent) && pair.includes(other.intent)))
  );

/** One of each intent, with its largest share, the largest first. */
const strongest = (shares: readonly Share[]): Share[] => onceEach([...shares].sort((a, b) => b.share - a.share));

const onceEach = (shares: readonly Share[]): Share[] =>
  shares.filter(({ intent }, at) => shares.findIndex(each => each.intent === intent) === at);

/** What a question names: the likeliest of the whole message, then of its clauses, then whatever else is likely. */
function named(ranked: readonly Share[], spoken: readonly Share[], settings: DecisionSettings): string[] {
  const { act_at, name_at, clause_name_at, hint_at, most_candidates } = settings;
  const [top] = ranked;
  const shareOf = (name: string): number => ranked.find(({ intent }) => intent === name)?.share ?? 0;
  if (top === undefined || top.share < hint_at || (top.intent === ASK && top.share >= act_at)) return [];
  // That there are two wishes says nothing of which they are.
  const which = shareOf(TWO) > shareOf(ASK) ? 1 - shareOf(TWO) : 1;
  const likely = ranked.filter(({ intent, share }) => isOffered(intent) && share >= name_at * which);
  const said = onceEach(spoken.filter(({ share }) => share >= clause_name_at));
  const order = said.length > 1 ? [...said, ...likely] : [...likely.slice(0, 1), ...said, ...likely.slice(1)];
  const names = [...new Set(order.map(({ intent }) => intent))].slice(0, most_candidates);
  // What is most likely no wish at all is a choice of several at best.
  return top.intent === ASK && names.length < 2 ? [] : names;
}
