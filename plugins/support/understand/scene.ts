import type { LexiconEntry, Lexicon } from './lexicon.js';
import { objects, type Objects } from './words/objects.js';
import type { Sentence, Token } from './words/tokenise.js';

/** A sentence with everything known about its words. */
export interface Scene extends Objects {
  readonly tokens: readonly Token[];
  readonly found: readonly (readonly LexiconEntry[])[];
  /** All symbols of the sentence. */
  readonly symbols: ReadonlySet<number>;
  /** The symbol of a question, if it is one. */
  readonly asked: number | undefined;
  /** First and past-the-last token that is not filler. */
  readonly from: number;
  readonly to: number;
  readonly filler: readonly boolean[];
  /** Tokens that carry no subject. */
  readonly light: readonly boolean[];
  readonly foreign: boolean;
  /** Tokens that stand in the reach of a negation. */
  readonly negated: readonly boolean[];
  /** Tokens that stand in the reach of a supposition, and those that open one ("if I"). */
  readonly supposed: readonly boolean[];
  readonly supposing: readonly boolean[];
  /** Tokens that name a deed that can be wished for. */
  readonly deeds: readonly boolean[];
  /** Tokens at which a deed begins. */
  readonly deedStarts: readonly boolean[];
  /** Tokens that join two deeds (and, or). */
  readonly joins: readonly boolean[];
  /** A second thing is set beside the first ("the other one"). */
  readonly contrast: boolean;
  /** Words that belong to no concept. */
  readonly unfamiliar: number;
}

/** Words after a cue that it governs: at most `reach`, up to an end or a comma. */
export interface Scope {
  readonly cue: number;
  readonly end: number;
  readonly reach: number;
  /** Where one of these stands, the cue in it governs nothing: "no sorry, …". */
  readonly aside: number;
}

/** Concepts with a grammatical part to play. */
export interface Grammar {
  readonly negation: Scope;
  readonly supposition: Scope;
  readonly pastForms: number;
  readonly determiner: number;
  readonly pastBefore: number;
  readonly pastNotBefore: number;
  readonly pastReach: number;
  readonly join: number;
  readonly opener: number;
  readonly definite: number;
  readonly contrast: number;
  readonly destination: number;
  readonly question: number | undefined;
  readonly not: number;
}

export function makeScene({ tokens, question }: Sentence, lexicon: Lexicon, grammar: Grammar): Scene {
  const raw = tokens.map((_, index) => lexicon.at(tokens, index));
  const supposed = governed(tokens, raw, grammar.supposition);
  const past = pastForms(tokens, raw, supposed, grammar);
  const found = raw.map((here, index) =>
    past[index] ? here.map(each => ({ symbol: lexicon.done(each.symbol) ?? each.symbol, length: each.length })) : here
  );
  const filler = covered(found, lexicon.isFiller);
  const light = covered(found, lexicon.isLight);
  const meant = covered(found, lexicon.isConcept);
  const symbols = new Set<number>();
  for (const here of found) for (const { symbol } of here) symbols.add(symbol);
  const asked = question ? grammar.question : undefined;
  if (asked !== undefined) symbols.add(asked);
  const from = filler.indexOf(false);
  const deeds = deedTokens(found, lexicon);
  const { strangeObject, ownObject } = objects(tokens, {
    deeds,
    trade: covered(found, lexicon.isTransitive),
    meant,
    light,
    definite: covered(found, symbol => symbol === grammar.definite),
    destination: covered(found, symbol => symbol === grammar.destination)
  });
  return {
    tokens,
    found,
    symbols,
    asked,
    from: from < 0 ? 0 : from,
    to: from < 0 ? tokens.length : filler.lastIndexOf(false) + 1,
    filler,
    light,
    foreign: found.some(here => here.some(each => lexicon.isForeign(each.symbol))),
    negated: governed(tokens, found, grammar.negation),
    supposed,
    supposing: covered(found, symbol => symbol === grammar.supposition.cue),
    deeds,
    deedStarts: found.map((here, at) => deeds[at] === true && here.some(({ symbol }) => lexicon.isDeed(symbol))),
    contrast: symbols.has(grammar.contrast),
    strangeObject,
    ownObject,
    joins: covered(found, symbol => symbol === grammar.join),
    unfamiliar: tokens.filter(({ kind }, index) => kind === 'word' && !meant[index]).length
  };
}

function covered(found: readonly (readonly LexiconEntry[])[], test: (symbol: number) => boolean): boolean[] {
  const marks = found.map(() => false);
  for (let index = 0; index < found.length; index++)
    for (const { symbol, length } of found[index]!) if (test(symbol)) marks.fill(true, index, index + length);
  return marks;
}

/** Tokens of deeds, but not where a longer group of words means something else ("change my mind"). */
function deedTokens(found: readonly (readonly LexiconEntry[])[], lexicon: Lexicon): boolean[] {
  const deed = found.map(() => 0);
  const other = found.map(() => 0);
  found.forEach((here, index) => {
    for (const { symbol, length } of here) {
      if (!lexicon.isConcept(symbol) || lexicon.isFiller(symbol)) continue;
      const lengths = lexicon.isDeed(symbol) ? deed : other;
      for (let at = index; at < index + length; at++) lengths[at] = Math.max(lengths[at] ?? 0, length);
    }
  });
  return deed.map((length, at) => length > 0 && length >= (other[at] ?? 0));
}

const longest = (here: readonly LexiconEntry[] | undefined, symbol: number): number =>
  here?.reduce((most, each) => (each.symbol === symbol ? Math.max(most, each.length) : most), 0) ?? 0;

/** What is supposed has not happened ("if I sent it back"). */
function pastForms(
  tokens: readonly Token[],
  found: readonly (readonly LexiconEntry[])[],
  supposed: readonly boolean[],
  grammar: Grammar
): boolean[] {
  return tokens.map(({ word }, index) => {
    if (supposed[index] === true) return false;
    if (!word.endsWith('ed') && longest(found[index], grammar.pastForms) === 0) return false;
    // "Cancelled last week, no money yet": nobody asks for a deed in this form.
    if (index === 0 && tokens.length > 1) return true;
    if (longest(found[index - 1], grammar.determiner) > 0) return true;
    for (let back = 1; back <= grammar.pastReach && index - back >= 0; back++) {
      if (longest(found[index - back], grammar.pastNotBefore) > 0) return false;
      if (longest(found[index - back], grammar.pastBefore) > 0) return true;
    }
    return false;
  });
}

function governed(
  tokens: readonly Token[],
  found: readonly (readonly LexiconEntry[])[],
  { cue, end, reach, aside }: Scope
): boolean[] {
  const marks = found.map(() => false);
  found.forEach((here, index) => {
    const length = longest(here, cue);
    if (length === 0 || longest(here, aside) > length) return;
    for (let next = index + length; next < found.length && next < index + length + reach; next++) {
      if (tokens[next]?.afterComma || longest(found[next], end) > 0) return;
      marks[next] = true;
    }
  });
  return marks;
}
