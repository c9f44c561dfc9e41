import { escapeRegex } from '../../../core/index.js';
import type { Meaning, VerificationFile } from './policy-file.js';
import { colouring, joined, phraseTable, silentTable, type Phrase } from './phrases.js';
import { stemmer, type Stem } from './stem.js';

export type { Phrase };

type Lists =
  | 'glue'
  | 'soft'
  | 'linking'
  | 'wares'
  | 'courtesy'
  | 'universals'
  | 'restrictive'
  | 'absolutes'
  | 'partial'
  | 'attribution'
  | 'requests';
type Grammar = NonNullable<VerificationFile['grammar']>;

/** All verification files as one, with everything looked up by stem. Built once. */
export interface Vocabulary {
  readonly meanings: ReadonlyMap<string, Meaning>;
  /** Phrases by their first stem, longest first. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** Phrases that need no evidence, by their first stem, longest first. */
  readonly silent: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly stem: Stem;
  readonly glue: ReadonlySet<string>;
  /** Stems that need evidence only where they are negated. */
  readonly soft: ReadonlySet<string>;
  /** Stems that need evidence only where a rule is told. */
  readonly linking: ReadonlySet<string>;
  readonly wares: ReadonlySet<string>;
  /** The groups of everyday words that a stem is in. */
  readonly kin: ReadonlyMap<string, readonly string[]>;
  /** The kinds of a stem, as stems. */
  readonly kinds: ReadonlyMap<string, string>;
  readonly universals: ReadonlySet<string>;
  readonly restrictive: ReadonlySet<string>;
  readonly absolutes: RegExp;
  /** What is said with one of these is not said of all. */
  readonly partial: RegExp;
  readonly attribution: RegExp;
  readonly requests: RegExp;
  readonly cues: ReadonlySet<string>;
  readonly notCues: RegExp;
  /** What makes a deed of a noun ("the delivery took place"), by its first stem. */
  readonly events: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Whether a word that no list has only colours a statement. */
  readonly colours: (word: string) => boolean;
  readonly nounSuffixes: readonly string[];
  /** The class of which a thing bears one word, by that word's stem. */
  readonly rivals: ReadonlyMap<string, string>;
  readonly prefixes: readonly string[];
  readonly unprefixed: ReadonlySet<string>;
  readonly grammar: { readonly [K in keyof Grammar]: ReadonlySet<string> };
  readonly comparators: ReadonlyMap<string, string>;
  readonly comparatorPattern: RegExp;
  readonly bounds: ReadonlyMap<string, string>;
  readonly trailing: readonly (readonly [RegExp, string])[];
  readonly numbers: NonNullable<VerificationFile['numbers']>;
  readonly units: NonNullable<VerificationFile['units']>;
  readonly months: ReadonlyMap<string, number>;
  readonly monthParts: ReadonlyMap<string, readonly number[]>;
  readonly weekdays: ReadonlyMap<string, number>;
  readonly relativeDays: ReadonlyMap<string, number>;
  readonly currencies: ReadonlyMap<string, readonly string[]>;
  readonly fields: { readonly [K in keyof NonNullable<VerificationFile['fields']>]: ReadonlySet<string> };
  readonly proseShare: number;
}

export function buildVocabulary(files: readonly VerificationFile[]): Vocabulary {
  const list = (key: Lists) => files.flatMap(file => file[key] ?? []);
  const grammar = (key: keyof Grammar) => new Set(files.flatMap(file => file.grammar?.[key] ?? []));
  const fields = (key: keyof NonNullable<VerificationFile['fields']>) =>
    new Set(files.flatMap(file => file.fields?.[key] ?? []));
  const negation = (key: keyof NonNullable<VerificationFile['negation']>) =>
    files.flatMap(file => file.negation?.[key] ?? []);
  const merged = <T>(pick: (file: VerificationFile) => Readonly<Record<string, T>> | undefined): Record<string, T> =>
    Object.assign({}, ...files.map(file => pick(file) ?? {}));
  const stem = stemmer(merged(file => file.irregular));
  const meanings = files.flatMap(file => file.meanings ?? []);
  const comparators = new Map(
    files.flatMap(file =>
      Object.entries(file.comparators ?? {}).flatMap(([name, words]) => words.map(w => [w, name] as const))
    )
  );
  const glue = list('glue');
  const quiet = [...glue, ...list('courtesy'), ...list('attribution')];
  return {
    meanings: joined(meanings),
    stem,
    phrases: phraseTable(meanings, stem),
    silent: silentTable(
      quiet.filter(phrase => phrase.includes(' ')),
      stem
    ),
    glue: new Set(quiet.filter(phrase => !phrase.includes(' ')).flatMap(word => [word, stem(word)])),
    soft: new Set(list('soft').map(word => stem(word))),
    kinds: new Map(
      files.flatMap(file =>
        Object.entries(file.kinds ?? {}).flatMap(([kind, words]) =>
          words.map(word => [stem(word), stem(kind)] as const)
        )
      )
    ),
    kin: kinOf(files, stem),
    linking: new Set(list('linking').map(word => stem(word))),
    wares: new Set(list('wares').map(word => stem(word))),
    universals: new Set(list('universals')),
    restrictive: new Set(list('restrictive')),
    absolutes: new RegExp(anyOf(list('absolutes')).source, 'iu'),
    partial: new RegExp(anyOf(list('partial')).source, 'iu'),
    attribution: anyOf(list('attribution')),
    requests: new RegExp(`^(?:${alternatives(list('requests'))})(?![\\p{L}])`, 'iu'),
    cues: new Set(negation('cues')),
    notCues: anyOf(negation('not_cues')),
    events: silentTable([...grammar('events')], stem),
    colours: colouring(files),
    nounSuffixes: files.flatMap(file => file.noun_suffixes ?? []),
    rivals: new Map(
      Object.entries(merged(file => file.rivals)).flatMap(([name, words]) =>
        words.map(word => [stem(word), name] as const)
      )
    ),
    prefixes: negation('prefixes'),
    unprefixed: new Set(negation('unprefixed').map(word => stem(word))),
    grammar: {
      perfect: grammar('perfect'),
      passive: grammar('passive'),
      modals: grammar('modals'),
      futures: grammar('futures'),
      self: grammar('self'),
      us: grammar('us'),
      colleague: grammar('colleague'),
      customer: grammar('customer'),
      past_forms: grammar('past_forms'),
      verbs: grammar('verbs'),
      conjunctions: grammar('conjunctions'),
      adverbs: grammar('adverbs'),
      links: grammar('links'),
      specific: grammar('specific'),
      pronouns: grammar('pronouns'),
      determiners: grammar('determiners'),
      verb_openers: grammar('verb_openers'),
      present: grammar('present'),
      subordinators: grammar('subordinators'),
      datings: grammar('datings'),
      light: grammar('light'),
      order_nouns: grammar('order_nouns'),
      about: grammar('about'),
      repeats: grammar('repeats'),
      closing: grammar('closing'),
      stops: grammar('stops'),
      conditions: grammar('conditions'),
      grants: new Set([...grammar('grants')].map(word => stem(word))),
      receptive: new Set([...grammar('receptive')].map(word => stem(word))),
      causatives: grammar('causatives'),
      untils: grammar('untils'),
      verb_cues: grammar('verb_cues'),
      auxiliaries: grammar('auxiliaries'),
      events: grammar('events'),
      objects: grammar('objects'),
      fronts: grammar('fronts'),
      widenings: grammar('widenings'),
      afters: grammar('afters'),
      befores: grammar('befores'),
      remainders: grammar('remainders')
    },
    comparators,
    comparatorPattern: anyOf([...comparators.keys()]),
    bounds: new Map(Object.entries(merged(file => file.bounds))),
    trailing: files.flatMap(file =>
      Object.entries(file.trailing_comparators ?? {}).map(
        ([name, words]) => [new RegExp(`^\\s(?:${alternatives(words)})(?![\\p{L}])`, 'iu'), name] as const
      )
    ),
    numbers: {
      words: merged(file => file.numbers?.words),
      ordinals: files.flatMap(file => file.numbers?.ordinals ?? []),
      phrases: merged(file => file.numbers?.phrases),
      uncounted: files.flatMap(file => file.numbers?.uncounted ?? []),
      not_one_before: files.flatMap(file => file.numbers?.not_one_before ?? []),
      not_one_after: files.flatMap(file => file.numbers?.not_one_after ?? [])
    },
    units: merged(file => file.units),
    months: new Map(Object.entries(merged(file => file.months))),
    monthParts: new Map(Object.entries(merged(file => file.month_parts))),
    weekdays: new Map(Object.entries(merged(file => file.weekdays))),
    relativeDays: new Map(Object.entries(merged(file => file.relative_days))),
    currencies: new Map(Object.entries(merged(file => file.currencies))),
    fields: {
      money: fields('money'),
      identifier: fields('identifier'),
      clock: fields('clock'),
      currency: fields('currency'),
      entity: fields('entity'),
      verdict: fields('verdict'),
      cause: fields('cause'),
      title: fields('title')
    },
    proseShare: files.find(file => file.thresholds)?.thresholds?.prose_share ?? 0.6
  };
}

function kinOf(files: readonly VerificationFile[], stem: Stem): Map<string, readonly string[]> {
  const out = new Map<string, string[]>();
  for (const [group, words] of files.flatMap(file => Object.entries(file.kin ?? {}))) {
    for (const each of new Set(words.map(stem))) out.set(each, [...(out.get(each) ?? []), `kin:${group}`]);
  }
  return out;
}

export function alternatives(phrases: readonly string[]): string {
  const sorted = [...phrases].sort((a, b) => b.length - a.length);
  return sorted.map(phrase => escapeRegex(phrase).replaceAll(' ', '\\s{1,3}')).join('|') || '(?!)';
}

function anyOf(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${alternatives(phrases)})(?![\\p{L}])`, 'giu');
}
