import { documentAround, entriesIn } from './document-entries.js';
import { EXTENSION, GOES_ON } from './reach.js';
import type { ActiveRule } from './redactor.js';
import { cellsBelow } from './table-column.js';
import { satisfies } from './value-conditions.js';

const FOLLOWING = new RegExp(`${GOES_ON}{0,${EXTENSION}}`, 'y');
const BEFORE = 30;
/** The part of a long value that its conditions are judged by. */
const JUDGED = 256;

/** How a mark begins that stands for a secret. */
export const MARK = '[redacted:';

export type SecretSpan = { rule: Pick<ActiveRule, 'id' | 'generic'>; start: number; end: number };

/** The secrets at a place, and where the text goes on that their rule has not seen. */
export interface Found {
  readonly spans: readonly SecretSpan[];
  readonly end: number;
}

/** What a pattern of a rule finds at a place: a secret, those of the document around it, or those of the column below it. */
export function secretsAt(text: string, at: number, rule: ActiveRule, pattern: RegExp): Found | undefined {
  if (rule.each !== undefined) return entriesAround(text, at, rule, pattern);
  return rule.column === undefined ? secretAt(text, at, rule, pattern) : columnBelow(text, at, rule, pattern);
}

function secretAt(text: string, at: number, rule: ActiveRule, pattern: RegExp): Found | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null || found[0].includes(MARK)) return undefined;
  const groups = (found.indices ?? []).slice(1).filter(place => place !== undefined);
  const start = groups[0]?.[0] ?? at;
  let end = groups.at(-1)?.[1] ?? at + found[0].length;
  if (rule.run !== undefined) end = endOfRun(text, end, rule.run);
  if (rule.extend) {
    FOLLOWING.lastIndex = end;
    end += trimmed(FOLLOWING.exec(text)?.[0] ?? '').length;
  }
  if (!counts(text.slice(start, end), rule)) return undefined;
  if (rule.notAfter.length > 0) {
    const before = text.slice(Math.max(0, at - BEFORE), start);
    if (rule.notAfter.some(one => one.test(before))) return undefined;
  }
  return { spans: [{ rule, start, end }], end };
}

/** Whether a value is like a secret of the rule. */
const counts = (value: string, { value: conditions, unless }: ActiveRule): boolean =>
  satisfies(value.slice(0, JUDGED), conditions) && !unless.some(one => one.test(value));

/** The secrets in the column of a table that has a name of the rule, and where that name ends. */
function columnBelow(text: string, at: number, rule: ActiveRule, pattern: RegExp): Found | undefined {
  pattern.lastIndex = at;
  if (rule.column === undefined || !pattern.test(text)) return undefined;
  const name = [at, pattern.lastIndex] as const;
  const spans: SecretSpan[] = [];
  for (const [start, end] of cellsBelow(text, name, rule.column)) {
    const value = text.slice(start, end);
    if (!value.includes(MARK) && counts(value, rule)) spans.push({ rule, start, end });
  }
  return spans.length === 0 ? undefined : { spans, end: name[1] };
}

/** The secrets of the document around a place, entry by entry, and where it ends; undefined where the document is none of the rule's. */
function entriesAround(text: string, at: number, rule: ActiveRule, pattern: RegExp): Found | undefined {
  pattern.lastIndex = at;
  if (rule.each === undefined || !pattern.test(text)) return undefined;
  const [start, end] = documentAround(text, at);
  const part = text.slice(start, end);
  const spans: SecretSpan[] = [];
  for (const [from, to] of entriesIn(part, rule.each, rule.extend)) {
    const value = part.slice(from, to);
    if (value.includes(MARK) || rule.unless.some(one => one.test(value))) continue;
    spans.push({ rule, start: start + from, end: start + to });
  }
  return { spans, end };
}

/** The stop at the end of a sentence is no part of the secret before it. */
const trimmed = (text: string): string => text.replace(/[.~]$/, '');

function endOfRun(text: string, from: number, run: NonNullable<ActiveRule['run']>): number {
  const stop = run.end === undefined ? -1 : text.slice(from, from + run.most).indexOf(run.end);
  if (stop >= 0) return from + stop;
  run.characters.lastIndex = from;
  return from + (run.characters.exec(text)?.[0].length ?? 0);
}
