import type { Loaded, Report } from '../../../core/index.js';
import type { Evidence, SentenceVerdict, Support, UnverifiedClaim, Verification, Verifier } from './contract.js';
import type { Reader, World } from './facts.js';
import { readerOf } from './reader.js';
import { remembered } from './memo.js';
import { faults, judge, type Judgement } from './judge.js';
import type { VerificationFile } from './policy-file.js';
import { clauseSpans, sentences } from './split.js';
import { readClause } from './tokens.js';
import type { Clause } from './words.js';
import { turned } from './turned.js';
import { verbatim } from './verbatim.js';
import { family } from './values.js';
import { buildVocabulary } from './vocabulary.js';
import { bindingOf, worldOf, worldsOver, type Binding, type Worlds } from './worlds.js';

const EMPTY: Binding = new Map();
const NOTHING = { tokens: [], strayNegations: 0, elliptic: false, denial: false };

/**
 * Compiles the vocabulary once. A reply of 4,000 characters against 20 KB of evidence takes a few milliseconds.
 * Problems that concern all files together go to `report`.
 */
export function compileVerifier(files: readonly Loaded<VerificationFile>[], report: Report): Verifier {
  const vocabulary = buildVocabulary(files.map(({ value }) => value));
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
  const reader = readerOf(vocabulary);
  const saidIn = verbatim();
  const turns = turned(vocabulary, reader.normalise);
  // greetings, and what is told of the rules, come again and again
  const parse = remembered(512, 500, sentence => parseSentence(sentence, reader));
  return {
    verify(reply, evidence, clock) {
      let read: ReturnType<typeof readAll> | undefined;
      const verdicts: SentenceVerdict[] = [];
      let carried = EMPTY;
      for (const sentence of sentences(reply)) {
        const source = saidIn(sentence, evidence);
        if (source !== undefined) {
          const support = [{ kind: source.kind, reference: source.reference }];
          verdicts.push({ sentence, supported: true, factual: true, claims: [], support });
          continue;
        }
        const edited = turns(sentence, evidence);
        if (edited !== undefined) {
          const claim = { claim: sentence, reason: 'unsupported_statement', values: edited } as const;
          verdicts.push({ sentence, supported: false, factual: true, claims: [claim], support: [] });
          continue;
        }
        read ??= readAll(evidence, clock, reader);
        const { verdict, binding } = check(sentence, parse(sentence), read, carried, reader);
        verdicts.push(verdict);
        carried = binding;
      }
      const claims = verdicts.flatMap(verdict => verdict.claims);
      return { supported: claims.length === 0, sentences: verdicts, claims } satisfies Verification;
    }
  };
}

interface Read {
  readonly all: Worlds;
  /** Without what the customer says. */
  readonly ours: Worlds;
  readonly now: Date;
}

function readAll(evidence: readonly Evidence[], clock: Date, reader: Reader): Read {
  const records = evidence.flatMap(each => reader.records(each));
  const ours = records.filter(record => !record.fromCustomer);
  const all = worldsOver(records, reader.vocabulary);
  return {
    all,
    ours: ours.length === records.length ? all : worldsOver(ours, reader.vocabulary),
    // evidence may say what day it was when it was taken (`today=2026-05-10`)
    now: records.find(record => record.clock)?.clock ?? clock
  };
}

interface Sentence {
  readonly question: boolean;
  /** Repeats what the customer said. */
  readonly attributed: boolean;
  /** The clauses that state something. */
  readonly clauses: readonly Clause[];
}

function parseSentence(sentence: string, { vocabulary: v, normalise, extract }: Reader): Sentence {
  const text = normalise(sentence);
  const values = extract(text);
  const question = /\?\W{0,3}$/.test(text) || (v.requests.test(text) && !negates(text, v.cues));
  const clauses = clauseSpans(text, values, v).map(([start, end]): Clause => {
    const whole = readClause(text, start, end, values, v, true);
    if (!question) return whole;
    return {
      ...whole,
      ...NOTHING,
      plain: NOTHING,
      values: whole.values.filter(({ value }) => family(value) !== 'date')
    };
  });
  return {
    question,
    attributed: text.search(v.attribution) >= 0,
    clauses: clauses.filter(
      ({ tokens, values: found, strayNegations, plain }) =>
        tokens.length + found.length + strayNegations + plain.tokens.length > 0
    )
  };
}

function check(
  sentence: string,
  { question, attributed, clauses }: Sentence,
  { all, ours, now }: Read,
  carried: Binding,
  reader: Reader
): { verdict: SentenceVerdict; binding: Binding } {
  const usable = attributed ? all : ours;
  const claims: Judgement[] = [];
  const support: Support[] = [];
  let factual = false;
  let binding = carried;
  for (const clause of clauses) {
    factual ||= !question || clause.values.length > 0;
    const own = bindingOf(clause, all.records);
    const result =
      own.size > 0 ? bound(clause, own, usable, now, reader) : unbound(clause, binding, usable, now, reader);
    if (own.size > 0) binding = own;
    if (faults(result) > 0) claims.push(result);
    support.push(...result.support);
  }
  const found = claimsOf(sentence, claims);
  const verdict = { sentence, supported: found.length === 0, factual, claims: found, support: distinct(support) };
  return { verdict, binding };
}

function negates(text: string, cues: ReadonlySet<string>): boolean {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).some(word => cues.has(word));
}

/** A clause that names its order must hold of that order; one that names two, of both. */
function bound(clause: Clause, binding: Binding, usable: Worlds, clock: Date, { vocabulary }: Reader): Judgement {
  const several = [...binding.values()].some(ids => ids.size > 1);
  const worlds = usable.of(binding);
  if (!several) return best(clause, worlds, clock, vocabulary);
  const records = worlds.flatMap(world => world.records);
  const together = worldOf(records, worlds[0]?.extra ?? [], usable.records);
  const figures = judge({ ...clause, ...NOTHING, plain: NOTHING }, together, clock, vocabulary);
  const parts = worlds.map(world => judge({ ...clause, values: [] }, world, clock, vocabulary));
  return merge([figures, ...parts]);
}

/** A clause that names none speaks of the one named before, unless only another order fits what it names. */
function unbound(clause: Clause, carried: Binding, usable: Worlds, clock: Date, { vocabulary: v }: Reader): Judgement {
  const worlds = usable.of(EMPTY);
  if (worlds.length > 1 && clause.everyOrder) {
    return merge(worlds.map(world => judge(clause, world, clock, v)));
  }
  if (carried.size === 0 || worlds.length === 1) return best(clause, worlds, clock, v);
  const here = best(clause, usable.of(carried), clock, v);
  if (faults(here) === 0) return here;
  const home = new Set(usable.of(carried).flatMap(world => world.records));
  const elsewhere = clause.tokens.some(
    ({ readings }) =>
      readings.every(
        ({ concept }) => !v.meanings.get(concept)?.proofs && ![...home].some(record => record.concepts.has(concept))
      ) && readings.some(({ concept }) => usable.records.some(record => record.concepts.has(concept)))
  );
  return elsewhere ? best(clause, worlds, clock, v) : here;
}

function best(clause: Clause, worlds: readonly World[], clock: Date, v: Reader['vocabulary']): Judgement {
  let least: Judgement | undefined;
  for (const world of worlds) {
    const next = judge(clause, world, clock, v);
    if (!least || faults(next) < faults(least)) least = next;
    if (faults(least) === 0) break;
  }
  return least!;
}

function merge(parts: readonly Judgement[]): Judgement {
  return {
    figures: [...new Set(parts.flatMap(part => part.figures))],
    identifiers: [...new Set(parts.flatMap(part => part.identifiers))],
    words: [...new Set(parts.flatMap(part => part.words))],
    support: parts.flatMap(part => part.support)
  };
}

function claimsOf(claim: string, parts: readonly Judgement[]): UnverifiedClaim[] {
  const { figures, identifiers, words } = merge(parts);
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

export type { Evidence };
