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
  const list = (pick: (file: VerificationFile) => Listed | undefined) => files.flatMap(file => listOf(pick(file)));
  const pairs = (pick: (file: VerificationFile) => Listed | undefined) =>
    new Map(files.flatMap(file => pairsOf(pick(file))));
  const byId = (pick: (file: VerificationFile) => object | undefined) => {
    const all = new Map<string, readonly string[]>();
    for (const file of files)
      for (const [id, words] of Object.entries(pick(file) ?? {}))
        all.set(id, [...(all.get(id) ?? []), ...listOf(words as Listed)]);
    return all;
  };
  const stem = stemmer(pairs(file => file.irregular));
  const stemmed = (words: readonly string[]) => new Set(words.map(word => stem(word)));
  const sets = <Name extends string>(names: string, pick: (file: VerificationFile) => object | undefined) => {
    const all = byId(pick);
    return Object.fromEntries(names.split(' ').map(name => [name, new Set(all.get(name))])) as unknown as Sets<Name>;
  };
  const said = ([id, words]: readonly [string, readonly string[]]) => words.map(phrase => [phrase, id] as const);
  const spoken = {
    words: [...byId(file => file.words)].flatMap(said),
    opposites: [...byId(file => file.opposites)].flatMap(said),
    states: [...byId(file => file.states)].flatMap(said)
  };
  const grammar = sets<GrammarRole>(GRAMMAR, file => file.grammar);
  const comparators = byId(file => file.comparators);
  const comparing = new Map([...comparators].flatMap(said));
  const quiet = [...list(file => file.glue), ...list(file => file.courtesy), ...list(file => file.attribution)];
  const groups = byId(file => file.groups);
  const proofs = new Map<string, Partial<Record<Form, Proof>>>();
  for (const file of files)
    for (const [id, forms] of Object.entries(file.proofs ?? {})) {
      const read = Object.entries(forms).map(([form, text]) => [form, proofOf(text, groups)]);
      proofs.set(id, { ...proofs.get(id), ...Object.fromEntries(read) });
    }
  return {
    stem,
    proofs,
    /** Ids of `states`: they need a proof. */
    states: new Set(spoken.states.map(([, id]) => id)),
    /** Phrases by their first stem, longest first. */
    phrases: phraseTable(spoken, stem),
    /** Phrases that need no evidence, by their first stem, longest first. */
    silent: silentTable(
      quiet.filter(phrase => phrase.includes(' ')),
      stem
    ),
    glue: new Set(quiet.filter(phrase => !phrase.includes(' ')).flatMap(word => [word, stem(word)])),
    /** Stems that need evidence only where they are negated, or where a rule is told. */
    soft: stemmed(list(file => file.soft)),
    linking: stemmed(list(file => file.linking)),
    attribution: anyOf(list(file => file.attribution)),
    requests: new RegExp(`^(?:${alternatives(list(file => file.requests))})(?![\\p{L}])`, 'iu'),
    sums: once(list(file => file.sums)),
    shares: once(list(file => file.shares)),
    overstating: pairs(file => file.overstating),
    telling: new Map([...byId(file => file.telling)].map(([kind, words]) => [kind, new Set(words)])),
    acts: byId(file => file.acts),
    /** The class of which a thing bears one word, by that word's stem. */
    rivals: new Map([...byId(file => file.rivals)].flatMap(said).map(([word, kind]) => [stem(word), kind])),
    cues: new Set(list(file => file.negation?.cues)),
    notCues: anyOf(list(file => file.negation?.not_cues)),
    /** Whether a word that no list has only colours a statement. */
    colours: colouring(
      list(file => file.colouring?.suffixes),
      [...list(file => file.colouring?.unsuffixed), ...[...spoken.words, ...spoken.opposites].map(([word]) => word)]
    ),
    grammar: {
      ...grammar,
      receptive: stemmed([...grammar.receptive]),
      stative: stemmed([...grammar.stative])
    },
    fields: sets<KeyKind>(FIELDS, file => file.fields),
    comparators: comparing,
    comparatorPattern: anyOf([...comparing.keys()]),
    numbers: {
      words: numeric(pairs(file => file.numbers?.words)),
      phrases: pairs(file => file.numbers?.phrases),
      ordinals: list(file => file.numbers?.ordinals),
      uncounted: list(file => file.numbers?.uncounted),
      notOneBefore: list(file => file.numbers?.not_one_before),
      notOneAfter: list(file => file.numbers?.not_one_after)
    },
    units: new Map(
      [...pairs(file => file.units)].map(([name, unit]) => {
        const [size = '', base = ''] = unit.split(' ');
        return [name, { base, size: Number(size) }] as const;
      })
    ),
    months: numeric(pairs(file => file.months)),
    weekdays: numeric(pairs(file => file.weekdays)),
    relativeDays: numeric(pairs(file => file.relative_days)),
    currencies: new Map([...pairs(file => file.currencies)].map(([name, codes]) => [name, codes.split(' ')])),
    monthParts: new Map(files.flatMap(file => Object.entries(file.month_parts ?? {}))),
    dayParts: new Map(files.flatMap(file => Object.entries(file.day_parts ?? {}))),
    shown: 0.5,
    doubted: 0.5,
    ...files.find(file => file.thresholds)?.thresholds
  };
}

const numeric = (pairs: ReadonlyMap<string, string>) =>
  new Map([...pairs].map(([word, value]) => [word, Number(value)] as const));

type Spoken = readonly (readonly [string, string])[];

function phraseTable(spoken: Readonly<Record<'words' | 'opposites' | 'states', Spoken>>, stem: Stem) {
  const table = new Map<string, Phrase[]>();
  const seen = new Set<string>();
  for (const [kind, said] of Object.entries(spoken))
    for (const [phrase, meaning] of said) {
      const stems = stemsOf(phrase, stem);
      const key = `${meaning} ${stems.join(' ')} ${kind}`;
      const first = stems[0] ?? '';
      const head = first.startsWith('=') ? stem(first.slice(1)) : first;
      if (seen.has(key)) continue;
      seen.add(key);
      const entry = { stems, meaning, negative: kind === 'opposites', state: kind === 'states' };
      table.set(head, [...(table.get(head) ?? []), entry]);
    }
  for (const phrases of table.values()) phrases.sort((a, b) => b.stems.length - a.stems.length);
  return table;
}

function silentTable(phrases: readonly string[], stem: Stem): ReadonlyMap<string, readonly (readonly string[])[]> {
  const table = new Map<string, (readonly string[])[]>();
  for (const phrase of phrases) {
    const stems = stemsOf(phrase, stem);
    const first = stems[0] ?? '';
    table.set(
      first,
      [...(table.get(first) ?? []), stems].sort((a, b) => b.length - a.length)
    );
  }
  return table;
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
