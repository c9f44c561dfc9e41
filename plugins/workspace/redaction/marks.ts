import type { Buffer } from 'node:buffer';
import { groupBy } from '../../../core/index.js';
import { escapeRegex, needleOf, type Needle } from '../../../core/text/index.js';

/** Keywords of some rules: plain data, so that a thread can be given it. */
export interface KeywordMarks {
  /** Those of which case counts; the parts of a group are the same. */
  readonly exact: readonly (readonly Needle[])[];
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
    exact: [...groupBy(texts(false).map(needleOf), ({ part }) => String(part)).values()],
    anyCase: anyCase === '' ? undefined : new RegExp(anyCase, 'i')
  };
}

/** Whether one of the keywords is in bytes, read as Latin-1. Nearly always none is. */
export const hasMark = (content: Buffer, { exact, anyCase }: KeywordMarks): boolean =>
  exact.some(group => content.indexOf(group[0]!.part) >= 0 && group.some(({ whole }) => content.indexOf(whole) >= 0)) ||
  (anyCase?.test(content.toString('latin1')) ?? false);
