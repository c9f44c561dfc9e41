import { hash } from 'node:crypto';
import type { Assess, ContentAssessment } from './assess.js';

const MOST = 1000;

/**
 * Assesses a result that was assessed before, as when a file is read again, from memory: that takes a hundredth of the time.
 * Holds digests and assessments, no text. `rules` gives what is assessed by; when it is another, all is forgotten.
 */
export function remembering(assess: Assess, rules: () => object): Assess {
  const known = new Map<string, ContentAssessment>();
  let current: object | undefined;
  return structured => {
    const now = rules();
    if (now !== current) known.clear();
    current = now;
    const digest = hash('sha256', JSON.stringify(structured), 'base64');
    const before = known.get(digest);
    if (before !== undefined) return before;
    const assessment = assess(structured);
    const [oldest] = known.keys();
    if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
    known.set(digest, assessment);
    return assessment;
  };
}
