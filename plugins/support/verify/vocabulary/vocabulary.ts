import { escapeRegex } from '../../../../core/text/index.js';
import { FIELD_LISTS, GRAMMAR_LISTS, type Meaning, type VerificationFile } from './policy-file.js';
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
  | 'requests'
  | 'certain'
  | 'hedges'
  | 'sums'
  | 'differences'
  | 'shares'
  | 'lasting'
  | 'limits';
/** What is matched by every form of a word; the other lists of `grammar` name forms. */
const STEMMED: ReadonlySet<string> = new Set<(typeof GRAMMAR_LISTS)[number]>([
  'grants',
  'receptive',
  'stative',
  'ours',
  'ours_only',
  'theirs'
]);

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
  readonly absolutes: RegExp;
  /** What is said with one of these is not said of all. */
  readonly partial: RegExp;
  readonly attribution: RegExp;
  readonly requests: RegExp;
  readonly certain: RegExp;
  readonly hedges: RegExp;
  readonly sums: RegExp;
  readonly differences: RegExp;
  readonly shares: RegExp;
  readonly lasting: RegExp;
  readonly widenings: RegExp;
  readonly telling: ReadonlyMap<string, ReadonlySet<string>>;
  readonly overstating: ReadonlyMap<string, string>;
  readonly limits: ReadonlySet<string>;
  readonly acts: ReadonlyMap<string, readonly string[]>;
  readonly cues: ReadonlySet<string>;
  readonly notCues: RegExp;
  /** Whether a word that no list has only colours a statement. */
  readonly colours: (word: string) => boolean;
  readonly nounSuffixes: readonly string[];
  /** The class of which a thing bears one word, by that word's stem. */
  readonly rivals: ReadonlyMap<string, string>;
  readonly prefixes: readonly string[];
  readonly unprefixed: ReadonlySet<string>;
  readonly grammar: Sets<typeof GRAMMAR_LISTS>;
  readonly comparators: ReadonlyMap<string, string>;
  readonly comparatorPattern: RegExp;
  readonly bounds: ReadonlyMap<string, string>;
  readonly trailing: readonly (readonly [RegExp, string])[];
  readonly numbers: NonNullable<VerificationFile['numbers']>;
  readonly units: NonNullable<VerificationFile['units']>;
  readonly months: ReadonlyMap<string, number>;
  readonly monthParts: ReadonlyMap<string, readonly number[]>;
  readonly dayParts: ReadonlyMap<string, readonly number[]>;
  readonly weekdays: ReadonlyMap<string, number>;
  readonly relativeDays: ReadonlyMap<string, number>;
  readonly currencies: ReadonlyMap<string, readonly string[]>;
  readonly fields: Sets<typeof FIELD_LISTS>;
  readonly shown: number;
  readonly doubted: number;
}

export function buildVocabulary(files: readonly VerificationFile[]): Vocabulary {
  const list = (key: Lists) => files.flatMap(file => file[key] ?? []);
  const negation = (key: keyof NonNullable<VerificationFile['negation']>) =>
    files.flatMap(file => file.negation?.[key] ?? []);
  const merged = <T>(pick: (file: VerificationFile) => Readonly<Record<string, T>> | undefined): Record<string, T> =>
    Object.assign({}, ...files.map(file => pick(file) ?? {}));
  const stem = stemmer(merged(file => file.irregular));
  const grammar = sets(GRAMMAR_LISTS, key => {
    const words = files.flatMap(file => file.grammar?.[key] ?? []);
    return STEMMED.has(key) ? words.map(word => stem(word)) : words;
  });
  const meanings = files.flatMap(file => file.meanings ?? []);
  const comparators = new Map(
    files.flatMap(file =>
      Object.entries(file.comparators ?? {}).flatMap(([name, words]) => words.map(w => [w, name] as const))
    )
  );
  const glue = list('glue');
  const quiet = [...glue, ...list('courtesy'), ...list('attribution')];
  const { shown = 0.5, doubted = 0.5 } = files.find(file => file.thresholds)?.thresholds ?? {};
  return {
    shown,
    doubted,
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
    linking: new Set(list('linking').map(word => stem(word))),
    wares: new Set(list('wares').map(word => stem(word))),
    universals: new Set(list('universals')),
    restrictive: new Set(list('restrictive')),
    absolutes: once(list('absolutes')),
    partial: once(list('partial')),
    certain: once(list('certain')),
    hedges: once(list('hedges')),
    sums: once(list('sums')),
    differences: once(list('differences')),
    shares: once(list('shares')),
    lasting: once(list('lasting')),
    widenings: once([...grammar.widenings]),
    telling: new Map(Object.entries(merged(file => file.telling)).map(([kind, words]) => [kind, new Set(words)])),
    overstating: new Map(Object.entries(merged(file => file.overstating))),
    limits: new Set(list('limits')),
    acts: new Map(Object.entries(merged(file => file.acts))),
    attribution: anyOf(list('attribution')),
    requests: new RegExp(`^(?:${alternatives(list('requests'))})(?![\\p{L}])`, 'iu'),
    cues: new Set(negation('cues')),
    notCues: anyOf(negation('not_cues')),
    colours: colouring(files),
    nounSuffixes: files.flatMap(file => file.noun_suffixes ?? []),
    rivals: new Map(
      Object.entries(merged(file => file.rivals)).flatMap(([name, words]) =>
        words.map(word => [stem(word), name] as const)
      )
    ),
    prefixes: negation('prefixes'),
    unprefixed: new Set(negation('unprefixed').map(word => stem(word))),
    grammar,
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
    dayParts: new Map(Object.entries(merged(file => file.day_parts))),
    weekdays: new Map(Object.entries(merged(file => file.weekdays))),
    relativeDays: new Map(Object.entries(merged(file => file.relative_days))),
    currencies: new Map(Object.entries(merged(file => file.currencies))),
    fields: sets(FIELD_LISTS, key => files.flatMap(file => file.fields?.[key] ?? []))
  };
}

type Sets<Names extends readonly string[]> = Readonly<Record<Names[number], ReadonlySet<string>>>;

function sets<const Names extends readonly string[]>(
  names: Names,
  words: (name: Names[number]) => readonly string[]
): Sets<Names> {
  return Object.fromEntries(names.map(name => [name, new Set(words(name))])) as Record<
    string,
    ReadonlySet<string>
  > as Sets<Names>;
}

/** What one word by itself means. */
export const singleWords = (stem: string, { phrases }: Pick<Vocabulary, 'phrases'>): readonly Phrase[] =>
  (phrases.get(stem) ?? []).filter(({ stems }) => stems.length === 1);

export function alternatives(phrases: readonly string[]): string {
  const sorted = [...phrases].sort((a, b) => b.length - a.length);
  return sorted.map(phrase => escapeRegex(phrase).replaceAll(' ', '\\s{1,3}')).join('|') || '(?!)';
}

const once = (phrases: readonly string[]) => new RegExp(anyOf(phrases).source, 'iu');

function anyOf(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${alternatives(phrases)})(?![\\p{L}])`, 'giu');
}
