import type { Loaded, Report } from '../../../../core/index.js';
import type { Evidence, SentenceVerdict, UnverifiedClaim, Verification, Verifier } from '../contract.js';
import type { Entity } from '../evidence/model.js';
import { readEvidence } from '../evidence/read.js';
import { leastRecent, remembered } from '../reading/memo.js';
import { readerOf } from '../reading/reader.js';
import { sentences } from '../reading/split.js';
import type { VerificationFile } from '../reading/vocabulary-file.js';
import { buildVocabulary } from '../reading/vocabulary.js';
import { check, NOTHING, type Evident } from './check.js';
import type { Judgement } from './clause.js';
import { parseSentence, statesNothing, type Parsed } from './parse.js';
import { proved } from './proved.js';
import { signsOf } from './signs.js';

/** How likely a sentence of this look is supported, 0 to 1. */
type Likely = (signs: string) => number;

/** A verifier by rules, and what its judgements look like to a model. */
export interface CompiledVerifier extends Verifier {
  readonly look: (sentence: string, evidence: readonly Evidence[], clock: Date) => string | undefined;
  /** The same, where what was learned decides on phrased sentences. */
  readonly deciding: (likely: Likely) => Verifier;
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
  const knownIn = (evidence: readonly Evidence[], clock: Date) => {
    const roots = evidence.map(read);
    const all = roots.flatMap(root => [root, ...root.entries]);
    const now = all.find(entity => entity.clock)?.clock ?? clock;
    const has = (stem: string) => roots.some(({ stems }) => stems.has(stem));
    const told = (entities: readonly Entity[]): Evident => ({
      has,
      entities,
      passages: entities.flatMap(({ passages }) => passages),
      now
    });
    // the customer's own words prove only what is said to be theirs
    const [ours, theirs] = [told(all.filter(({ fromCustomer }) => !fromCustomer)), told(all)];
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
      return whole.hard ? undefined : signsOf(parsed, whole, known.has, v);
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
