import { editDistance, groupBy } from '../../../core/index.js';
import { expand } from '../../../core/learn/index.js';
import type { Article } from '../kinds/article.js';
import { NONE, sentenceId, type SentenceRanker } from './sentence-ranker.js';
import { postingsOf, sizeOf, termsOf, stemsOf, type Postings, type Terms } from './terms.js';

/** A sentence of an article, and how well it answers a question. */
export interface Told {
  readonly article: string;
  readonly topic: string;
  readonly text: string;
  /** Acts with which records are asked for what it tells in general. */
  readonly on_record?: readonly string[];
  /** Likeness to a question that it answers, 0 to about 1. */
  readonly score: number;
  /** Which question of the message it answers best, from 0, where there are several sentences. */
  readonly question?: number;
}

/** An article, and by sentence what it says in another language. */
export interface AskedArticle extends Pick<
  Article,
  'id' | 'title' | 'topic' | 'sentences' | 'questions' | 'on_record'
> {
  readonly says?: readonly string[];
}

/** What the question may lean on. */
export interface AskedIn {
  /** Topics that the conversation is about. */
  readonly topics: readonly string[];
  /** The intent that is talked about. */
  readonly about?: string | undefined;
  /** The sentence that was told last. */
  readonly last?: string | undefined;
  /** Words that a short question leaves out. */
  readonly words?: readonly string[];
  /** The place it is asked for, and those for which there are other answers. */
  readonly place?: string | undefined;
  readonly otherPlaces?: readonly string[];
  /** With such a word a sentence about one place answers for all others. */
  readonly only?: readonly string[];
  /** A sentence that answers it has one of these words. */
  readonly tells?: readonly string[];
}

const SENTENCE_WEIGHT = 0.6;
const TOPIC_BONUS = 0.06;
const SAME_ARTICLE_BONUS = 0.08;
/** How many times likelier a question is about the article that was told, a topic or the place that is spoken of. */
const SAME_ARTICLE = 4;
const SAME_TOPIC = 4;
const SAME_PLACE = 8;
/** How likely a sentence is that does not tell what is asked for, an amount or how long. */
const TELLS_NOT = 0.1;
/** One that does, on a topic that is spoken of, answers so much better, up to what is well enough. */
const TELLS_BONUS = 0.25;
const WELL_ENOUGH = 0.62;
/** What was just told is less likely asked for. */
const TOLD_AGAIN = 0.5;
/** What the learned likelihoods of article and sentence count, and the words beside them; what brings all to 0 to about 1. */
const ARTICLE_LIKELY = 0.5;
const SENTENCE_LIKELY = 0.8;
const WORDS_LIKE = 0.6;
const LIKELY_SCALE = 1.4;
/** Wordings of one question that are looked for. */
const MOST_WORDINGS = 30;
/** How much a word counts that a short question leaves out, and how short that is. */
const LEANING = 0.9;
const SHORT = 6;
const MOST = 5;
/** Rare words say what a question is about: their rarity counts by this power. */
const RARITY = 1.4;
/** A word of no article still counts: it may be what the question is about. */
const STRANGE = 0.5;
const SHORTEST_SLIP = 5;

/** Finds the sentences that answer a question, by the questions that the articles say they answer. */
export class QuestionIndex {
  readonly #sentences: {
    readonly id: string;
    readonly article: string;
    readonly topic: string;
    readonly text: string;
    readonly words: ReadonlySet<string>;
    readonly on_record: readonly string[];
  }[] = [];
  /** Of each entry, the sentence. */
  readonly #sentenceOf: Int32Array;
  readonly #postings = new Map<string, Postings>();
  readonly #rarity = new Map<string, number>();
  /** By their first letter. */
  readonly #words: ReadonlyMap<string, readonly string[]>;
  readonly #likely: SentenceRanker | undefined;
  /** Of each sentence, the number of its article and its place among what was learned; the place of what none answers. */
  readonly #articleOf: readonly number[];
  readonly #labelOf: readonly number[];
  readonly #none: number;
  /** Of each entry while a question is looked up; 0 in between. */
  readonly #sums: Float64Array;
  /** Room for the entries that a question is looked up in. */
  readonly #touched: Int32Array;

  /**
   * @param articles in another language with what their sentences are in it
   * @param others messages that are wishes and ask no article anything
   * @param likely which sentences a question likely asks for, where that was learned: words decide where not
   */
  constructor(articles: readonly AskedArticle[], others: readonly string[] = [], likely?: SentenceRanker) {
    this.#likely = likely;
    const entries: { at: number; terms: Terms; weight: number }[] = [];
    for (const { id, title, topic, sentences, questions, on_record, says } of articles)
      for (const [line, text] of sentences.entries()) {
        const at =
          this.#sentences.push({
            id: sentenceId(id, line),
            article: id,
            topic,
            text,
            words: new Set(text.toLowerCase().match(/\p{L}+/gu)),
            on_record: on_record[line] ?? []
          }) - 1;
        const words = says === undefined ? `${title} ${text}` : says[line]!;
        entries.push({ at, terms: termsOf(stemsOf(words)), weight: SENTENCE_WEIGHT });
        for (const question of (questions[line] ?? []).flatMap(template => expand(template, MOST_WORDINGS)))
          entries.push({ at, terms: termsOf(stemsOf(question)), weight: 1 });
      }
    const numbers = new Map([...new Set(articles.map(({ id }) => id))].map((id, nth) => [id, nth]));
    this.#articleOf = this.#sentences.map(({ article }) => numbers.get(article)!);
    const labels = new Map(likely?.labels.map((label, at) => [label, at]));
    this.#labelOf = this.#sentences.map(({ id }) => labels.get(id) ?? NOT_LEARNED);
    this.#none = labels.get(NONE) ?? NOT_LEARNED;
    for (const other of others) entries.push({ at: OTHER, terms: termsOf(stemsOf(other)), weight: 1 });
    const seen = new Map<string, number>();
    for (const { terms } of entries) for (const term of terms.keys()) seen.set(term, (seen.get(term) ?? 0) + 1);
    for (const [term, times] of seen) this.#rarity.set(term, Math.log(1 + entries.length / times) ** RARITY);
    const words = [...seen.keys()].filter(term => !term.includes(' '));
    this.#words = groupBy(words, word => word[0]!);
    const filled = new Map<string, number>();
    this.#sentenceOf = Int32Array.from(entries, ({ at }) => at);
    for (const [nth, { terms, weight }] of entries.entries()) {
      const weighed = this.#weighed(terms);
      const size = sizeOf(weighed);
      for (const [term, value] of weighed) {
        const at = filled.get(term) ?? 0;
        const postings = this.#postings.get(term) ?? postingsOf(seen.get(term)!);
        if (at === 0) this.#postings.set(term, postings);
        postings.entries[at] = nth;
        postings.weights[at] = (value / size) * weight;
        filled.set(term, at + 1);
      }
    }
    this.#sums = new Float64Array(entries.length);
    this.#touched = new Int32Array(entries.length);
  }

  /** Pure; the best first, each sentence once. */
  find(question: string, asked: AskedIn = { topics: [] }): readonly Told[] {
    const before = asked.last === undefined ? -1 : this.#sentences.findIndex(({ text }) => text === asked.last);
    const like = this.#byWords(question, asked, before);
    const places =
      asked.place === undefined ? undefined : Float64Array.from(this.#sentences, ({ text }) => forPlace(text, asked));
    const likely = this.#inContext(question, asked, before, places);
    const last = this.#articleOf[before];
    const found: { readonly at: number; readonly score: number }[] = [];
    this.#sentences.forEach(({ topic, words }, at) => {
      const article = this.#articleOf[at]!;
      const ofTopic = asked.topics.includes(topic);
      const near = (ofTopic ? TOPIC_BONUS : 0) + (places?.[at] ?? 0);
      const fit =
        likely === undefined
          ? like[at]! + (article === last ? SAME_ARTICLE_BONUS : 0) + near
          : (WORDS_LIKE * like[at]! +
              (ARTICLE_LIKELY * likely.articles[article]! + SENTENCE_LIKELY * likely.sentences[at]!) +
              near) /
            LIKELY_SCALE;
      const tells = ofTopic && asked.tells?.some(word => words.has(word)) === true;
      const score = tells ? Math.max(fit, Math.min(WELL_ENOUGH, fit + TELLS_BONUS)) : fit;
      if (score > LEAST) found.push({ at, score });
    });
    return found
      .sort((a, b) => b.score - a.score || a.at - b.at)
      .slice(0, MOST)
      .map(({ at, score }) => ({ ...this.#sentences[at]!, score }));
  }

  /** What was learned of the question, in what the conversation is about. Undefined where nothing was. */
  #inContext(question: string, asked: AskedIn, before: number, places: Float64Array | undefined) {
    if (this.#likely === undefined) return undefined;
    const shares = this.#likely.shares(question, asked.about);
    const last = this.#articleOf[before];
    const sentences = new Float64Array(this.#sentences.length);
    let total = shares[this.#none] ?? 0;
    const { tells = [] } = asked;
    this.#sentences.forEach(({ topic, words }, at) => {
      const place = places?.[at] ?? 0;
      const fits = tells.length === 0 || tells.some(word => words.has(word)) ? 1 : TELLS_NOT;
      total += sentences[at] =
        (shares[this.#labelOf[at]!] ?? 0) *
        (this.#articleOf[at] === last ? SAME_ARTICLE : 1) *
        (asked.topics.includes(topic) ? SAME_TOPIC : 1) *
        (at === before ? TOLD_AGAIN : 1) *
        fits *
        (place > 0 ? SAME_PLACE : place < 0 ? 1 / SAME_PLACE : 1);
    });
    const articles = new Float64Array(sentences.length);
    for (let at = 0; at < sentences.length; at++) articles[this.#articleOf[at]!]! += sentences[at]! /= total;
    return { sentences, articles };
  }

  /** How like each sentence is by the words of its questions. */
  #byWords(question: string, { words: left = [] }: AskedIn, before: number): Float64Array {
    const scores = new Float64Array(this.#sentences.length);
    const words = stemsOf(question).map(word => this.#corrected(word));
    if (words.length === 0) return scores;
    const terms = termsOf(words);
    if (words.length <= SHORT) for (const term of left.flatMap(stemsOf)) if (!terms.has(term)) terms.set(term, LEANING);
    const weighed = this.#weighed(terms);
    const size = sizeOf(weighed);
    const sums = this.#sums;
    const touched = this.#touched;
    const sentenceOf = this.#sentenceOf;
    let met = 0;
    for (const [term, value] of weighed) {
      const postings = this.#postings.get(term);
      if (postings === undefined) continue;
      const { entries, weights } = postings;
      for (let nth = 0; nth < entries.length; nth++) {
        const entry = entries[nth]!;
        const before = sums[entry]!;
        if (before === 0) touched[met++] = entry;
        sums[entry] = before + value * weights[nth]!;
      }
    }
    let other = 0;
    for (let nth = 0; nth < met; nth++) {
      const entry = touched[nth]!;
      const sum = sums[entry]!;
      sums[entry] = 0;
      const at = sentenceOf[entry]!;
      if (at === OTHER) other = Math.max(other, sum);
      else if (sum > scores[at]!) scores[at] = sum;
    }
    for (let at = 0; at < scores.length; at++) {
      const like = scores[at]! / size;
      scores[at] = (at === before ? AGAIN : 1) * (like < other / size ? LESS * like : like);
    }
    return scores;
  }

  /** A word that no article has is read as the one that is a slip away from it. */
  #corrected(word: string): string {
    if (this.#rarity.has(word) || word.length < SHORTEST_SLIP) return word;
    const near = (known: string) => Math.abs(known.length - word.length) < 2 && editDistance(word, known) === 1;
    return this.#words.get(word[0]!)?.find(near) ?? word;
  }

  /** The words of a question that the sentence has too, as they stand in it: what the next question may leave out. */
  shared(question: string, sentence: string): readonly string[] {
    const asked = new Set(stemsOf(question));
    const own = sentence.match(/[\p{L}\p{N}]+/gu) ?? [];
    return own.filter(word => stemsOf(word).some(each => asked.has(each) && (this.#rarity.get(each) ?? 0) > RARE));
  }

  #weighed(terms: Terms): Terms {
    const strange = STRANGE * Math.log(1 + this.#sentenceOf.length) ** RARITY;
    const rarityOf = (term: string) => this.#rarity.get(term) ?? (term.includes(' ') ? 0 : strange);
    return new Map([...terms].map(([term, weight]) => [term, weight * rarityOf(term)]));
  }
}

/** A sentence for the place that is asked for says more, and one for another place nothing. */
function forPlace(text: string, { place, otherPlaces = [], only = [] }: AskedIn): number {
  if (place === undefined) return 0;
  if (text.includes(place)) return PLACE;
  if (otherPlaces.every(other => !text.includes(other))) return 0;
  return stemsOf(text).some(word => only.includes(word)) ? PLACE : -PLACE;
}

const PLACE = 0.4;
const LEAST = 0.2;
/** What was just told is less likely asked for. */
const AGAIN = 0.85;
const RARE = 4.5;
/** No sentence's entry. */
const OTHER = -1;
/** No place in a list. */
const NOT_LEARNED = -1;
/** What is more like a wish is less of a question. */
const LESS = 0.7;
