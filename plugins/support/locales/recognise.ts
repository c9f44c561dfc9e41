import type { Language } from '../kinds/languages.js';

const LEAST_WORDS = 2;
const LEAST_SHARE = 0.3;
/** Of a message of few words, each that is of the language. */
const FEW_WORDS = 3;
const MOST = 0.5;

/** The language that a message is written in, where it is one of those; undefined where that cannot be told. */
export function languageOf(message: string, languages: readonly Language[]): Language | undefined {
  const lower = message.toLowerCase();
  const words = lower.match(/\p{L}+/gu) ?? [];
  let best: { language: Language; hits: number } | undefined;
  // Where two are as likely, it is the shop's own.
  for (const language of [...languages.filter(({ own }) => own), ...languages.filter(({ own }) => !own)]) {
    const own = language.script === undefined ? 0 : (message.match(language.script)?.length ?? 0);
    if (own > 0 && own / (message.match(/\p{L}/gu)?.length ?? Infinity) >= LEAST_SHARE) return language;
    const telling = language.letters?.test(lower) ? language.letters : undefined;
    const hits = words.filter(word => language.words.has(word) || telling?.test(word)).length;
    if (hits > (best?.hits ?? 0)) best = { language, hits };
  }
  if (best === undefined) return undefined;
  const { language, hits } = best;
  const share = hits / words.length;
  if (hits >= LEAST_WORDS && share >= LEAST_SHARE) return language;
  return words.length <= FEW_WORDS && share >= MOST && language.code !== undefined ? language : undefined;
}

/** How the language of a reply was found. */
export type ChosenBy = 'message' | 'conversation' | 'tenant' | 'own';

export interface Chosen {
  /** Undefined for the shop's own language. */
  readonly code: string | undefined;
  readonly by: ChosenBy;
}

/**
 * The language in which a message is answered: its own where the shop writes it, else the one of the conversation, which
 * begins with what the browser asked for, else the tenant's.
 */
export function chooseLanguage(
  spoken: Language | undefined,
  last: string | undefined,
  { tenant, languages, writes }: { tenant: string; languages: readonly Language[]; writes: (code: string) => boolean }
): Chosen {
  const own = languages.find(language => language.own)?.code;
  const as = (code: string | undefined, by: ChosenBy): Chosen => ({ code: code === own ? undefined : code, by });
  const can = (code: string | undefined): code is string => code !== undefined && (code === own || writes(code));
  if (can(spoken?.code)) return as(spoken!.code, 'message');
  if (can(last)) return as(last, 'conversation');
  const usual = languages.find(({ tenants }) => tenants.includes(tenant))?.code;
  return can(usual) ? as(usual, 'tenant') : as(own, 'own');
}

/** Of the languages that a browser asks for (`Accept-Language`), the first that the shop writes. */
export function negotiated(header: string | undefined, writes: (code: string) => boolean): string | undefined {
  const asked = (header ?? '')
    .split(',')
    .map(each => each.trim().split(/;\s*q=/i))
    .map(([tag = '', quality = '1']) => ({ code: tag.slice(0, 2).toLowerCase(), tag, quality: Number(quality) }))
    .filter(({ tag, quality }) => /^[a-z]{2}(?:-|$)/i.test(tag) && quality > 0);
  return asked.sort((a, b) => b.quality - a.quality).find(({ code }) => writes(code))?.code;
}
