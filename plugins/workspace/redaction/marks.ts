import type { Buffer } from 'node:buffer';

/** Keywords of some rules: plain data, so that a thread can be given it. */
export interface KeywordMarks {
  /** Short texts of which one is in every text that has a keyword. */
  readonly fragments: readonly string[];
  readonly keywords: RegExp;
}

/** Whether one of the keywords is in bytes, read as Latin-1. Nearly always none is, which a look for parts of them tells. */
export const hasMark = (content: Buffer, { fragments, keywords }: KeywordMarks): boolean =>
  fragments.some(fragment => content.includes(fragment, 0, 'latin1')) && keywords.test(content.toString('latin1'));
