import type { Meaning, VerificationFile } from './policy-file.js';
import { stemmer, type Stem } from './stem.js';

/** One phrase of the vocabulary, as stems; `...` (any few words) is the empty string. */
export interface Phrase {
  readonly stems: readonly string[];
  readonly meaning: string;
  readonly negative: boolean;
  readonly state: boolean;
}

type Lists =
  'glue' | 'soft' | 'linking' | 'wares' | 'courtesy' | 'universals' | 'restrictive' | 'attribution' | 'requests';
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
  /** The kinds of a stem, as stems. */
  readonly kinds: ReadonlyMap<string, string>;
  readonly universals: ReadonlySet<string>;
  readonly restrictive: ReadonlySet<string>;
  readonly attribution: RegExp;
  readonly requests: RegExp;
  readonly cues: ReadonlySet<string>;
  readonly notCues: RegExp;
  readonly prefixes: readonly string[];
  readonly unprefixed: ReadonlySet<string>;
  readonly grammar: { readonly [K in keyof Grammar]: ReadonlySet<string> };
  readonly comparators: ReadonlyMap<string, string>;
  readonly comparatorPattern: RegExp;
  readonly numbers: NonNullable<VerificationFile['numbers']>;
  readonly units: NonNullable<VerificationFile['units']>;
  readonly months: ReadonlyMap<string, number>;
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
    meanings: new Map(meanings.map(meaning => [meaning.id, meaning])),
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
    linking: new Set(list('linking').map(word => stem(word))),
    wares: new Set(list('wares').map(word => stem(word))),
    universals: new Set(list('universals')),
    restrictive: new Set(list('restrictive')),
    attribution: anyOf(list('attribution')),
    requests: new RegExp(`^(?:${alternatives(list('requests'))})(?![\\p{L}])`, 'iu'),
    cues: new Set(negation('cues')),
    notCues: anyOf(negation('not_cues')),
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
      order_nouns: grammar('order_nouns')
    },
    comparators,
    comparatorPattern: anyOf([...comparators.keys()]),
    numbers: {
      words: merged(file => file.numbers?.words),
      ordinals: files.flatMap(file => file.numbers?.ordinals ?? []),
      phrases: merged(file => file.numbers?.phrases),
      not_one_before: files.flatMap(file => file.numbers?.not_one_before ?? []),
      not_one_after: files.flatMap(file => file.numbers?.not_one_after ?? [])
    },
    units: merged(file => file.units),
    months: new Map(Object.entries(merged(file => file.months))),
    weekdays: new Map(Object.entries(merged(file => file.weekdays))),
    relativeDays: new Map(Object.entries(merged(file => file.relative_days))),
    currencies: new Map(Object.entries(merged(file => file.currencies))),
    fields: {
      money: fields('money'),
      identifier: fields('identifier'),
      clock: fields('clock'),
      currency: fields('currency'),
      entity: fields('entity'),
      verdict: fields('verdict')
    },
    proseShare: files.find(file => file.thresholds)?.thresholds?.prose_share ?? 0.6
  };
}

function phraseTable(meanings: readonly Meaning[], stem: Stem): Map<string, Phrase[]> {
  const table = new Map<string, Phrase[]>();
  const seen = new Set<string>();
  const add = (words: readonly string[] | undefined, meaning: string, negative: boolean, state: boolean) => {
    for (const phrase of words ?? []) {
      const stems = phraseStems(phrase, stem);
      const first = stems[0];
      if (first === undefined || seen.has(`${stems.join(' ')} ${negative} ${state}`)) continue;
      seen.add(`${stems.join(' ')} ${negative} ${state}`);
      const key = first.startsWith('=') ? stem(first.slice(1)) : first;
      table.set(key, [...(table.get(key) ?? []), { stems, meaning, negative, state }]);
    }
  };
  for (const { id, words, opposite, states } of meanings) {
    seen.clear();
    add(words, id, false, false);
    add(opposite, id, true, false);
    add(states, id, false, true);
  }
  for (const phrases of table.values()) phrases.sort((a, b) => b.stems.length - a.stems.length);
  return table;
}

function silentTable(phrases: readonly string[], stem: Stem): Map<string, (readonly string[])[]> {
  const table = new Map<string, (readonly string[])[]>();
  for (const phrase of phrases) {
    const stems = phraseStems(phrase, stem);
    const first = stems[0] ?? '';
    table.set(
      first,
      [...(table.get(first) ?? []), stems].sort((a, b) => b.length - a.length)
    );
  }
  return table;
}

function phraseStems(phrase: string, stem: Stem): string[] {
  return phrase
    .toLowerCase()
    .split(/[\s-]+/)
    .map(word => (word === '...' ? '' : word.startsWith('=') ? word : stem(word)));
}

export function alternatives(phrases: readonly string[]): string {
  const sorted = [...phrases].sort((a, b) => b.length - a.length);
  return (
    sorted.map(phrase => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s{1,3}')).join('|') || '(?!)'
  );
}

function anyOf(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${alternatives(phrases)})(?![\\p{L}])`, 'giu');
}
