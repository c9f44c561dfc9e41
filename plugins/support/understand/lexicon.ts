import type { Loaded, SetReport } from '../../../core/index.js';
import { stem } from './words/stem.js';
import { compileSpeller, type Speller } from './words/spelling.js';
import { standardWords } from './words/words.js';
import type { Token } from './words/tokenise.js';
import type { Concept, IntentVocabulary } from './vocabulary.js';

/** A concept or word found at a place of a sentence, and how many tokens it takes. */
export interface LexiconEntry {
  readonly symbol: number;
  readonly length: number;
}

interface TrieNode {
  /** By stem, and by word as it is written. */
  readonly next: Map<string, TrieNode>;
  readonly exact: Map<string, TrieNode>;
  /** After `*`: up to two tokens of any kind. */
  any?: TrieNode;
  readonly ends: number[];
}

const MOST_REMEMBERED = 5000;

/** The inflected forms of a deed, which are misspelt in ways of their own ("canceling"). */
const forms = (word: string): string[] =>
  /^[a-z]{4,}$/.test(word) ? [`${word}s`, `${word.replace(/e$/, '')}ing`, `${word.replace(/e$/, '')}ed`] : [];

/** Where a walk through the trie began, and what it found. */
interface Place {
  readonly tokens: readonly Token[];
  readonly position: number;
  readonly found: LexiconEntry[];
}

function add(found: LexiconEntry[], symbol: number | undefined, length: number): void {
  if (symbol === undefined) return;
  for (const other of found) if (other.symbol === symbol && other.length === length) return;
  found.push({ symbol, length });
}

const newNode = (): TrieNode => ({ next: new Map(), exact: new Map(), ends: [] });

/** Words that may stand where a group of words has a star: "send the casserole from order 1001 back". */
const MOST_BETWEEN = 6;

/** All vocabulary, compiled: symbols, the trie of word groups, rewrites and spelling. */
export class Lexicon {
  readonly speller: Speller;
  readonly rewrites: ReadonlyMap<string, string>;
  readonly suffixes: readonly (readonly [string, string])[];
  private readonly symbols = new Map<string, number>();
  /** Those of literal words, by what follows their mark. */
  private readonly stemSymbols = new Map<string, number>();
  private readonly wordSymbols = new Map<string, number>();
  /** The key of each symbol. */
  private readonly keys: string[] = [];
  private readonly doneOf = new Map<number, number>();
  private readonly fillers = new Set<number>();
  private readonly lights = new Set<number>();
  private readonly foreigns = new Set<number>();
  private readonly transitives = new Set<number>();
  private readonly meaning = new Set<number>();
  private readonly root = newNode();
  private readonly stems = new Set<string>();
  private readonly notBetween: ReadonlySet<string>;
  readonly abbreviations: ReadonlySet<string>;
  private readonly memo = new Map<string, readonly string[]>();

  constructor(vocabulary: readonly Loaded<IntentVocabulary>[], phraseWords: Iterable<string>, report: SetReport) {
    for (const kind of ['order_id', 'number', 'amount', 'email']) {
      const symbol = this.intern(`<${kind}>`);
      this.meaning.add(symbol);
    }
    const concepts = new Map<string, Concept>();
    for (const { value, source } of vocabulary) {
      value.concepts?.forEach((concept, index) => {
        if (concepts.has(concept.name)) {
          report(source, `/concepts/${index}/name`, 'duplicate_name', `concept "${concept.name}" is defined twice`);
        }
        concepts.set(concept.name, concept);
        this.declare(concept);
      });
    }
    for (const { value, source } of vocabulary) {
      for (const [name, words] of Object.entries(value.also ?? {})) {
        const concept = concepts.get(name);
        if (concept === undefined) report(source, `/also/${name}`, 'unknown_concept', `no concept named ${name}`);
        else concepts.set(name, { ...concept, words: [...concept.words, ...words] });
      }
      value.concepts?.forEach((concept, index) => {
        const unknown = concept.includes?.filter(other => !concepts.has(other)) ?? [];
        if (unknown.length > 0) {
          report(source, `/concepts/${index}/includes`, 'unknown_concept', `no concept named ${unknown.join(', ')}`);
        }
      });
    }
    for (const concept of concepts.values()) this.addWords(concept.name, concept, concepts, new Set());
    this.rewrites = new Map(vocabulary.flatMap(({ value }) => Object.entries(value.rewrites ?? {})));
    this.suffixes = vocabulary.flatMap(({ value }) => Object.entries(value.suffixes ?? {}));
    this.notBetween = new Set(vocabulary.flatMap(({ value }) => value.not_between ?? []));
    this.abbreviations = new Set(vocabulary.flatMap(({ value }) => value.abbreviations ?? []));
    const targets = new Set<string>();
    const known = new Set<string>();
    for (const { value } of vocabulary) {
      for (const word of value.real_words ?? []) known.add(word);
      const groups = [
        ...(value.concepts?.flatMap(({ words }) => words) ?? []),
        ...Object.values(value.also ?? {}).flat()
      ];
      for (const word of groups.flatMap(group => group.split(' ')))
        (value.correct_to === false ? known : targets).add(word);
      if (value.correct_to === false) continue;
      for (const { action, words } of value.concepts ?? [])
        if (action) for (const word of words) for (const form of forms(word)) targets.add(form);
    }
    for (const text of this.rewrites.values()) for (const word of text.split(' ')) targets.add(word);
    for (const word of phraseWords) targets.add(word);
    for (const word of [...targets, ...known]) this.stems.add(stem(word));
    this.speller = compileSpeller(targets, known);
  }

  /** The symbol of `<concept>`, or undefined when there is no such concept. */
  concept(name: string): number | undefined {
    return this.symbols.get(`<${name}>`);
  }

  /** The symbol of a literal word, matched by stem, or of `=word`, matched as written. */
  literal(word: string): number {
    return this.intern(word.startsWith('=') ? word : `'${stem(word)}`);
  }

  /** `standardWords`, remembered for words that come again. */
  wordsOf(written: string): readonly string[] {
    let words = this.memo.get(written);
    if (words === undefined) {
      if (this.memo.size >= MOST_REMEMBERED) this.memo.clear();
      this.memo.set(written, (words = standardWords(written, this)));
    }
    return words;
  }

  /** Whether a word is one of the vocabulary as it is written. */
  knows(word: string): boolean {
    return this.rewrites.has(word) || this.speller.knows(word) || this.knowsStem(stem(word));
  }

  knowsStem(value: string): boolean {
    return this.stems.has(value);
  }

  isFiller = (symbol: number): boolean => this.fillers.has(symbol);
  isLight = (symbol: number): boolean => this.lights.has(symbol);
  isForeign = (symbol: number): boolean => this.foreigns.has(symbol);
  /** Whether the symbol is a concept at all, and not only a literal word of some phrase. */
  isConcept = (symbol: number): boolean => this.meaning.has(symbol);
  isTransitive = (symbol: number): boolean => this.transitives.has(symbol);
  isDeed = (symbol: number): boolean => this.doneOf.has(symbol);
  done = (symbol: number): number | undefined => this.doneOf.get(symbol);

  /** Everything that begins at `position`, word groups included. */
  at(tokens: readonly Token[], position: number): LexiconEntry[] {
    const token = tokens[position];
    if (token === undefined) return [];
    const found: LexiconEntry[] = [];
    add(found, this.stemSymbols.get(token.stem), 1);
    add(found, this.wordSymbols.get(token.word), 1);
    if (token.kind !== 'word') add(found, this.symbols.get(`<${token.kind}>`), 1);
    if (token.kind === 'order_id') add(found, this.symbols.get('<order>'), 1);
    this.walk(this.root, { tokens, position, found }, position);
    return found;
  }

  private walk(node: TrieNode, place: Place, index: number): void {
    const { tokens, position, found } = place;
    for (const symbol of node.ends) add(found, symbol, index - position);
    const here = tokens[index];
    if (here === undefined) return;
    const byStem = node.next.get(here.stem);
    if (byStem !== undefined) this.walk(byStem, place, index + 1);
    const exact = node.exact.get(here.word);
    if (exact !== undefined) this.walk(exact, place, index + 1);
    for (let skip = 0; node.any !== undefined && skip <= MOST_BETWEEN; skip++) {
      if (skip > 0 && this.notBetween.has(tokens[index + skip - 1]?.word ?? '')) break;
      this.walk(node.any, place, index + skip);
    }
  }

  private intern(key: string): number {
    let symbol = this.symbols.get(key);
    if (symbol === undefined) {
      this.symbols.set(key, (symbol = this.keys.push(key) - 1));
      if (key.startsWith("'")) this.stemSymbols.set(key.slice(1), symbol);
      if (key.startsWith('=')) this.wordSymbols.set(key.slice(1), symbol);
    }
    return symbol;
  }

  private declare(concept: Concept): void {
    const symbol = this.intern(`<${concept.name}>`);
    this.meaning.add(symbol);
    if (concept.action) {
      const done = this.intern(`<${concept.name}_done>`);
      this.doneOf.set(symbol, done);
      this.meaning.add(done);
    }
    if (concept.filler) this.fillers.add(symbol);
    if (concept.light || concept.filler) this.lights.add(symbol);
    if (concept.foreign) this.foreigns.add(symbol);
    if (concept.transitive) this.transitives.add(symbol);
  }

  /** `includes` may nest; `seen` ends a circle. */
  private addWords(owner: string, concept: Concept, all: ReadonlyMap<string, Concept>, seen: Set<string>): void {
    if (seen.has(concept.name)) return;
    seen.add(concept.name);
    const symbol = this.intern(`<${owner}>`);
    for (const group of concept.words) {
      let node = this.root;
      for (const word of group.split(' ')) {
        if (word === '*') node = node.any ??= newNode();
        else {
          const key = concept.exact ? word : stem(word);
          const after = concept.exact ? node.exact : node.next;
          let next = after.get(key);
          if (next === undefined) after.set(key, (next = newNode()));
          node = next;
        }
      }
      if (!node.ends.includes(symbol)) node.ends.push(symbol);
    }
    for (const name of concept.includes ?? []) {
      const other = all.get(name);
      if (other !== undefined) this.addWords(owner, other, all, seen);
    }
  }
}
