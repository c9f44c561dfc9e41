import type { Settings } from '../../core/index.js';

const MOST = 1000;

interface Kept {
  readonly until: number;
  readonly answer: Promise<unknown>;
}

const caches = new WeakMap<Settings, Map<string, Kept>>();

/**
 * The answer to a question that was asked within the last seconds, or the one that is under way; else `ask` is asked.
 * Failures are not kept. One cache for all tools of a service, of at most 1000 answers.
 */
export function cached(
  settings: Settings,
  key: string,
  seconds: number,
  ask: () => Promise<unknown>
): Promise<unknown> {
  if (seconds === 0) return ask();
  let cache = caches.get(settings);
  if (cache === undefined) caches.set(settings, (cache = new Map()));
  const now = performance.now();
  const found = cache.get(key);
  if (found !== undefined && found.until > now) return found.answer;
  const answer = ask();
  cache.delete(key);
  cache.set(key, { until: now + seconds * 1000, answer });
  answer.catch(() => {
    if (cache.get(key)?.answer === answer) cache.delete(key);
  });
  const oldest = cache.keys().next().value;
  if (cache.size > MOST && oldest !== undefined) cache.delete(oldest);
  return answer;
}
