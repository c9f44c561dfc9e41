import type { Loaded, Report } from '../../../../core/index.js';
import type { Evidence, SentenceVerdict, Support, UnverifiedClaim, Verification, Verifier } from '../contract.js';
import { parseEvidence } from '../evidence/fields.js';
import type { Entity, Statement } from '../evidence/model.js';
import { readEvidence } from '../evidence/read.js';
import { readerOf, type Reader } from '../evidence/reader.js';
import {
  bindingOf,
  mixedNames,
  scope,
  scopesOf,
  turnsOf,
  type Binding,
  type EvidenceScope
} from '../evidence/scope.js';
import { signsOf } from '../learned/signs.js';
import { leastRecent, remembered } from '../notation/memo.js';
import { family } from '../notation/values.js';
import { readClause, type Clause } from '../parse/clause.js';
import { clauseSpans, sentences } from '../parse/split.js';
import type { VerificationFile } from '../vocabulary/policy-file.js';
import { buildVocabulary, type Vocabulary } from '../vocabulary/vocabulary.js';
import { edited } from '../refute/edited.js';
import { faults, judgeOf, type Judge, type Judgement } from './clause.js';

const EMPTY: Binding = new Map();

/** A verifier by rules, and what its judgements look like to a model. */
export interface CompiledVerifier extends Verifier {
  readonly look: (sentence: string, evidence: readonly Evidence[], clock: Date) => string | undefined;
  /** The same, where what was learned decides on phrased sentences. */
  readonly deciding: (likely: Likely) => Verifier;
}

/** How likely a sentence of this look is supported, 0 to 1. */
type Likely = (signs: string) => number;

/** Compiles the vocabulary once; problems that concern all files together go to `report`. */
export function compileVerifier(files: readonly Loaded<VerificationFile>[], report: Report): CompiledVerifier {
  const vocabulary = buildVocabulary(files.map(({ value }) => value));
  checkFiles(files, vocabulary, report);
  const reader = readerOf(vocabulary);
  const read = leastRecent(
    128,
    8000,
    ({ kind, reference, text }: Evidence) => `${kind}\n${reference}\n${text}`,
    each => readEvidence(each, reader)
  );
  const verbatimIn = verbatim();
  const editedFrom = edited(vocabulary, reader.normalise);
  const parse = remembered(512, 500, sentence => parseSentence(sentence, reader));
  const stemsIn = remembered(512, 20_000, text => new Set(wordsOf(text).map(word => vocabulary.stem(word))));
  const knownIn = (evidence: readonly Evidence[]): Known => {
    const entities = evidence.flatMap(each => {
      const root = read(each);
      return [root, ...root.entries];
    });
    // Only what was learned asks for words.
    let said: readonly ReadonlySet<string>[] | undefined;
    return {
      all: entities,
      ours: entities.filter(({ fromCustomer }) => !fromCustomer),
      now: entities.find(entity => entity.clock)?.clock,
      has: stem => (said ??= evidence.map(({ text }) => stemsIn(text))).some(stems => stems.has(stem))
    };
  };
  const verifierBy = (likely: Likely | undefined): Verifier => ({
    verify(reply, evidence, clock, phrased = false) {
      const told = knownIn(evidence);
      const known = { ...told, now: told.now ?? clock };
      const saidIn = verbatimIn(evidence);
      const contradicts = editedFrom(evidence);
      let carried = EMPTY;
      const verdicts = sentences(reply).map((sentence): SentenceVerdict => {
        const source = saidIn(sentence);
        if (source !== undefined) {
          const support = [{ kind: source.kind, reference: source.reference }];
          return { sentence, supported: true, factual: true, claims: [], support };
        }
        const values = contradicts(sentence);
        if (values !== undefined) {
          const claim = { claim: sentence, reason: 'unsupported_statement', values } as const;
          return { sentence, supported: false, factual: true, claims: [claim], support: [] };
        }
        const checked = check(sentence, parse(sentence), known, carried, vocabulary);
        carried = checked.binding;
        const { verdict, judged, attributed } = checked;
        if (!phrased || likely === undefined || checked.hard || judged.length === 0) return verdict;
        const share = likely(signsOf(judged, { attributed, known: known.has }, vocabulary));
        return decided(verdict, share >= (verdict.supported ? vocabulary.shown : vocabulary.doubted));
      });
      const claims = verdicts.flatMap(verdict => verdict.claims);
      return { supported: claims.length === 0, sentences: verdicts, claims } satisfies Verification;
    }
  });
  return {
    ...verifierBy(undefined),
    deciding: verifierBy,
    look(sentence, evidence, clock) {
      if (verbatimIn(evidence)(sentence) || editedFrom(evidence)(sentence)) return undefined;
      const known = knownIn(evidence);
      const { judged, attributed } = check(
        sentence,
        parse(sentence),
        { ...known, now: known.now ?? clock },
        EMPTY,
        vocabulary
      );
      return judged.length === 0 ? undefined : signsOf(judged, { attributed, known: known.has }, vocabulary);
    }
  };
}

function checkFiles(files: readonly Loaded<VerificationFile>[], vocabulary: Vocabulary, report: Report): void {
  if (vocabulary.cues.size === 0)
    report('', 'verification.no_negation', 'no file declares `negation: cues`; without them "not" proves anything');
  for (const { value } of files) {
    for (const { id, states, as = id } of value.meanings ?? []) {
      const { state, done } = vocabulary.meanings.get(as)?.proofs ?? {};
      if (states && !state && !done)
        report(
          '',
          'verification.state_unproved',
          `${value.name}: the states of ${id} need \`proofs: state\` or \`proofs: done\``
        );
    }
  }
}

const wordsOf = (text: string) =>
  text
    .replace(/_/g, ' ')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? [];

/** The rules' verdict, where what is learned decides otherwise. */
function decided(verdict: SentenceVerdict, supported: boolean): SentenceVerdict {
  if (verdict.supported === supported) return verdict;
  const { sentence } = verdict;
  const claims = supported ? [] : [{ claim: sentence, reason: 'unsupported_statement', values: [sentence] } as const];
  return { ...verdict, supported, claims };
}

interface Known {
  readonly all: readonly Entity[];
  /** Without what the customer says. */
  readonly ours: readonly Entity[];
  /** The day the evidence was taken, where it says so. */
  readonly now: Date | undefined;
  /** Whether some evidence has a word, by its stem. */
  readonly has: (stem: string) => boolean;
}

interface Sentence {
  readonly question: boolean;
  /** Repeats what the customer said. */
  readonly attributed: boolean;
  readonly clauses: readonly Clause[];
}

function parseSentence(sentence: string, { vocabulary: v, normalise, extract }: Reader): Sentence {
  const text = normalise(sentence);
  const values = extract(text);
  const denies = (text.toLowerCase().match(/\p{L}+/gu) ?? []).some(word => v.cues.has(word));
  const question = /\?\W{0,3}$/.test(text) || (v.requests.test(text) && !denies);
  const clauses = clauseSpans(text, values, v).map(span => readClause(text, span, values, v));
  return {
    question,
    attributed: text.search(v.attribution) >= 0,
    // of a question only figures and identifiers are checked
    clauses: clauses
      .map(clause => ({ ...clause, beside: saidBeside(clause, clauses) }))
      .map(clause =>
        question
          ? {
              ...clause,
              terms: [],
              negations: [],
              figures: clause.figures.filter(({ value }) => family(value) !== 'date')
            }
          : clause
      )
      .filter(({ terms, figures, negations }) => terms.length + figures.length + negations.length > 0)
  };
}

/** What the other clauses of a sentence say. */
const saidBeside = (clause: Clause, clauses: readonly Clause[]): ReadonlySet<string> =>
  new Set(
    clauses
      .filter(other => other !== clause)
      .flatMap(({ terms }) => terms.flatMap(({ senses }) => senses.map(({ concept }) => concept)))
  );

interface Checked extends Pick<Judgement, 'hard' | 'judged'> {
  readonly verdict: SentenceVerdict;
  readonly binding: Binding;
  readonly attributed: boolean;
}

function check(
  sentence: string,
  { question, attributed, clauses }: Sentence,
  { all, ours, now }: Known & { readonly now: Date },
  carried: Binding,
  v: Vocabulary
): Checked {
  const usable = attributed ? all : ours;
  const passages = passagesOf(usable);
  const found: Judgement[] = [];
  let binding = carried;
  for (const clause of clauses.flatMap(each => turnsOf(each, usable))) {
    const own = bindingOf(clause, usable);
    const mixed = mixedNames(clause, usable);
    if (mixed.length > 0)
      found.push({ figures: [], identifiers: [], words: mixed, support: [], hard: true, judged: [] });
    const told = judgeAsTold(clause, own, binding, { usable, passages, now }, v);
    found.push(faults(told) === 0 ? told : (countedIn(clause, usable, now, v) ?? told));
    if (own.size > 0) binding = own;
  }
  const whole = merge(found);
  const claims = claimsOf(sentence, whole);
  return {
    hard: whole.hard,
    judged: question ? [] : whole.judged,
    attributed,
    binding,
    verdict: {
      sentence,
      supported: claims.length === 0,
      factual: clauses.some(({ figures }) => !question || figures.length > 0),
      claims,
      support: distinct(whole.support)
    }
  };
}

const passages = new WeakMap<readonly Entity[], readonly Statement[]>();

function passagesOf(entities: readonly Entity[]): readonly Statement[] {
  const known = passages.get(entities) ?? entities.flatMap(entity => entity.passages);
  passages.set(entities, known);
  return known;
}

interface Usable {
  readonly usable: readonly Entity[];
  readonly passages: readonly Statement[];
  readonly now: Date;
}

/** A clause that names its order holds of that order, one that names two of both; else of the one named before. */
function judgeAsTold(
  clause: Clause,
  own: Binding,
  carried: Binding,
  { usable, passages, now }: Usable,
  v: Vocabulary
): Judgement {
  const judge = judgeOf(clause, passages, now, v);
  const scopes = scopesOf(clause, own.size > 0 ? own : carried, usable, v);
  const summed = v.sums.test(clause.text) && clause.figures.some(({ value }) => value.type === 'money');
  const several = summed || [...own.values()].some(ids => ids.size > 1);
  if (scopes.length === 1 || (!several && !clause.universal)) {
    return bestOf(judge, scopes);
  }
  const together = scope(
    scopes.flatMap(({ entities }) => entities),
    scopes.flatMap(({ named }) => named),
    usable
  );
  const figures = judgeOf({ ...clause, terms: [], negations: [] }, passages, now, v)(together);
  return merge([figures, ...scopes.map(each => judgeOf(without(clause, each, together), passages, now, v)(each))]);
}

const quantityOf = ({ fields }: Entity) => {
  const known = fields.find(({ field }) => field?.endsWith('.quantity'))?.values[0]?.value;
  return known?.type === 'number' ? Number(known.amount) : 1;
};

/** "Two of your orders have shipped": of how many entries of one list the rest holds; undefined where of others. */
function countedIn(clause: Clause, usable: readonly Entity[], now: Date, v: Vocabulary): Judgement | undefined {
  const hard = clause.terms.filter(({ soft, denied }) => !soft || denied !== undefined);
  const [count, ...more] = clause.figures.filter(({ value }) => value.type === 'number');
  if (count?.value.type !== 'number' || more.length > 0 || hard.length === 0) return undefined;
  const wanted = Number(count.value.amount);
  const others = clause.figures.filter(each => each !== count);
  const judge = judgeOf({ ...clause, figures: [], limited: false, universal: false }, [], now, v);
  for (const root of usable) {
    const held = root.entries.flatMap(entry => {
      const each = judge(scope([entry, root], [], usable));
      return faults(each) === 0 && each.support.length > 0 ? [{ entry, each }] : [];
    });
    if (held.length === 0 || held.reduce((sum, { entry }) => sum + quantityOf(entry), 0) !== wanted) continue;
    const together = scope([...held.map(({ entry }) => entry), root], [], usable);
    const figures = judgeOf({ ...clause, figures: others, terms: [], negations: [] }, [], now, v)(together);
    if (faults(figures) === 0) return merge([figures, ...held.map(({ each }) => each)]);
  }
  return undefined;
}

/** The clause without its figures, and without the names of what another scope is about. */
function without(clause: Clause, { entities }: EvidenceScope, together: EvidenceScope): Clause {
  const names = (all: readonly Entity[]) => new Set(all.flatMap(entity => [...entity.names]));
  const [here, others] = [names(entities), names(together.entities)];
  const foreign = ({ concept }: { concept: string }) => others.has(concept) && !here.has(concept);
  return {
    ...clause,
    figures: [],
    terms: clause.terms.filter(({ senses, words }) => ![...senses, ...words.flatMap(word => word.senses)].some(foreign))
  };
}

function bestOf(judge: Judge, scopes: readonly EvidenceScope[]): Judgement {
  let best: Judgement | undefined;
  for (const each of scopes) {
    const next = judge(each, best && faults(best));
    if (!best || faults(next) < faults(best)) best = next;
    if (faults(best) === 0) break;
  }
  return best!;
}

function merge(parts: readonly Judgement[]): Judgement {
  return {
    figures: [...new Set(parts.flatMap(part => part.figures))],
    identifiers: [...new Set(parts.flatMap(part => part.identifiers))],
    words: [...new Set(parts.flatMap(part => part.words))],
    support: parts.flatMap(part => part.support),
    hard: parts.some(part => part.hard),
    judged: parts.flatMap(part => part.judged)
  };
}

function claimsOf(claim: string, { figures, identifiers, words }: Judgement): UnverifiedClaim[] {
  const out: UnverifiedClaim[] = [];
  if (figures.length) out.push({ claim, reason: 'unsupported_figure', values: figures });
  if (identifiers.length) out.push({ claim, reason: 'unsupported_identifier', values: identifiers });
  if (words.length) out.push({ claim, reason: 'unsupported_statement', values: words });
  return out;
}

function distinct(support: readonly Support[]): Support[] {
  const seen = new Map(support.map(each => [`${each.reference} ${each.field ?? ''}`, each]));
  return [...seen.values()];
}

/** Which evidence says a sentence in exactly these words; the customer's own words prove nothing by themselves. */
type Verbatim = (evidence: readonly Evidence[]) => (sentence: string) => Evidence | undefined;

/** Published articles and decided texts come again and again, so their sentences are remembered. */
function verbatim(): Verbatim {
  const said = remembered(512, 20_000, text => {
    const { prose } = parseEvidence(text);
    return new Set(prose === undefined ? [] : sentences(prose).map(plain));
  });
  return evidence => {
    const told = evidence
      .filter(({ kind }) => kind !== 'customer_message')
      .map(each => [each, said(each.text)] as const);
    return sentence => {
      const words = plain(sentence);
      return told.find(([, sentences]) => sentences.has(words))?.[0];
    };
  };
}

const plain = (sentence: string) => sentence.replace(/\s+/g, ' ').trim();
