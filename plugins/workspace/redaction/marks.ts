import type { Buffer } from 'node:buffer';
import { escapeRegex, hasNeedle, needlesOf, type Needle } from '../../../core/text/index.js';

/** Keywords of some rules: plain data, so that a thread can be given it. */
export interface KeywordMarks {
  /** Those of which case counts. */
  readonly exact: readonly Needle[];
  /** Those of which case does not count. */
  readonly anyCase: RegExp | undefined;
}

interface KeywordsOfRule {
  readonly keywords: readonly string[];
  readonly ignoreCase: boolean;
}

export function marksOf(rules: readonly KeywordsOfRule[]): KeywordMarks {
  const texts = (ignoreCase: boolean): readonly string[] => {
    const all = new Set(rules.filter(rule => rule.ignoreCase === ignoreCase).flatMap(({ keywords }) => keywords));
    // What has a longer one has the shorter one in it too.
    return [...all].filter(text => ![...all].some(other => other !== text && text.includes(other)));
  };
  const anyCase = texts(true).map(escapeRegex).join('|');
  return {
    exact: needlesOf(texts(false)),
    anyCase: anyCase === '' ? undefined : new RegExp(anyCase, 'i')
  };
}

/** Whether one of the keywords is in bytes, read as Latin-1. Nearly always none is. */
export const hasMark = (content: Buffer, { exact, anyCase }: KeywordMarks): boolean =>
  exact.some(needle => hasNeedle(content, needle)) || (anyCase?.test(content.toString('latin1')) ?? false);
