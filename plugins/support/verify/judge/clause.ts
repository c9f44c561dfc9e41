import type { Support } from '../contract.js';
import { POSITIVE, supportOf, type Statement } from '../evidence/model.js';
import type { Binding, EvidenceScope } from '../evidence/scope.js';
import type { Carried, Note } from './signs.js';
import { dayNumber } from './derived.js';
import { placeOf } from './figures.js';
import { likeliest, matchIn, type Match } from './prose.js';
import { finder, type Finding } from './records.js';
import type { Clause } from '../reading/clause.js';
import type { Term } from '../reading/words.js';
import type { Form } from '../reading/vocabulary-file.js';
import type { Vocabulary } from '../reading/vocabulary.js';

/** What is wrong with one clause, given one scope, and what carries the rest. */
export interface Judgement {
  readonly figures: readonly string[];
  readonly identifiers: readonly string[];
  readonly words: readonly string[];
  readonly support: readonly Support[];
  /** A figure, deed or promise that nothing shows: nothing learned speaks for it. */
  readonly hard: boolean;
  readonly notes: readonly Note[];
  /** The passages that it was taken from. */
  readonly from: readonly { readonly clause: Clause; readonly passage: Statement }[];
  /** Of which order or ticket alone it holds, where there are several. */
  readonly meant?: Binding;
}

export const faults = ({ figures, identifiers, words }: Judgement) =>
  figures.length + identifiers.length + words.length;

/** One that comes to `most` faults is given up: another scope has fewer. */
export type Judge = (scope: EvidenceScope, most?: number) => Judgement;

/** What was done or will be done is shown by a record of that very deed, or not said. */
const IN_EARNEST: ReadonlySet<Form | undefined> = new Set<Form>([
  'done_by_us',
  'doing_by_us',
  'coming',
  'coming_by_us',
  'coming_by_colleague',
  'possible_by_agent'
]);

/** How many passages are worth a try: those that share most with the clause. */
const PASSAGES = 3;

interface Context {
  readonly clause: Clause;
  readonly scope: EvidenceScope;
  readonly clock: Date;
  readonly find: (term: Term) => Finding;
  /** Goods that the clause names. */
  readonly called: readonly Statement[];
  readonly most: number;
}

/** Judges a clause in any scope: by the records alone, then with each passage it may have been taken from; the best wins. */
export function judgeOf(clause: Clause, passages: readonly Statement[], clock: Date, v: Vocabulary): Judge {
  const ask = finder(v);
  let likely: readonly Statement[] | undefined;
  return (scope, most = Infinity) => {
    const findings = new Map<Term, Finding>();
    const find = (term: Term) => {
      const known = findings.get(term) ?? ask(term, scope.entities);
      findings.set(term, known);
      return known;
    };
    const called = scope.goods().filter(({ name }) => clause.text.includes(name!));
    const context = { clause, scope, called, clock, find, most };
    let best = attempt(context, undefined, v);
    if (faults(best) === 0) return best;
    likely ??= likeliest(clause, passages);
    for (const passage of likely.filter(({ entity }) => scope.entities.includes(entity)).slice(0, PASSAGES)) {
      const next = attempt({ ...context, most: Math.min(most, faults(best)) }, passage, v);
      if (faults(next) < faults(best)) best = next;
      if (faults(best) === 0) break;
    }
    return best;
  };
}

interface Pair {
  readonly ours: Term;
  readonly match: Match;
}

function attempt(context: Context, passage: Statement | undefined, v: Vocabulary): Judgement {
  const { clause, scope, find } = context;
  const support: Support[] = [];
  const words: string[] = [];
  const pairs: Pair[] = [];
  const notes: Note[] = [];
  const from = passage ? [{ clause, passage }] : [];
  let hard = false;
  const carry = (how: Carried, term: Term, by?: Support) => {
    notes.push({ how, term });
    if (by) support.push(by);
    else if (how === 'refuted' || how === 'strange') words.push(term.text);
  };
  for (const term of clause.terms) {
    if (words.length >= context.most) break;
    const called = nameWith(term, context);
    const match = passage && matchIn(term, clause, passage);
    if (called) support.push(supportOf(called));
    else if (rivalled(term, context, v)) carry('refuted', term);
    else if (passage && match) {
      pairs.push({ ours: term, match });
      carry(match.turned ? 'turned' : 'said', term, supportOf(passage));
    } else if (term.denied !== undefined) carry('denied', term);
    else {
      const { holds, fails, keyed } = find(term);
      const again = term.form === 'done_by_us' && clause.words.some(({ lower }) => v.grammar.repeats.has(lower));
      const proofs = term.senses.some(({ concept }) => v.proofs.has(concept));
      const linking = !passage && !proofs && term.form === undefined && v.linking.has(v.stem(term.text));
      if (holds && !again) carry(keyed ? 'proved' : 'held', term, holds);
      else if (fails) carry('refuted', term);
      else if (term.soft || linking) carry(term.soft ? 'soft' : 'excused', term);
      else {
        carry('strange', term);
        hard ||= IN_EARNEST.has(term.form);
      }
    }
  }
  if (words.length >= context.most) return { figures: [], identifiers: [], words, support, hard, notes, from };
  const against = denials(context, { pairs, passage }, support);
  // the two say the same but for a denial: the one is the opposite of the other
  const paired = new Set(pairs.map(({ match }) => match.term));
  const whole = passage?.clause!.terms.every(term => term.soft || paired.has(term));
  hard ||= whole === true && words.length === 0 && against.length === 1 && against[0] === 'not';
  if (passage && words.length + against.length === 0) against.push(...overstated(clause, pairs, passage, v));
  if (!passage) against.push(...reordered(clause, scope));
  const figures: string[] = [];
  const identifiers: string[] = [];
  const given = { passage, ...context };
  for (const figure of clause.figures) {
    const place = placeOf(figure, given, v);
    if (place) support.push(place);
    else (figure.value.type === 'identifier' ? identifiers : figures).push(figure.text);
  }
  hard ||= figures.length + identifiers.length > 0;
  notes.push(...against.map((): Note => ({ how: 'against' })));
  return { figures, identifiers, words: [...words, ...against], support, hard, notes, from };
}

/** "You are a gold member", where the record says silver, whatever the rules for gold members are. */
function rivalled({ senses: [sense] }: Term, { clause, scope }: Context, v: Vocabulary): boolean {
  const group = sense && v.rivals.get(sense.concept);
  if (group === undefined) return false;
  if (!clause.specific && !/\byou (?:are|have|hold)\b/i.test(clause.text)) return false;
  const said = scope.entities.flatMap(({ fields }) => fields.flatMap(({ says }) => [...says.keys()]));
  return !said.includes(sense!.concept) && said.some(concept => v.rivals.get(concept) === group);
}

/** "Shipped before you ordered", "from Linz to Graz": by the records it was the other way round. */
function reordered({ words, terms, text, start }: Clause, { entities }: EvidenceScope): string[] {
  if (!/\b(?:before|after|from)\b/i.test(text)) return [];
  const fields = entities.flatMap(entity => entity.fields);
  const carriers = (some: readonly Term[]) =>
    fields.filter(({ says }) =>
      some.some(({ senses }) => senses.some(({ concept }) => says.get(concept) === POSITIVE))
    );
  const dayOf = (some: readonly Term[]) => {
    const days = carriers(some.filter(({ form }) => form !== undefined)).flatMap(({ values }) =>
      values.flatMap(({ value }) => (value.type === 'date' ? [dayNumber(value.options[0])] : []))
    );
    return new Set(days).size === 1 ? days[0] : undefined;
  };
  const turned = words.flatMap(({ lower, at }) => {
    if (lower !== 'before' && lower !== 'after') return [];
    const [event, other] = [dayOf(terms.filter(each => each.at < at)), dayOf(terms.filter(each => each.at > at))];
    const known = event !== undefined && other !== undefined && event !== other;
    return known && event < other !== (lower === 'before') ? [lower] : [];
  });
  const to = start + text.search(/(?<=\bfrom\b.{2,60}) to /i);
  const swapped = terms.filter(term => {
    const [first] = to < start || term.form !== undefined ? [] : carriers([term]);
    return (
      first?.field !== undefined && (term.at < to ? TARGET : SOURCE).test(first.field) && carriers([term]).length === 1
    );
  });
  return [...turned, ...swapped.map(term => term.text)];
}

const [SOURCE, TARGET] = [/(?:^|[._])(?:from|old|previous)(?:_|$)/, /(?:^|[._])(?:to|new)(?:_|$)/];

/** The name of goods that a word is part of: "travel" in "Steel travel mug" tells of no journey. */
const nameWith = ({ at, end }: Term, { clause: { text, start }, called }: Context): Statement | undefined =>
  called.find(({ name }) => {
    const from = start + text.indexOf(name!);
    return at >= from && end <= from + name!.length;
  });

/** Each negation has to be borne out: by a record that denies what it denies, or by a passage that denies as much. */
function denials(
  { clause, find }: Context,
  { pairs, passage }: { readonly pairs: readonly Pair[]; readonly passage: Statement | undefined },
  support: Support[]
): string[] {
  const out: string[] = [];
  const paired = new Set(pairs.map(({ ours }) => ours.denied));
  for (const group of new Set(clause.terms.map(({ denied }) => denied))) {
    if (group === undefined || paired.has(group)) continue;
    const told = clause.terms.filter(({ denied }) => denied === group).map(term => ({ term, ...find(term) }));
    const refuted = told.find(({ keyed, holds, fails }) => keyed && holds && !fails);
    const denied = told.find(({ fails }) => fails);
    if (!denied || refuted) out.push((refuted ?? told[0]!).term.text);
    else support.push(denied.fails!);
  }
  const ours = pairs.map(pair => pair.ours);
  const theirs = pairs.map(pair => pair.match.term);
  const turned = pairs.filter(({ match }) => match.turned).length;
  const opposite =
    passage && pairs.length > 0
      ? (bearing(clause, ours) + bearing(passage.clause!, theirs) + turned) % 2 === 1
      : clause.strays.includes(true);
  return opposite ? [...out, 'not'] : out;
}

/** How many negations bear on some of these terms; one that denies a figure or stands alone always does. */
const bearing = ({ strays }: Clause, terms: readonly Term[]) =>
  strays.filter((stray, i) => stray || terms.some(({ denied }) => denied === i)).length;

/** Words that make a clause say more than its passage: "all" for some, "will" for may, a rule without its condition. */
function overstated({ words }: Clause, pairs: readonly Pair[], { clause, whole }: Statement, v: Vocabulary): string[] {
  const said = new Set(words.map(({ lower }) => lower));
  const told = new Set(whole!.flatMap(each => each.words.map(({ lower }) => lower)));
  // "half of it" is not all of it
  if (clause!.figures.some(({ value }) => value.type === 'percent')) told.add('some');
  const shared = (kind: string, here: ReadonlySet<string>) =>
    [...(v.telling.get(kind) ?? [])].filter(word => here.has(word));
  const more = [...v.overstating].flatMap(([strong, weak]) => {
    const plain = shared(strong, told).length === 0 && shared(weak, said).length === 0;
    return plain && shared(weak, told).length > 0 ? shared(strong, said) : [];
  });
  const paired = new Set(pairs.map(({ match }) => match.term));
  const narrower = clause!.terms.filter(
    term => !term.soft && !paired.has(term) && term.senses.some(({ negative }) => negative)
  );
  return [...more, ...narrower.map(({ text }) => text)];
}
