import type { Told } from './question-index.js';

/** An article that was found, as replies tell it. */
export interface ArticleData {
  readonly id: string;
  readonly topic: string;
  readonly title: string;
  readonly sentences: readonly string[];
}

/** The words by which sentences are chosen where no question of an article fits. */
export interface AskedWords {
  /** Of the message, those that carry a subject. */
  readonly words: readonly string[];
  /** What was searched for. */
  readonly query: readonly string[];
}

/** @param fields of a record of an article */
export const articleOf = (fields: Readonly<Record<string, unknown>>): ArticleData => ({
  id: String(fields['id']),
  topic: String(fields['topic']),
  title: String(fields['title']),
  sentences: String(fields['text'])
    .split('\n')
    .filter(s => s !== '')
});

/** What a plan searches for: the words of the message that carry a subject, or all of it. */
export const questionOf = (message: string, words: readonly string[] = []): string =>
  words.length === 0 ? message : words.join(' ');

/** What articles that were found, the best first, say to the question: the answer, and the one sentence that answers best. */
export const answersOf = (
  articles: readonly ArticleData[],
  told: readonly Told[],
  { words, query }: AskedWords
): { readonly answer: string; readonly sentence: string } => {
  const said = toldIn(articles, told);
  return {
    answer: said ?? answerFrom(articles, words),
    sentence: said ?? bestSentence(articles, [...words, ...query])
  };
};

/** Of likeness, from which on a sentence is what was asked for. */
export const ANSWERS = 0.3;

/** The sentence that answers what was asked, where it is among what was found; of one article all that answer as well. */
function toldIn(articles: readonly ArticleData[], told: readonly Told[]): string | undefined {
  const found = told.filter(
    ({ article, text, score }) =>
      score >= ANSWERS - AS_WELL && articles.some(({ id, sentences }) => id === article && sentences.includes(text))
  );
  const [best] = found;
  if (best === undefined || best.score < ANSWERS) return undefined;
  const { sentences = [] } = articles.find(({ id }) => id === best.article) ?? {};
  const close = (text: string) =>
    found.some(each => each.text === text && each.article === best.article && best.score - each.score < AS_WELL);
  return sentences.filter(close).join(' ');
}

const AS_WELL = 0.005;

const MOST_SENTENCES = 3;

/** The sentences of the best article that answer the question, in the article's order. */
export function answerFrom(articles: readonly ArticleData[], words: readonly string[], most = MOST_SENTENCES): string {
  const best = articles[0]?.sentences ?? [];
  const asked = words.filter(word => word.length > 3).map(word => word.slice(0, 5).toLowerCase());
  const hits = (sentence: string) => asked.filter(stem => sentence.toLowerCase().includes(stem)).length;
  const ranked = best.map((sentence, i) => ({ i, hits: hits(sentence) })).sort((a, b) => b.hits - a.hits || a.i - b.i);
  // What shares several words with the question answers it; the rest of the article would only stand around it.
  const top = ranked[0]?.hits ?? 0;
  if (top > 1) return best.filter((_, i) => ranked.some(each => each.i === i && each.hits === top)).join(' ');
  const kept = new Set(ranked.slice(0, most).map(({ i }) => i));
  return best.filter((_, i) => kept.has(i)).join(' ');
}

/** The sentence of the articles that shares the most words with the question; empty where none does. */
function bestSentence(articles: readonly ArticleData[], words: readonly string[]): string {
  const stems = new Set(words.filter(word => word.length > 3).map(word => word.slice(0, 5).toLowerCase()));
  let best = { text: '', hits: 0 };
  for (const text of articles.flatMap(({ sentences }) => sentences)) {
    const said = text.toLowerCase();
    const hits = [...stems].filter(stem => said.includes(stem)).length;
    if (hits > best.hits) best = { text, hits };
  }
  return best.text;
}
