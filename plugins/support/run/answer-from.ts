export interface ArticleData {
  readonly id: string;
  readonly title: string;
  readonly sentences: readonly string[];
}

const MOST_SENTENCES = 4;

/** The sentences of the best article that answer the question, in the article's order. */
export function answerFrom(articles: readonly ArticleData[], words: readonly string[]): string {
  const best = articles[0]?.sentences ?? [];
  if (best.length <= MOST_SENTENCES) return best.join(' ');
  const asked = words.filter(word => word.length > 3).map(word => word.slice(0, 5).toLowerCase());
  const hits = (sentence: string) => asked.filter(stem => sentence.toLowerCase().includes(stem)).length;
  const ranked = best.map((sentence, i) => ({ i, hits: hits(sentence) })).sort((a, b) => b.hits - a.hits || a.i - b.i);
  const kept = new Set(ranked.slice(0, MOST_SENTENCES).map(({ i }) => i));
  return best.filter((_, i) => kept.has(i)).join(' ');
}
