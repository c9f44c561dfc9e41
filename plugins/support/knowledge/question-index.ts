import { expand } from '../../../core/learn/index.js';
import type { Article } from '../kinds/article.js';
import { NONE, sentenceId, type SentenceRanker } from './sentence-ranker.js';
import { OTHER, WordIndex, type WordEntry } from './word-index.js';
import { stemsOf } from './terms.js';

/** A sentence of an article, and how well it answers a question. */
export interface Told {
  readonly article: string;
  readonly topic: string;
  readonly text: string;
  /** Acts with which records are asked for what it tells in general. */
  readonly on_record?: readonly string[];
  /** The intent with which a person does what it says. */
  readonly offers?: string | undefined;
  /** Likeness to a question that it answers, 0 to about 1. */
  readonly score: number;
  /** What makes up the score: the likeness by words, how likely it answers by what was learned, and how likely any sentence does. */
  readonly alike?: number;
  readonly likely?: number;
  readonly any?: number;
  /** Which question of the message it answers best, from 0, where there are several sentences. */
  readonly question?: number;
}

/** An article, and by sentence what it says in another language. */
export interface AskedArticle extends Pick<
  Article,
  'id' | 'title' | 'topic' | 'sentences' | 'questions' | 'on_record' | 'begins' | 'offers'
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
  /** Intents of the requests that are open: how to begin them answers nothing. */
  readonly open?: readonly string[];
}

const SENTENCE_WEIGHT = 0.6;
const TOPIC_BONUS = 0.06;
const SAME_ARTICLE_BONUS = 0.08;
/** How many times likelier a question is about the place that is spoken of. */
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
const LIKELY_SCALE = 1.33;
/** Wordings of one question that are looked for. */
const MOST_WORDINGS = 30;
const MOST = 8;

/** Finds the sentences that answer a question, by the questions that the articles say they answer. */
export class QuestionIndex {
  readonly #sentences: {
    readonly id: string;
    readonly article: string;
    readonly topic: string;
    readonly text: string;
    readonly words: ReadonlySet<string>;
    readonly on_record: readonly string[];
    readonly begins: readonly string[];
    readonly offers: string | undefined;
  }[] = [];
  /** Likeness by words. */
  readonly words: WordIndex;
  readonly #likely: SentenceRanker | undefined;
  /** Of each sentence, the number of its article and its place among what was learned; the place of what none answers. */
  readonly #articleOf: readonly number[];
  readonly #labelOf: readonly number[];
  readonly #none: number;

  /**
   * @param articles in another language with what their sentences are in it
   * @param others messages that are wishes and ask no article anything
   * @param likely which sentences a question likely asks for, where that was learned: words decide where not
   */
  constructor(articles: readonly AskedArticle[], others: readonly string[] = [], likely?: SentenceRanker) {
    this.#likely = likely;
    const entries: WordEntry[] = [];
    for (const { id, title, topic, sentences, questions, on_record, begins, offers, says } of articles)
      for (const [line, text] of sentences.entries()) {
        const at =
          this.#sentences.push({
            id: sentenceId(id, line),
            article: id,
            topic,
            text,
            words: new Set(text.toLowerCase().match(/\p{L}+/gu)),
            on_record: on_record[line] ?? [],
            begins: begins[line] ?? [],
            offers: offers[line]
          }) - 1;
        const words = says === undefined ? `${title} ${text}` : says[line]!;
        entries.push({ of: at, text: words, weight: SENTENCE_WEIGHT });
        for (const question of (questions[line] ?? []).flatMap(template => expand(template, MOST_WORDINGS)))
          entries.push({ of: at, text: question, weight: 1 });
      }
    const numbers = new Map([...new Set(articles.map(({ id }) => id))].map((id, nth) => [id, nth]));
    this.#articleOf = this.#sentences.map(({ article }) => numbers.get(article)!);
    const labels = new Map(likely?.labels.map((label, at) => [label, at]));
    this.#labelOf = this.#sentences.map(({ id }) => labels.get(id) ?? NOT_LEARNED);
    this.#none = labels.get(NONE) ?? NOT_LEARNED;
    for (const other of others) entries.push({ of: OTHER, text: other, weight: 1 });
    this.words = new WordIndex(entries, this.#sentences.length);
  }

  /** The article that says just this; undefined where none does. */
  articleOf(text: string): string | undefined {
    return this.#sentences.find(each => each.text === text)?.article;
  }

  /** Pure; the best first, each sentence once. */
  find(question: string, asked: AskedIn = { topics: [] }): readonly Told[] {
    const before = asked.last === undefined ? -1 : this.#sentences.findIndex(({ text }) => text === asked.last);
    const like = this.words.likeness(question, asked.words);
    // What was just told is less likely asked for.
    if (before >= 0) like[before]! *= AGAIN;
    const places =
      asked.place === undefined ? undefined : Float64Array.from(this.#sentences, ({ text }) => forPlace(text, asked));
    const likely = this.#inContext(question, asked, before, places);
    const last = this.#articleOf[before];
    const found: { readonly at: number; readonly score: number }[] = [];
    for (let at = 0; at < like.length; at++) {
      const { topic, words, begins } = this.#sentences[at]!;
      if (isBegun(begins, asked)) continue;
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
    }
    return found
      .sort((a, b) => b.score - a.score || a.at - b.at)
      .slice(0, MOST)
      .map(({ at, score }) => ({
        ...this.#sentences[at]!,
        score,
        alike: like[at]!,
        likely: likely?.sentences[at] ?? 0,
        any: likely?.any ?? 0
      }));
  }

  /** What was learned of the question, in what the conversation is about. Undefined where nothing was. */
  #inContext(question: string, asked: AskedIn, before: number, places: Float64Array | undefined) {
    if (this.#likely === undefined) return undefined;
    const { about, tells = [] } = asked;
    const after = this.#sentences[before]?.article;
    const shares = this.#likely.shares(question, { about, after });
    const sentences = new Float64Array(this.#sentences.length);
    let total = shares[this.#none] ?? 0;
    for (let at = 0; at < sentences.length; at++) {
      const { words } = this.#sentences[at]!;
      const place = places?.[at] ?? 0;
      const fits = tells.length === 0 || tells.some(word => words.has(word)) ? 1 : TELLS_NOT;
      total += sentences[at] =
        (shares[this.#labelOf[at]!] ?? 0) *
        (at === before ? TOLD_AGAIN : 1) *
        fits *
        (place > 0 ? SAME_PLACE : place < 0 ? 1 / SAME_PLACE : 1);
    }
    const articles = new Float64Array(sentences.length);
    for (let at = 0; at < sentences.length; at++) articles[this.#articleOf[at]!]! += sentences[at]! /= total;
    return { sentences, articles, any: total === 0 ? 0 : 1 - (shares[this.#none] ?? 0) / total };
  }
}

const isBegun = (begins: readonly string[], { open }: AskedIn): boolean =>
  begins.length > 0 && open?.some(intent => begins.includes(intent)) === true;

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
/** No place in a list. */
const NOT_LEARNED = -1;
