import type { Loaded, Report } from '../../../../core/index.js';
import type { Evidence, SentenceVerdict, UnverifiedClaim, Verification, Verifier } from '../contract.js';
import type { Entity, Statement } from '../evidence/model.js';
import { readEvidence } from '../evidence/read.js';
import { readerOf, type Reader } from '../reading/reader.js';
import { bindingOf, scope, scopesOf, type Binding, type EvidenceScope } from '../evidence/scope.js';
import { signsOf } from './signs.js';
import { leastRecent, remembered } from '../reading/memo.js';
import { family } from '../reading/values.js';
import type { Clause } from '../reading/clause.js';
import { sentences } from '../reading/split.js';
import type { VerificationFile } from '../reading/vocabulary-file.js';
import { buildVocabulary, type Vocabulary } from '../reading/vocabulary.js';
import { faults, judgeOf, type Judge, type Judgement } from './clause.js';
import { proved } from './proved.js';

/** How likely a sentence of this look is supported, 0 to 1. */
type Likely = (signs: string) => number;

/** A verifier by rules, and what its judgements look like to a model. */
export interface CompiledVerifier extends Verifier {
  readonly look: (sentence: string, evidence: readonly Evidence[], clock: Date) => string | undefined;
  /** The same, where what was learned decides on phrased sentences. */
  readonly deciding: (likely: Likely) => Verifier;
}

/** What some evidence tells. */
interface Known {
  readonly entities: readonly Entity[];
  readonly passages: readonly Statement[];
  readonly now: Date;
  readonly has: (stem: string) => boolean;
}

/** Compiles the vocabulary once; problems that concern all files together go to `report`. */
export function compileVerifier(files: readonly Loaded<VerificationFile>[], report: Report): CompiledVerifier {
  const v = buildVocabulary(files.map(({ value }) => value));
  if (v.cues.size === 0)
    report('', 'verification.no_negation', 'no file declares `negation: cues`; without them "not" proves anything');
  for (const id of v.states) {
    const { state, done } = v.proofs.get(id) ?? {};
    if (!state && !done)
      report('', 'verification.state_unproved', `the states of ${id} need \`proofs: state\` or \`proofs: done\``);
  }
  const reader = readerOf(v);
  const read = leastRecent(
    128,
    8000,
    ({ kind, reference, text }: Evidence) => `${kind}\n${reference}\n${text}`,
    each => readEvidence(each, reader)
  );
  const provedBy = proved(v, reader.normalise);
  const parse = remembered(512, 500, sentence => parseSentence(sentence, reader));
  const stemsIn = remembered(
    512,
    20_000,
    text =>
      new Set(
        text
          .replace(/_/g, ' ')
          .match(/\p{L}+/gu)
          ?.map(v.stem)
      )
  );
  const knownIn = (evidence: readonly Evidence[], clock: Date) => {
    const all = evidence.flatMap(each => [read(each), ...read(each).entries]);
    const now = all.find(entity => entity.clock)?.clock ?? clock;
    // only what was learned asks for words
    let words: readonly ReadonlySet<string>[] | undefined;
    const has = (stem: string) => (words ??= evidence.map(({ text }) => stemsIn(text))).some(each => each.has(stem));
    const told = (entities: readonly Entity[]): Known => ({
      has,

      entities,
      passages: entities.flatMap(({ passages }) => passages),
      now
    });
    // the customer's own words prove only what is said to be theirs
    const [theirs, ours] = [told(all), told(all.filter(({ fromCustomer }) => !fromCustomer))];
    return (attributed: boolean) => (attributed ? theirs : ours);
  };
  const verifierBy = (likely: Likely | undefined): Verifier => ({
    verify(reply, evidence, clock, phrased = false) {
      const known = knownIn(evidence, clock);
      const proof = provedBy(evidence);
      let spoken = NOTHING;
      const verdicts = sentences(reply).map((sentence): SentenceVerdict => {
        const told = proof(sentence);
        if (told !== undefined) return told;
        const parsed = parse(sentence);
        const checked = check(parsed, known(parsed.attributed), spoken, v);
        spoken = checked.spoken;
        const verdict = verdictOf(sentence, parsed, checked.whole);
        if (!phrased || likely === undefined || checked.whole.hard || statesNothing(parsed)) return verdict;
        const signs = signsOf(parsed, checked.whole, known(parsed.attributed).has, v);
        const share = likely(signs);
        return decided(verdict, share >= (verdict.supported ? v.shown : v.doubted));
      });
      const claims = verdicts.flatMap(verdict => verdict.claims);
      return { supported: claims.length === 0, sentences: verdicts, claims } satisfies Verification;
    }
  });
  return {
    ...verifierBy(undefined),
    deciding: verifierBy,
    look(sentence, evidence, clock) {
      const parsed = parse(sentence);
      if (provedBy(evidence)(sentence) || statesNothing(parsed)) return undefined;
      const known = knownIn(evidence, clock)(parsed.attributed);
      const { whole } = check(parsed, known, NOTHING, v);
      return signsOf(parsed, whole, known.has, v);
    }
  };
}

/** The rules' verdict, where what is learned decides otherwise. */
function decided(verdict: SentenceVerdict, supported: boolean): SentenceVerdict {
  if (verdict.supported === supported) return verdict;
  const { sentence } = verdict;
  const claims = supported ? [] : [{ claim: sentence, reason: 'unsupported_statement', values: [sentence] } as const];
  return { ...verdict, supported, claims };
}

export interface Parsed {
  /** Asks for something; only its figures and identifiers are checked. */
  readonly question: boolean;
  /** Tells what the customer said. */
  readonly attributed: boolean;
  readonly clauses: readonly Clause[];
}

/** A question or a courtesy has nothing that evidence could weigh: no model is asked of it, and none learns from it. */
const statesNothing = ({ question, clauses }: Parsed): boolean => question || clauses.length === 0;

function parseSentence(sentence: string, { vocabulary: v, normalise, clauses: read }: Reader): Parsed {
  const text = normalise(sentence);
  const denies = (text.toLowerCase().match(/\p{L}+/gu) ?? []).some(word => v.cues.has(word));
  const question = /\?\W{0,3}$/.test(text) || (v.requests.test(text) && !denies);
  const asked = (clause: Clause): Clause => ({
    ...clause,
    terms: [],
    strays: [],
    figures: clause.figures.filter(({ value }) => family(value) !== 'date')
  });
  return {
    question,
    attributed: text.search(v.attribution) >= 0,
    clauses: read(text)
      .flat()
      .map(clause => (question ? asked(clause) : clause))
      .filter(({ terms, figures, strays }) => terms.length + figures.length + strays.length > 0)
  };
}

/** Of which orders and tickets was spoken: those that were named, and the one of which alone the last clause held. */
interface Spoken {
  readonly binding: Binding;
  readonly meant: Binding;
}

const NOTHING: Spoken = { binding: new Map(), meant: new Map() };

/** Judges each clause, of the order it names or the one that was named or meant before. */
function check({ clauses }: Parsed, known: Known, carried: Spoken, v: Vocabulary) {
  let { binding, meant } = carried;
  const found = clauses.map(clause => {
    const own = bindingOf(clause, known.entities);
    if (own.size > 0) binding = own;
    // "its ticket", "… is open": of what was spoken of
    const [first = ''] = clause.words.map(({ lower }) => lower);
    const goesOn = v.grammar.referring.has(first) || v.grammar.verbs.has(first);
    const told = judgeAsTold(clause, goesOn ? new Map([...binding, ...meant]) : binding, known, v);
    meant = told.meant ?? (goesOn ? meant : NOTHING.meant);
    return faults(told) === 0 ? told : (countedIn(clause, known, v) ?? told);
  });
  return { spoken: { binding, meant }, whole: merge(found) };
}

/** A clause that names two orders holds of both, as does one that speaks of all. */
function judgeAsTold(clause: Clause, binding: Binding, { entities, passages, now }: Known, v: Vocabulary): Judgement {
  const judge = judgeOf(clause, passages, now, v);
  const scopes = scopesOf(clause, binding, entities, v);
  const summed = v.sums.test(clause.text) && clause.figures.some(({ value }) => value.type === 'money');
  const several = summed || clause.universal || [...binding.values()].some(ids => ids.size > 1);
  if (scopes.length === 1 || !several) return bestOf(judge, scopes);
  const together = scope(
    scopes.flatMap(each => each.entities),
    scopes.flatMap(each => each.named)
  );
  const figures = judgeOf({ ...clause, terms: [], strays: [] }, passages, now, v)(together);
  const said = judgeOf({ ...clause, figures: [] }, passages, now, v);
  return merge([figures, ...scopes.map(each => said(each))]);
}

const quantityOf = ({ fields }: Entity) => {
  const known = fields.find(({ field }) => field?.endsWith('.quantity'))?.values[0]?.value;
  return known?.type === 'number' ? Number(known.amount) : 1;
};

/** "Two of your orders have shipped": of how many entries of one list the rest holds; undefined where of others. */
function countedIn(clause: Clause, { entities, now }: Known, v: Vocabulary): Judgement | undefined {
  const [count, ...more] = clause.figures.filter(({ value }) => value.type === 'number');
  const telling = clause.terms.some(({ soft, denied }) => !soft || denied !== undefined);
  if (count?.value.type !== 'number' || more.length > 0 || !telling) return undefined;
  const wanted = Number(count.value.amount);
  const others = clause.figures.filter(each => each !== count);
  const judge = judgeOf({ ...clause, figures: [], universal: false }, [], now, v);
  for (const root of entities) {
    const held = root.entries.flatMap(entry => {
      const each = judge(scope([entry, root], []));
      return faults(each) === 0 && each.support.length > 0 ? [{ entry, each }] : [];
    });
    if (held.length === 0 || held.reduce((sum, { entry }) => sum + quantityOf(entry), 0) !== wanted) continue;
    const together = scope([...held.map(({ entry }) => entry), root], []);
    const figures = judgeOf({ ...clause, figures: others, terms: [], strays: [] }, [], now, v)(together);
    if (faults(figures) === 0) return merge([figures, ...held.map(({ each }) => each)]);
  }
  return undefined;
}

/** Of some scopes the one that leaves the fewest faults; where it alone leaves none, its order or ticket is meant. */
function bestOf(judge: Judge, [first, ...others]: readonly EvidenceScope[]): Judgement {
  let best = judge(first!);
  let meant: EvidenceScope | undefined = first;
  for (const each of others) {
    const next = judge(each, Math.max(1, faults(best)));
    if (faults(next) < faults(best)) [best, meant] = [next, each];
    else if (faults(next) === 0) meant = undefined;
  }
  if (others.length === 0 || meant === undefined || faults(best) > 0) return best;
  const ids = meant.entities.flatMap(entity => [...entity.ids]);
  return { ...best, meant: new Map(ids.map(([kind, id]) => [kind, new Set([id])])) };
}

const merge = (parts: readonly Judgement[]): Judgement => ({
  figures: [...new Set(parts.flatMap(part => part.figures))],
  identifiers: [...new Set(parts.flatMap(part => part.identifiers))],
  words: [...new Set(parts.flatMap(part => part.words))],
  support: parts.flatMap(part => part.support),
  hard: parts.some(part => part.hard),
  notes: parts.flatMap(part => part.notes),
  from: parts.flatMap(part => part.from)
});

function verdictOf(claim: string, { question, clauses }: Parsed, whole: Judgement): SentenceVerdict {
  const { figures, identifiers, words, support } = whole;
  const claims: UnverifiedClaim[] = [];
  if (figures.length) claims.push({ claim, reason: 'unsupported_figure', values: figures });
  if (identifiers.length) claims.push({ claim, reason: 'unsupported_identifier', values: identifiers });
  if (words.length) claims.push({ claim, reason: 'unsupported_statement', values: words });
  return {
    sentence: claim,
    supported: claims.length === 0,
    factual: clauses.some(clause => !question || clause.figures.length > 0),
    claims,
    support: [...new Map(support.map(each => [`${each.reference} ${each.field ?? ''}`, each])).values()]
  };
}
