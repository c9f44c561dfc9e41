import type { Meaning, VerificationFile } from './policy-file.js';
import type { Stem } from './stem.js';

/** One phrase of the vocabulary, as stems; `...` (any few words) is the empty string. */
export interface Phrase {
  readonly stems: readonly string[];
  readonly meaning: string;
  readonly negative: boolean;
  readonly state: boolean;
  readonly by?: 'us' | 'customer' | undefined;
}

/** Files may add words to a meaning of another file; what proves it may stand in either. */
export function joined(meanings: readonly Meaning[]): Map<string, Meaning> {
  const known = new Map<string, Meaning>();
  for (const meaning of meanings) known.set(meaning.id, { ...known.get(meaning.id), ...meaning });
  return known;
}

export function phraseTable(meanings: readonly Meaning[], stem: Stem): Map<string, Phrase[]> {
  const table = new Map<string, Phrase[]>();
  const seen = new Set<string>();
  const add = (
    words: readonly string[] | undefined,
    { id, as: meaning = id, by }: Meaning,
    negative: boolean,
    state: boolean
  ) => {
    for (const phrase of words ?? []) {
      const stems = phraseStems(phrase, stem);
      const first = stems[0];
      if (first === undefined) continue;
      const key = `${meaning} ${stems.join(' ')} ${negative} ${state}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const head = first.startsWith('=') ? stem(first.slice(1)) : first;
      table.set(head, [...(table.get(head) ?? []), { stems, meaning, negative, state, by }]);
    }
  };
  for (const meaning of meanings) {
    add(meaning.words, meaning, false, false);
    add(meaning.opposite, meaning, true, false);
    add(meaning.states, meaning, false, true);
  }
  for (const phrases of table.values()) phrases.sort((a, b) => b.stems.length - a.stems.length);
  return table;
}

export function colouring(files: readonly VerificationFile[]): (word: string) => boolean {
  const suffixes = files.flatMap(file => file.colouring?.suffixes ?? []);
  const listed = files.flatMap(({ meanings = [] }) =>
    meanings.flatMap(each => [each.words, each.opposite ?? []].flat())
  );
  const others = new Set([...files.flatMap(file => file.colouring?.unsuffixed ?? []), ...listed]);
  return word => word.length > 5 && suffixes.some(suffix => word.endsWith(suffix)) && !others.has(word);
}

export function silentTable(phrases: readonly string[], stem: Stem): Map<string, (readonly string[])[]> {
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

export function phraseStems(phrase: string, stem: Stem): string[] {
  return phrase
    .toLowerCase()
    .split(/[\s-]+/)
    .map(word => (word === '...' ? '' : word.startsWith('=') ? word : stem(word)));
}
