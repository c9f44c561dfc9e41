import type { Language } from '../kinds/languages.js';

const LEAST_WORDS = 2;
const LEAST_SHARE = 0.3;

/** The language a message is written in, where it is one of those; undefined for English and what cannot be told. */
export function languageOf(message: string, languages: readonly Language[]): Language | undefined {
  const letters = message.match(/\p{L}/gu)?.length ?? 0;
  const words = message.toLowerCase().match(/\p{L}+/gu) ?? [];
  let best: { language: Language; hits: number } | undefined;
  for (const language of languages) {
    const own = language.script === undefined ? 0 : (message.match(language.script)?.length ?? 0);
    if (letters > 0 && own / letters >= LEAST_SHARE) return language;
    const hits = words.filter(word => language.words.has(word)).length;
    if (hits >= LEAST_WORDS && hits / words.length >= LEAST_SHARE && hits > (best?.hits ?? 0))
      best = { language, hits };
  }
  return best?.language;
}
