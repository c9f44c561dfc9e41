import { isObject } from '../../../../core/index.js';
import { escapeRegex } from '../../../../core/text/index.js';
import { stemmer, type Stem } from './stem.js';
import {
  FIELDS,
  GRAMMAR,
  pairsOf,
  proofOf,
  listOf,
  type KeyKind,
  type Form,
  type GrammarRole,
  type Proof,
  type VerificationFile,
  type ById,
  type Listed
} from './vocabulary-file.js';

/** One phrase of the vocabulary, as stems; `...` (any few words) is the empty string. */
export interface Phrase {
  readonly stems: readonly string[];
  readonly meaning: string;
  readonly negative: boolean;
  readonly state: boolean;
}

export type Vocabulary = ReturnType<typeof buildVocabulary>;

type Sets<Names extends string> = Readonly<Record<Names, ReadonlySet<string>>>;

/** All verification files as one, with everything looked up by stem. Built once. */
export function buildVocabulary(files: readonly VerificationFile[]) {
  const file = files.reduce((all, each) => joined(all, each), { name: '' });
  const stem = stemmer(new Map(pairsOf(file.irregular)));
  const stemmed = (words: Listed | undefined) => new Set(listOf(words).map(stem));
  const sets = <Name extends string>(names: string, lists: { readonly [Each in Name]?: Listed } = {}) =>
    Object.fromEntries(
      names.split(' ').map(name => [name, new Set(listOf(lists[name as Name]))])
    ) as unknown as Sets<Name>;
  const [words, opposites, states] = [saidOf(file.words), saidOf(file.opposites), saidOf(file.states)];
  const grammar = sets<GrammarRole>(GRAMMAR, file.grammar);
  const comparators = new Map(saidOf(file.comparators));
  const quiet = [file.glue, file.courtesy, file.attribution].flatMap(listOf);
  return {
    stem,
    proofs: new Map(
      Object.entries(file.proofs ?? {}).map(([id, forms]): [string, Partial<Record<Form, Proof>>] => {
        const read = Object.entries(forms).map(([form, text]) => [form, proofOf(text, file.groups)]);
        return [id, Object.fromEntries(read)];
      })
    ),
    /** Ids of `states`: they need a proof. */
    states: new Set(states.map(([, id]) => id)),
    /** Phrases by their first stem, longest first. */
    phrases: phraseTable({ words, opposites, states }, stem),
    /** Phrases that need no evidence, by their first stem, longest first. */
    silent: byFirst(
      quiet.filter(phrase => phrase.includes(' ')).map(phrase => stemsOf(phrase, stem)),
      stems => stems
    ),
    glue: new Set(quiet.filter(phrase => !phrase.includes(' ')).flatMap(word => [word, stem(word)])),
    /** Stems that need evidence only where they are negated, or where a rule is told. */
    soft: stemmed(file.soft),
    linking: stemmed(file.linking),
    attribution: anyOf(listOf(file.attribution)),
    requests: new RegExp(`^(?:${alternatives(listOf(file.requests))})(?![\\p{L}])`, 'iu'),
    sums: once(listOf(file.sums)),
    shares: once(listOf(file.shares)),
    /** Stems of what the entries of any list may be called. */
    pieces: stemmed(file.pieces),
    /** Meanings that every amount has: they do not tell which one is meant. */
    general: new Set(listOf(file.general)),
    /** What makes a time of the day one that is only near. */
    approximate: once(listOf(file.approximate)),
    /** What tells of a difference between two numbers, and of their sum. */
    lacking: once(listOf(file.lacking)),
    joint: once(listOf(file.joint)),
    overstating: new Map(pairsOf(file.overstating)),
    telling: byId(file.telling, words => new Set(words)),
    acts: byId(file.acts, words => words),
    /** The class of which a thing bears one word, by that word's stem. */
    rivals: new Map(saidOf(file.rivals).map(([word, kind]) => [stem(word), kind])),
    cues: new Set(listOf(file.negation?.cues)),
    notCues: anyOf(listOf(file.negation?.not_cues)),
    /** Whether a word that no list has only colours a statement. */
    colours: colouring(listOf(file.colouring?.suffixes), [
      ...listOf(file.colouring?.unsuffixed),
      ...[...words, ...opposites].map(([word]) => word)
    ]),
    grammar: {
      ...grammar,
      receptive: stemmed(file.grammar?.receptive),
      stative: stemmed(file.grammar?.stative)
    },
    fields: sets<KeyKind>(FIELDS, file.fields),
    comparators,
    comparatorPattern: anyOf([...comparators.keys()]),
    numbers: {
      words: numeric(file.numbers?.words),
      phrases: new Map(pairsOf(file.numbers?.phrases)),
      ordinals: listOf(file.numbers?.ordinals),
      uncounted: listOf(file.numbers?.uncounted),
      notOneBefore: listOf(file.numbers?.not_one_before),
      notOneAfter: listOf(file.numbers?.not_one_after)
    },
    units: new Map(
      pairsOf(file.units).map(([name, unit]) => {
        const [size = '', base = ''] = unit.split(' ');
        return [name, { base, size: Number(size) }];
      })
    ),
    months: numeric(file.months),
    weekdays: numeric(file.weekdays),
    relativeDays: numeric(file.relative_days),
    currencies: new Map(pairsOf(file.currencies).map(([name, codes]) => [name, codes.split(' ')])),
    monthParts: new Map(Object.entries(file.month_parts ?? {})),
    dayParts: new Map(Object.entries(file.day_parts ?? {})),
    shown: 0.5,
    doubted: 0.5,
    ...file.thresholds
  };
}

/** What one file says of a thing counts, and not what another file said before it; lists go on. */
const ONCE = new Set(['kind', 'version', 'name', 'proofs', 'month_parts', 'day_parts', 'thresholds']);

/** Two files, or two of their parts, as one. */
function joined<Part>(one: Part, other: Part, once = false): Part {
  if (!isObject(one) || !isObject(other))
    return once ? other : ([...listOf(one as Listed), ...listOf(other as Listed)] as Part);
  const both = Object.entries(other).map(([key, value]) => [
    key,
    Object.hasOwn(one, key) ? joined(one[key], value, once || ONCE.has(key)) : value
  ]);
  return { ...one, ...Object.fromEntries(both) };
}

const numeric = (pairs: Listed | undefined) => new Map(pairsOf(pairs).map(([word, value]) => [word, Number(value)]));

const byId = <T>(lists: ById = {}, read: (words: readonly string[]) => T) =>
  new Map(Object.entries(lists).map(([id, words]) => [id, read(listOf(words))]));

/** Each phrase with the id that it stands under. */
const saidOf = (lists: ById = {}): readonly (readonly [string, string])[] =>
  Object.entries(lists).flatMap(([id, words]) => listOf(words).map(phrase => [phrase, id] as const));

function phraseTable(spoken: Readonly<Record<string, ReturnType<typeof saidOf>>>, stem: Stem) {
  const all = Object.entries(spoken).flatMap(([kind, said]) =>
    said.map(([phrase, meaning]): [string, Phrase] => {
      const stems = stemsOf(phrase, stem);
      const each = { stems, meaning, negative: kind === 'opposites', state: kind === 'states' };
      return [`${meaning} ${stems.join(' ')} ${kind}`, each];
    })
  );
  return byFirst([...new Map(all).values()], ({ stems }) => stems, stem);
}

/** By the first of their stems, the longest first. */
function byFirst<T>(all: readonly T[], stemsIn: (each: T) => readonly string[], stem: Stem = each => each) {
  const table = new Map<string, T[]>();
  for (const each of [...all].sort((a, b) => stemsIn(b).length - stemsIn(a).length)) {
    const [first = ''] = stemsIn(each);
    const head = first.startsWith('=') ? stem(first.slice(1)) : first;
    const known = table.get(head);
    if (known) known.push(each);
    else table.set(head, [each]);
  }
  return table as ReadonlyMap<string, readonly T[]>;
}

const stemsOf = (phrase: string, stem: Stem): readonly string[] =>
  phrase
    .toLowerCase()
    .split(/[\s-]+/)
    .map(word => (word === '...' ? '' : word.startsWith('=') ? word : stem(word)));

function colouring(suffixes: readonly string[], listed: readonly string[]): (word: string) => boolean {
  const others = new Set(listed);
  return word => word.length > 5 && suffixes.some(suffix => word.endsWith(suffix)) && !others.has(word);
}

/** What one word by itself means. */
export const singleWords = (stem: string, { phrases }: Pick<Vocabulary, 'phrases'>): readonly Phrase[] =>
  (phrases.get(stem) ?? []).filter(({ stems }) => stems.length === 1);

export function alternatives(phrases: readonly string[]): string {
  const sorted = [...phrases].sort((a, b) => b.length - a.length);
  return sorted.map(phrase => escapeRegex(phrase).replaceAll(' ', '\\s{1,3}')).join('|') || '(?!)';
}

const once = (phrases: readonly string[]) => new RegExp(anyOf(phrases).source, 'iu');

const anyOf = (phrases: readonly string[]) =>
  new RegExp(`(?<![\\p{L}])(?:${alternatives(phrases)})(?![\\p{L}])`, 'giu');
