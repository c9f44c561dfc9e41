import type { Support } from '../contract.js';
import { POSITIVE, supportOf, type Statement } from '../evidence/model.js';
import type { EvidenceScope } from '../evidence/scope.js';
import { dayNumber } from '../match/derived.js';
import { placeOf } from '../match/figures.js';
import { likeliest, matchIn, nearby, type Match } from '../match/prose.js';
import { finder, type Finding } from '../match/records.js';
import type { Clause } from '../parse/clause.js';
import type { Sense, Term } from '../parse/words.js';
import type { JudgedClause, Note } from '../learned/signs.js';
import { conditionsAgainst } from '../refute/conditions.js';
import { extentAgainst } from '../refute/extent.js';
import type { Pair } from '../refute/pairs.js';
import { rolesAgainst } from '../refute/roles.js';
import type { Form } from '../vocabulary/policy-file.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';

/** What is wrong with one clause, given one scope, and what carries the rest. */
export interface Judgement {
  readonly figures: readonly string[];
  readonly identifiers: readonly string[];
  readonly words: readonly string[];
  readonly support: readonly Support[];
  /** Contradicted, or a deed or promise that nothing shows: nothing learned speaks for it. */
  readonly hard: boolean;
  readonly judged: readonly JudgedClause[];
}

export const faults = ({ figures, identifiers, words }: Judgement) =>
  figures.length + identifiers.length + words.length;

/** One that comes to `most` faults is given up: another scope has fewer. */
export type Judge = (scope: EvidenceScope, most?: number) => Judgement;

/** Judges one clause in any scope; what does not depend on the scope is worked out once. */
export function judgeOf(clause: Clause, passages: readonly Statement[], clock: Date, v: Vocabulary): Judge {
  const find = finder(clause, v);
  const likely = once(() => likeliest(clause, passages));
  const matches = new Map<Statement, ReadonlyMap<Term, Match | undefined>>();
  const match = (passage: Statement) => {
    let known = matches.get(passage);
    if (!known)
      matches.set(passage, (known = new Map(clause.terms.map(term => [term, matchIn(term, clause, passage, v)]))));
    return known;
  };
  return (scope, most = Infinity) => {
    const findings = new Map<Term, Finding>();
    const finding = (term: Term) => {
      const known = findings.get(term) ?? find(term, scope);
      findings.set(term, known);
      return known;
    };
    return judge({ clause, scope, clock, find: finding, match }, likely, most, v);
  };
}

const once = <T>(work: () => T): (() => T) => {
  let known: T | undefined;
  return () => (known ??= work());
};

/** Tries the records alone, then with each passage of prose the clause may have been taken from; the best wins. */
function judge(context: Context, likely: () => readonly Statement[], most: number, v: Vocabulary): Judgement {
  const alone = attempt(context, undefined, most, v);
  if (faults(alone) === 0) return alone;
  const inScope = new Set(context.scope.entities);
  const passages = likely().filter(({ entity }) => inScope.has(entity));
  const attempts: Attempt[] = [];
  let best = alone;
  for (const passage of passages.slice(0, PASSAGES)) {
    const next = attempt(context, passage, Math.min(most, faults(best)), v);
    attempts.push(next);
    if (faults(next) < faults(best)) best = next;
  }
  // a passage that says more of it, and the opposite, stands against one that says less
  const opposed = attempts.filter(each => each.opposed);
  if (faults(best) > 0) return opposed.length > 0 ? { ...best, hard: true } : best;
  const stronger = opposed.find(each => each.paired > best.paired);
  return stronger ? { ...stronger, words: ['not'], hard: true } : best;
}

/** What was done or will be done is shown by a record of that very deed, or not said. */
const IN_EARNEST: ReadonlySet<Form | undefined> = new Set<Form>([
  'done_by_us',
  'doing_by_us',
  'coming',
  'coming_by_us',
  'coming_by_colleague',
  'possible_by_agent'
]);

interface Attempt extends Judgement {
  /** How many words the passage says. */
  readonly paired: number;
  /** It says nearly all of them, and the opposite. */
  readonly opposed: boolean;
}

const GIVEN_UP = { figures: [], identifiers: [], support: [], hard: false, judged: [], paired: 0, opposed: false };

/** How many passages are worth a try: those that share most with the clause. */
const PASSAGES = 4;

interface Context {
  readonly clause: Clause;
  readonly scope: EvidenceScope;
  readonly clock: Date;
  readonly find: (term: Term) => Finding;
  readonly match: (passage: Statement) => ReadonlyMap<Term, Match | undefined>;
}

function attempt(context: Context, passage: Statement | undefined, most: number, v: Vocabulary): Attempt {
  const { clause, scope, clock } = context;
  const support: Support[] = [];
  const words: string[] = [];
  const pairs: Pair[] = [];
  const strange: Term[] = [];
  const notes: Note[] = [];
  const tally = { here: 0, nearby: 0 };
  let turns = 0;
  let hard = false;
  const last = clause.terms.at(-1);
  const matches = passage && context.match(passage);
  const told = new Set(clause.terms.filter(term => matches?.get(term)).map(({ denied }) => denied));
  const denies = ({ denied, senses }: Term) => denied !== undefined || senses.some(({ negative }) => negative);
  const denying = new Set(
    clause.terms.filter(denies).flatMap(term => {
      const { holds, fails } = context.find(term);
      const by = term.denied !== undefined ? fails : holds;
      return by ? [`${by.reference} ${by.field}`] : [];
    })
  );
  for (const term of clause.terms) {
    const called = nameWith(term, context);
    if (called !== undefined) {
      support.push(supportOf(called));
      continue;
    }
    const match = matches?.get(term);
    const finding = context.find(term);
    // what was decided in the case at hand is no matter of the rules
    const decided = clause.specific && finding.fails !== undefined && !finding.holds && term.denied === undefined;
    if (passage && match && !decided) {
      pairs.push({ ours: term, theirs: match.term, turned: match.turned });
      support.push(supportOf(passage));
      tally.here++;
      notes.push({ how: match.turned ? 'turned' : 'said', term });
      continue;
    }
    const modal = passage && !decided && grants(passage, v) ? modality(term, v) : undefined;
    if (modal) turns += rulesOut(modal, v) ? 1 : 0;
    if (modal || (term.denied !== undefined && !told.has(term.denied))) {
      notes.push({ how: modal ? 'modal' : 'denied', term });
      continue;
    }
    const again = term.form === 'done_by_us' && clause.words.some(({ lower }) => v.grammar.repeats.has(lower));
    // a fee of $0.00 is no fee
    const zero = clause.figures.some(({ value }) => 'amount' in value && value.amount === '0');
    // "a refund is not possible": what the field denies is denied by another word
    const nil =
      finding.fails && ((zero && !finding.keyed) || denying.has(`${finding.fails.reference} ${finding.fails.field}`));
    if ((finding.holds ?? (nil ? finding.fails : undefined)) && !again) {
      support.push((finding.holds ?? finding.fails)!);
      notes.push({ how: finding.keyed ? 'proved' : 'held', term });
    } else if (finding.fails && term.denied === undefined && !tellsWindow(term, clause, v)) {
      words.push(term.text);
      notes.push({ how: 'refuted', term });
      hard ||= term.form !== undefined;
    } else {
      const other = passage && nearby(term, clause, passage, v);
      const predicate = term === last || (term.verb && term.form === 'present');
      if (other && (term.soft || !predicate)) {
        support.push(supportOf(other));
        const here = other.context === passage.context;
        if (!term.soft) tally[here ? 'here' : 'nearby']++;
        notes.push({ how: here ? 'near' : 'far', term });
      } else if (!excused(term, context, passage, v)) {
        strange.push(term);
        notes.push({ how: 'strange', term });
        hard ||= term.form !== undefined && IN_EARNEST.has(term.form);
      } else notes.push({ how: term.soft ? 'soft' : 'excused', term });
    }
  }
  const hopeless = words.length + (strange.length > 1 ? strange.length : 0);
  if (hopeless > 0 && hopeless >= most) return { ...GIVEN_UP, words: [...words, ...strange.map(({ text }) => text)] };
  for (const theirs of passage?.clause?.terms ?? []) {
    const modal = pairs.some(pair => pair.theirs === theirs) ? undefined : modality(theirs, v);
    if (modal && rulesOut(modal, v)) turns++;
  }
  if (!passage || !standIn(strange, context, passage, pairs, v)) words.push(...strange.map(({ text }) => text));
  const unknown = words.length;
  const denied = denials({ context, pairs, passage, turned: turns, support }, v);
  for (const { text, contradicted } of denied) {
    words.push(text);
    notes.push({ how: contradicted ? 'against' : 'negated' });
    hard ||= contradicted;
  }
  const opposed = unknown === 0 && words.length === 1 && words[0] === 'not';
  const against: string[] = [];
  const figures: string[] = [];
  const identifiers: string[] = [];
  let tied = 0;
  for (const figure of clause.figures) {
    const place = placeOf(figure, { clause, scope, passage, clock }, v);
    if (!place) {
      (figure.value.type === 'identifier' ? identifiers : figures).push(figure.text);
      notes.push({ how: 'unshown' });
    } else {
      support.push(place);
      if (passage && place.reference === passage.entity.evidence.reference) tied++;
    }
  }
  if (passage && words.length === 0 && tally.here + tally.nearby > 0) {
    const share = (tally.here + tied) / (tally.here + tied + tally.nearby);
    if (share < v.proseShare) {
      words.push(clause.text.trim());
      notes.push({ how: 'thin' });
    } else against.push(...refutations(clause, passage.clause!, pairs, v));
  }
  against.push(...otherClass(context, v), ...outOfRole(clause, pairs, v));
  if (!passage) against.push(...onlyIn(clause, v), ...turnedRound(clause, scope), ...outOfOrder(clause, scope));
  words.push(...against);
  if (against.length > 0) notes.push({ how: 'against' });
  const unshown = figures.length + identifiers.length;
  if (words.length + unshown === 0 && support.length === 0)
    for (const word of vain(clause, v)) {
      words.push(word);
      notes.push({ how: 'vain' });
    }
  return {
    figures,
    identifiers,
    words,
    support,
    hard: hard || unshown + against.length > 0,
    judged: [{ clause, prose: passage !== undefined, notes, faults: words.length }],
    paired: pairs.filter(({ ours }) => !ours.soft).length,
    opposed
  };
}

/** The name of goods that a word is part of: "travel" in "Steel travel mug" tells of no journey. */
function nameWith({ at, end }: Term, { clause: { text, start }, scope }: Context): Statement | undefined {
  for (const { fields } of scope.entities)
    for (const field of fields) {
      const from = field.name === undefined ? -1 : text.indexOf(field.name);
      if (from >= 0 && at >= start + from && end <= start + from + field.name!.length) return field;
    }
  return undefined;
}

function refutations(clause: Clause, passage: Clause, pairs: readonly Pair[], v: Vocabulary): string[] {
  return [
    ...conditionsAgainst(clause, passage, pairs, v),
    ...extentAgainst(clause, passage, pairs, v),
    ...rolesAgainst(clause, passage, pairs, v)
  ];
}

/**
 * Whether a word that nothing carries may stand for what the passage says and the clause leaves out: where both share
 * most else, and a figure ties them together. A word that the evidence uses elsewhere says something of its own.
 */
function standIn(
  strange: readonly Term[],
  { clause, scope }: Context,
  { clause: passage, entity }: Statement,
  pairs: readonly Pair[],
  v: Vocabulary
): boolean {
  const [only] = strange;
  if (!only || strange.length > 1 || entity.fromCustomer || clause.universal) return false;
  const shared = pairs.filter(({ ours }) => !ours.soft).length;
  const figures = passage!.figures;
  const said = figures.every(({ value }) =>
    clause.figures.some(each => JSON.stringify(each.value) === JSON.stringify(value))
  );
  if (!said || (figures.length > 0 ? shared < 1 : shared < 2 || !only.verb)) return false;
  if (only.name || only.denied !== undefined || only.form?.includes('_by_') || only.form === 'coming') return false;
  const known = only.senses.some(({ concept }) => {
    const meaning = v.meanings.get(concept);
    const own = meaning?.proofs ?? meaning?.strict ?? meaning?.excludes ?? meaning?.modal;
    return own !== undefined || v.rivals.has(concept) || scope.everything.some(({ concepts }) => concepts.has(concept));
  });
  if (known) return false;
  const left = passage!.terms.filter(term => !term.soft && !pairs.some(({ theirs }) => theirs === term));
  return left.some(({ verb, denied }) => denied === undefined && (verb === only.verb || figures.length > 0));
}

/** "Returns are possible for 30 days" tells the window, also where the case at hand is outside of it. */
function tellsWindow(term: Term, { specific, figures }: Clause, v: Vocabulary): boolean {
  const possible = term.form === 'possible' || term.senses.some(({ concept }) => v.meanings.get(concept)?.modal);
  return possible && !specific && figures.some(({ value }) => value.type === 'duration');
}

/** "Eligible for", "not possible": of a rule it only tells whether the rest may be. */
const modality = ({ senses }: Term, v: Vocabulary) =>
  senses.find(({ concept }) => v.meanings.get(concept)?.modal || v.meanings.get(concept)?.excludes);

/** Whether a passage tells what may be. */
const grants = ({ clause }: Statement, v: Vocabulary) =>
  clause!.terms.some(term => term.form === 'possible' || modality(term, v)) ||
  clause!.words.some(({ lower }) => v.grammar.modals.has(lower));

const rulesOut = ({ concept, negative }: Sense, v: Vocabulary) =>
  negative !== (v.meanings.get(concept)?.excludes === true);

/** What a unit tells by itself. */
const MEASURED_BY: Readonly<Record<string, string>> = { gram: 'weight', metre: 'measure', litre: 'measure' };

/** Words that no evidence has to carry as they stand here. */
function excused(term: Term, { clause, scope, find }: Context, passage: Statement | undefined, v: Vocabulary): boolean {
  if (term.soft) return true;
  const { senses, words, text, form } = term;
  const proofs = senses.some(({ concept }) => v.meanings.get(concept)?.proofs || v.meanings.get(concept)?.strict);
  const serious = proofs || form === 'possible' || form === 'coming' || form?.includes('_by_');
  if (!passage && !serious && v.linking.has(v.stem(text))) return true;
  if (words.length > 0 && !proofs) {
    const carried = words.map(
      word => word.soft || find(word).holds !== undefined || (passage && matchIn(word, clause, passage, v))
    );
    if (carried.every(Boolean) && !(words.every(({ soft }) => soft) && /^\p{Lu}/u.test(text))) return true;
  }
  // "the books" are what the order lists
  const stem = v.stem(text);
  if (v.wares.has(stem) && !passage && !scope.everything.some(({ concepts }) => concepts.has(stem)))
    return scope.entities.some(({ concepts }) => concepts.has('item') || concepts.has('name'));
  // "unless it weighs more than 20 kg"
  const measured = clause.figures.some(
    ({ value }) => value.type === 'duration' && senses.some(({ concept }) => MEASURED_BY[value.base] === concept)
  );
  if (measured) return true;
  const priced = passage && clause.figures.some(({ value }) => value.type === 'money') && term.actor !== 'us';
  if (priced && senses.some(({ concept }) => v.meanings.get(concept)?.amount)) return true;
  if (!passage || find(term).keyed) return false;
  // "swimwear is excluded", in an article on returns
  const ruled = passage.clause!.terms.some(each => modality(each, v));
  return (ruled || !term.verb) && senses.some(({ concept }) => passage.entity.topic.has(concept));
}

interface Denials {
  readonly context: Context;
  readonly pairs: readonly Pair[];
  readonly passage: Statement | undefined;
  readonly turned: number;
  readonly support: Support[];
}

/** A negation that nothing bears out. */
interface Denial {
  readonly text: string;
  /** The evidence says what it denies. */
  readonly contradicted: boolean;
}

/** Each negation has to be borne out: by a record that denies what it denies, or by a passage that denies as much. */
function denials({ context: { clause, find }, pairs, passage, turned, support }: Denials, v: Vocabulary): Denial[] {
  const out: Denial[] = [];
  const not = { text: 'not', contradicted: true };
  const paired = new Set(pairs.map(({ ours }) => ours.denied));
  const groups = new Map<number, Term[]>();
  for (const term of clause.terms)
    if (term.denied !== undefined) groups.set(term.denied, [...(groups.get(term.denied) ?? []), term]);
  for (const [group, terms] of groups) {
    if (paired.has(group)) continue;
    const refuted = terms.find(term => find(term).keyed && find(term).holds && !find(term).fails);
    const denied = terms.find(term => find(term).fails);
    if (!denied || refuted)
      out.push({ text: (refuted ?? terms[0]!).text, contradicted: terms.some(term => find(term).holds) });
    else {
      support.push(find(denied).fails!);
      const quiet = (term: Term) => term.soft || (!passage && v.linking.has(v.stem(term.text)));
      const open = terms.filter(term => !quiet(term) && !find(term).fails && !find(term).holds);
      out.push(...open.map(({ text }) => ({ text, contradicted: false })));
    }
  }
  if (!passage || pairs.length === 0) return clause.negations.some(({ stray }) => stray) ? [...out, not] : out;
  const ours = negationsOn(
    clause,
    pairs.map(pair => pair.ours)
  );
  const theirs = negationsOn(
    passage.clause!,
    pairs.map(pair => pair.theirs)
  );
  const turns = ours + theirs + turned + pairs.filter(pair => pair.turned).length;
  return turns % 2 === 0 ? out : [...out, not];
}

/** How many negations bear on some of these terms; one that denies a figure or stands alone always does. */
function negationsOn({ negations }: Clause, terms: readonly Term[]): number {
  return negations.filter(({ stray }, i) => stray || terms.some(({ denied }) => denied === i)).length;
}

/** "You are a gold member", where the record says silver, whatever the rules for gold members are. */
function otherClass({ clause, scope }: Context, v: Vocabulary): string[] {
  if (!(clause.specific || /\byou (?:are|have|hold)\b/i.test(clause.text)) || /\bif\b/i.test(clause.text)) return [];
  const says = (wanted: (concept: string) => boolean) =>
    scope.entities.some(({ fields }) =>
      fields.some(each => [...each.says].some(([concept, bits]) => bits & 1 && wanted(concept)))
    );
  return clause.terms
    .filter(({ senses: [sense], denied }) => {
      const group = sense && v.rivals.get(sense.concept);
      if (group === undefined || denied !== undefined || says(concept => concept === sense!.concept)) return false;
      return says(concept => v.rivals.get(concept) === group);
    })
    .map(({ text }) => text);
}

const [SOURCE, TARGET] = [/(?:^|[._])(?:from|old|previous)(?:_|$)/, /(?:^|[._])(?:to|new)(?:_|$)/];

/** "From Linz to Graz", where `old_city=Graz; new_city=Linz`. */
function turnedRound({ text, start, terms }: Clause, { entities }: EvidenceScope): string[] {
  const [, from = '', to = ''] = /\bfrom (.{2,60}?) to (.{2,60})/i.exec(text) ?? [];
  const fields = entities.flatMap(entity => entity.fields);
  const against = (part: string, key: RegExp, other: RegExp) => {
    const at = start + text.indexOf(part);
    return terms.filter(term => {
      if (part === '' || term.at < at || term.end > at + part.length) return false;
      const carriers = fields.filter(({ says }) => term.senses.some(({ concept }) => says.has(concept)));
      const bears = (name: RegExp) => carriers.some(({ field = '' }) => name.test(field));
      return bears(other) && !bears(key);
    });
  };
  return [...against(from, SOURCE, TARGET), ...against(to, TARGET, SOURCE)].map(term => term.text);
}

/** "We placed the order", "you refunded it": deeds that the other side does, unless the passage says so. */
function outOfRole({ terms }: Clause, pairs: readonly Pair[], { grammar: g, stem }: Vocabulary): string[] {
  return terms
    .filter(term => {
      const others = term.actor === 'us' ? g.theirs : term.actor === 'customer' ? g.ours_only : undefined;
      if (!others?.has(stem(term.text)) || !term.verb || term.passive) return false;
      return !pairs.some(({ ours, theirs }) => ours === term && theirs.actor === term.actor);
    })
    .map(({ text }) => text);
}

/** "Shipped before you ordered": by the days of the two events it was the other way round. */
function outOfOrder({ terms, parts }: Clause, { entities }: EvidenceScope): string[] {
  const fields = entities.flatMap(entity => entity.fields);
  const dayOf = (part: number) => {
    const days = terms
      .filter(term => term.part === part && (part > 0 || term.verb) && term.denied === undefined)
      .flatMap(({ senses }) =>
        fields.filter(({ says }) =>
          senses.some(({ concept }) => says.get(concept) === POSITIVE && !says.has('estimate'))
        )
      )
      .flatMap(({ values }) =>
        values.flatMap(({ value }) => (value.type === 'date' ? [dayNumber(value.options[0])] : []))
      );
    return new Set(days).size === 1 ? days[0] : undefined;
  };
  return parts.flatMap(({ word }, i) => {
    if (word !== 'before' && word !== 'after') return [];
    const [event, other] = [dayOf(0), dayOf(i)];
    if (event === undefined || other === undefined || event === other) return [];
    return event < other === (word === 'before') ? [] : [word];
  });
}

/** "Only the motor": a record that has it may have more; "only one of two" and "only part" are counted. */
function onlyIn({ limited, figures, terms, words }: Clause, v: Vocabulary): string[] {
  const counts = figures.length > 0 || terms.some(({ senses }) => senses.some(({ concept }) => concept === 'partial'));
  return limited && !counts ? words.filter(({ lower }) => v.restrictive.has(lower)).map(({ text }) => text) : [];
}

/** Words that need no evidence beside others make a statement where they are all there is. */
function vain({ terms, specific, words, figures }: Clause, v: Vocabulary): string[] {
  if (!specific || figures.length > 0 || words.some(({ lower }) => v.grammar.self.has(lower))) return [];
  return terms.length > 1 || terms.some(({ verb, form }) => verb && (form === 'done' || form === 'present'))
    ? terms.map(({ text }) => text)
    : [];
}
