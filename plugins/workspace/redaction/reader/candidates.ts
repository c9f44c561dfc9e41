import type { Line } from './lines.js';
import { PLAIN_SORTS, shapeOf, type Shape } from './value-shape.js';

/** How a value stands on its line: between signs, as a word of its own, or as all that follows its name. */
export type Standing = 'enclosed' | 'token' | 'rest';

/** A part of a text that may be a secret. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly line: Line;
  readonly standing: Standing;
  /** The sign before an enclosed value; empty for the others. */
  readonly sign: string;
  readonly shape: Shape;
}

const LEAST = 6;
const MOST = 100;

const QUOTES: readonly (readonly [sign: string, pattern: RegExp])[] = [
  ['"', /"((?:[^"\\]|\\.){6,100})"/dg],
  ["'", /(?<![A-Za-z0-9])'((?:[^'\\]|\\.){6,100})'/dg],
  ['`', /`([^`]{6,100})`/dg]
];
const MARKS: readonly (readonly [sign: string, pattern: RegExp])[] = [
  ['«', /[«„“‚‘] {0,1}([^«»„“”‚‘’"]{6,100}?) {0,1}[»“”’"]/dg],
  ['*', /(?<![*\w])\*{1,2}([^*\s][^*]{4,98}[^*\s])\*{1,2}(?![*\w])/dg],
  ['>', />([^<>]{6,100})<\//dg]
];
const TOKEN = /[^\s"'`<>,;|«»„“”()[\]]{6,100}/g;
const NAMED = /^-{0,2}[\p{L}_][\p{L}\d_.-]{0,40}(?:=|:=?|=>)(?!\/\/)(.+)$/u;
const AFTER_USER = /^[^\s:/@]{1,40}[/:]([^\s/:@]{6,60})$/;
const BEFORE = /^[-*+#:=.!?([{~@/\\]+(?=[\p{L}\d])/u;
const BEHIND = /[:,;)\]}]+$|(?<=[\p{L}\d])[.!?]$/u;
/** A line of settings, without the blanks around it; longer ones hold no value of this length. */
const REST =
  /^[#;/-]{0,2}[ \t]{0,3}(?:export |set |- )?["']?[\p{L}\d_./-]{1,60}(?: [\p{L}\d_./-]{1,30}){0,4}["']?[ \t]{0,12}(?:=>|:=|=|:|->|\t)[ \t]{0,12}(["']?)(\S.{4,98}?)\1[,;]?$/du;
const MOST_REST = 260;
const MANY_WORDS = /[ ,;()"'|<>[\]]/;

/** Collects the parts of a line, each once and without the blanks around it. */
class Parts {
  readonly all: Candidate[] = [];
  readonly #seen = new Set<number>();

  constructor(
    private readonly text: string,
    private readonly line: Line,
    /** Where a word without quotes is a word of the language, or one of a comment on it. */
    private readonly inCode: boolean
  ) {}

  add(from: number, to: number, standing: Standing, sign = ''): void {
    let start = this.line.start + from;
    let end = this.line.start + to;
    while (end > start && isBlank(this.text.charCodeAt(end - 1))) end--;
    while (end > start && isBlank(this.text.charCodeAt(start))) start++;
    const place = start * (MOST + 1) + (end - start);
    if (end - start < LEAST || end - start > MOST || this.#seen.has(place)) return;
    this.#seen.add(place);
    const value = this.text.slice(start, end);
    // Nearly everything is a word, of which only what stands beside a telling one can be told to be secret.
    const takesPlain = this.line.told && (standing !== 'token' || !this.inCode);
    if (!takesPlain && LETTERS.test(value)) return;
    const shape = shapeOf(value);
    if (!takesPlain && PLAIN_SORTS.has(shape.sort)) return;
    this.all.push({ start, end, line: this.line, standing, sign, shape });
  }
}

const LETTERS = /^[a-zA-Z]+$/;

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 13;

/**
 * What on a line may be a secret.
 * @param within in source code that is what stands in quotes, or in a comment
 */
export function candidatesOn(text: string, line: Line, within: 'text' | 'code' | 'comment'): readonly Candidate[] {
  const content = text.slice(line.start, line.end);
  const parts = new Parts(text, line, within !== 'text');
  enclosed(content, QUOTES, parts);
  if (within === 'code') return parts.all;
  enclosed(content, MARKS, parts);
  for (const { index, 0: token } of content.matchAll(TOKEN)) addToken(index, token, parts);
  addRest(content, parts);
  return parts.all;
}

function addRest(content: string, parts: Parts): void {
  const trimmed = content.trim();
  const rest = trimmed.length > MOST_REST ? undefined : REST.exec(trimmed)?.indices?.[2];
  if (rest === undefined || !MANY_WORDS.test(trimmed.slice(...rest))) return;
  const before = content.length - content.trimStart().length;
  parts.add(before + rest[0], before + rest[1], 'rest');
}

function enclosed(content: string, all: typeof QUOTES, parts: Parts): void {
  for (const [sign, pattern] of all) {
    if (sign !== '«' && !content.includes(sign)) continue;
    for (const { indices } of content.matchAll(pattern)) parts.add(...indices![1]!, 'enclosed', sign);
  }
}

/** A word with what is joined to its name, or to its user. */
function addToken(at: number, token: string, parts: Parts): void {
  const end = at + token.length;
  for (const pattern of [NAMED, AFTER_USER]) {
    const value = pattern.exec(token)?.[1];
    if (value !== undefined) parts.add(end - value.length, end, 'token');
  }
  const before = BEFORE.exec(token)?.[0].length ?? 0;
  const behind = BEHIND.exec(token)?.[0].length ?? 0;
  parts.add(at + before, end - behind, 'token');
}
