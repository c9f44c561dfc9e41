import { Keywords } from './keywords.js';
import type { Patterns } from './patterns.js';
import { EXTENSION, GOES_ON, reachOf, type Reach } from './reach.js';
import type { ValueConditions } from './redaction-rules.js';
import { satisfies } from './value-conditions.js';

export interface RedactionFinding {
  /** The id of the rule in `policies/redaction`. */
  readonly rule: string;
  /** Offsets in the original text. */
  readonly start: number;
  readonly end: number;
}

export interface Redactor extends Reach {
  /**
   * `text` with each secret replaced by `[redacted:<rule>]`. A second pass changes nothing.
   * @param path where the text comes from, relative to the workspace; some rules are for some files
   */
  redact(
    text: string,
    path?: string
  ): { readonly text: string; readonly count: number; readonly findings: readonly RedactionFinding[] };
  /** The findings, and how many patterns were tried to get them. */
  explain(text: string, path?: string): { readonly attempts: number; readonly findings: readonly RedactionFinding[] };
}

/** A rule ready to run. */
export interface ActiveRule {
  readonly id: string;
  readonly keywords: readonly string[];
  readonly ignoreCase: boolean;
  readonly generic: boolean;
  /** The most characters that a match has, with those around it that it looks at. */
  readonly width: number;
  readonly paths: readonly RegExp[];
  readonly match: Patterns;
  readonly bare: Patterns;
  readonly each: { readonly match: readonly RegExp[]; readonly under: RegExp | undefined } | undefined;
  readonly run: { readonly characters: RegExp; readonly most: number; readonly end: string | undefined } | undefined;
  readonly extend: boolean;
  readonly value: ValueConditions;
  readonly unless: readonly RegExp[];
  readonly notAfter: readonly RegExp[];
}

/** What source code is: there a value without quotes is an expression, unless a comment has it. */
export interface SourceCode {
  readonly sourceCode: readonly RegExp[];
  readonly comments: readonly RegExp[];
}

const FOLLOWING = new RegExp(`${GOES_ON}{0,${EXTENSION}}`, 'y');
const BEFORE = 30;
/** The part of a long value that its conditions are judged by. */
const JUDGED = 256;
const MARK = '[redacted:';

type Span = { rule: ActiveRule; start: number; end: number };

/** The secrets at a place, and where the text goes on that their rule has not seen. */
interface Found {
  readonly spans: readonly Span[];
  readonly end: number;
}

const NOTHING = { spans: [], attempts: 0 } as const;

/** The rules as they hold for the texts of one file. */
interface FileRules {
  readonly rules: readonly ActiveRule[];
  /** Where each rule begins to look: infinite for one that does not apply. */
  readonly begins: Float64Array;
  /** For source code: how a line begins that is none. */
  readonly comments: readonly RegExp[] | undefined;
}

/** Looks for secrets at the places of a text that have a keyword, in their order. */
class SecretFinder {
  readonly spans: Span[] = [];
  attempts = 0;
  /** Where each rule goes on: it does not look again into what it has hidden, so that a text of secrets costs no more than another. */
  readonly #begins: Float64Array;

  constructor(
    private readonly text: string,
    private readonly file: FileRules
  ) {
    this.#begins = file.begins.slice();
  }

  look(index: number, at: number): void {
    if (at < (this.#begins[index] as number)) return;
    const rule = this.file.rules[index] as ActiveRule;
    const found =
      this.#first(rule, rule.match, at) ?? (this.#takesBare(rule, at) ? this.#first(rule, rule.bare, at) : undefined);
    if (found === undefined) return;
    this.#begins[index] = Math.max(at, found.end);
    for (const span of found.spans) this.spans.push(span);
  }

  /** What the first of the patterns finds that finds anything. */
  #first(rule: ActiveRule, patterns: Patterns, at: number): Found | undefined {
    this.attempts++;
    if (!patterns.mayFit(this.text, at)) return undefined;
    for (const pattern of patterns.each) {
      this.attempts++;
      const found =
        rule.each === undefined ? secretAt(this.text, at, rule, pattern) : entriesAround(this.text, at, rule, pattern);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #takesBare({ bare }: ActiveRule, at: number): boolean {
    const { comments } = this.file;
    return bare.each.length > 0 && (comments === undefined || comments.some(one => one.test(shortLine(this.text, at))));
  }
}

export function buildRedactor(rules: readonly ActiveRule[], { sourceCode, comments }: SourceCode): Redactor {
  const keywords = new Keywords();
  rules.forEach((rule, i) => {
    for (const keyword of rule.keywords) keywords.add(keyword, rule.ignoreCase, i);
  });

  let known: { readonly path: string | undefined; readonly file: FileRules } | undefined;

  /** Texts that follow one another are most often of one file. */
  function rulesFor(path: string | undefined): FileRules {
    if (known === undefined || known.path !== path) {
      const isOf = (all: readonly RegExp[]): boolean => path !== undefined && all.some(one => one.test(path));
      const begins = Float64Array.from(rules, ({ paths }) =>
        paths.length === 0 || isOf(paths) ? 0 : Number.POSITIVE_INFINITY
      );
      known = { path, file: { rules, begins, comments: isOf(sourceCode) ? comments : undefined } };
    }
    return known.file;
  }

  function find(
    text: string,
    path: string | undefined
  ): { readonly spans: readonly Span[]; readonly attempts: number } {
    let finder: SecretFinder | undefined;
    // Most texts are short and have no keyword, so that nothing is made before the first.
    keywords.scan(text, (rule, at) => (finder ??= new SecretFinder(text, rulesFor(path))).look(rule, at));
    return finder === undefined ? NOTHING : { spans: merge(finder.spans), attempts: finder.attempts };
  }

  return {
    ...reachOf(rules),
    redact(text, path) {
      const { spans } = find(text, path);
      let result = '';
      let from = 0;
      for (const { rule, start, end } of spans) {
        result += `${text.slice(from, start)}${MARK}${rule.id}]`;
        from = end;
      }
      return { text: result + text.slice(from), count: spans.length, findings: spans.map(findingOf) };
    },
    explain(text, path) {
      const { spans, attempts } = find(text, path);
      return { attempts, findings: spans.map(findingOf) };
    }
  };
}

const findingOf = ({ rule, start, end }: Span): RedactionFinding => ({ rule: rule.id, start, end });

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
  const value = text.slice(start, end);
  if (!satisfies(value.slice(0, JUDGED), rule.value)) return undefined;
  if (rule.unless.some(one => one.test(value))) return undefined;
  if (rule.notAfter.length > 0) {
    const before = text.slice(Math.max(0, at - BEFORE), start);
    if (rule.notAfter.some(one => one.test(before))) return undefined;
  }
  return { spans: [{ rule, start, end }], end };
}

/** How far from its mark a document is looked at, in characters: files that are read whole are smaller. */
const MOST_DOCUMENT = 2 ** 20;
const DOCUMENT_END = '\n---';

/** The secrets of the document around a place, entry by entry, and where it ends; undefined where the document is none of the rule's. */
function entriesAround(text: string, at: number, rule: ActiveRule, pattern: RegExp): Found | undefined {
  pattern.lastIndex = at;
  if (rule.each === undefined || !pattern.test(text)) return undefined;
  const start = Math.max(at - MOST_DOCUMENT, text.lastIndexOf(DOCUMENT_END, at) + 1, 0);
  const stop = text.indexOf(DOCUMENT_END, at);
  const end = Math.min(stop < 0 ? text.length : stop, at + MOST_DOCUMENT);
  const part = text.slice(start, end);
  const braces = openBraces(part);
  const outline = outlineOf(part);
  const spans: Span[] = [];
  for (const entry of rule.each.match)
    for (const { indices } of part.matchAll(entry)) {
      const found = indices![1]!;
      const [from, to] = valueAt(part, found, rule.extend);
      const value = part.slice(from, to);
      if (rule.unless.some(one => one.test(value)) || value.includes(MARK)) continue;
      if (rule.each.under?.test(parentOf(part, found[0], { braces, outline })) === false) continue;
      spans.push({ rule, start: start + from, end: start + to });
    }
  return { spans, end };
}

const BLOCK_SCALAR = /^[|>][+-]?\d?[+-]?[ \t]*$/;

/** All that follows without a break: a pattern ends after so many characters. */
const REST = new RegExp(`${GOES_ON}*`, 'y');

/** Where a value lies: for the sign of YAML that begins a block, the lines below that are indented more. */
function valueAt(text: string, [from, to]: readonly [number, number], extend: boolean): readonly [number, number] {
  if (!BLOCK_SCALAR.test(text.slice(from, to))) {
    REST.lastIndex = to;
    return [from, to + (extend ? REST.exec(text)![0].length : 0)];
  }
  const own = indentOf(text, lineStart(text, from));
  const first = to + 1 + indentOf(text, to + 1);
  let end = to;
  for (let line = to + 1; line > 0 && line < text.length; line = text.indexOf('\n', line) + 1) {
    const lineEnd = text.indexOf('\n', line);
    const content = text.slice(line, lineEnd < 0 ? undefined : lineEnd);
    if (content.trim() !== '' && indentOf(text, line) <= own) break;
    if (content.trim() !== '') end = line + content.trimEnd().length;
  }
  return end === to ? [from, to] : [first, end];
}

/** For each place of a text the innermost brace that is open there on its line, or -1. */
function openBraces(text: string): Int32Array {
  const innermost = new Int32Array(text.length);
  let open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\n') open = [];
    else if (sign === '}') open.pop();
    innermost[at] = open.at(-1) ?? -1;
    if (sign === '{') open.push(at);
  }
  return innermost;
}

const LONGEST_NAME = 100;

/** What an entry belongs to: the name before the braces around it on its line, else the nearest line above that is indented less. */
function parentOf(
  text: string,
  at: number,
  { braces, outline }: { readonly braces: Int32Array; readonly outline: Outline }
): string {
  for (let brace = braces[at]!; brace >= 0; brace = braces[brace]!) {
    const before = text.slice(Math.max(lineStart(text, brace), brace - LONGEST_NAME), brace).trim();
    if (before !== '') return before.slice(Math.max(before.lastIndexOf(','), before.lastIndexOf('{')) + 1).trim();
  }
  return parentLine(text, at, outline);
}

/** Where the lines of a text begin, and for each the number of the nearest one above that is indented less, or -1. */
interface Outline {
  readonly starts: readonly number[];
  readonly parents: readonly number[];
}

/** Made once for a document: each entry that looked for the line above it would read all of those before. */
function outlineOf(text: string): Outline {
  const starts: number[] = [];
  const parents: number[] = [];
  const above: { readonly line: number; readonly indent: number }[] = [];
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const indent = indentOf(text, start);
    const blank = text.slice(start, end).trim() === '';
    while (!blank && above.length > 0 && above.at(-1)!.indent >= indent) above.pop();
    parents.push(above.at(-1)?.line ?? -1);
    if (!blank) above.push({ line: starts.length, indent });
    starts.push(start);
    start = end + 1;
  }
  return { starts, parents };
}

/** The line under which the one stands that holds a place; empty where there is none. */
function parentLine(text: string, at: number, { starts, parents }: Outline): string {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  const parent = parents[low] ?? -1;
  return parent < 0
    ? ''
    : text.slice(starts[parent]!, Math.min(starts[parent + 1]! - 1, starts[parent]! + LONGEST_LINE)).trim();
}

/** Of a line that says what stands below it, in characters. */
const LONGEST_LINE = 1000;

const lineStart = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);
const indentOf = (text: string, at: number): number => /^[ \t]*/.exec(text.slice(at, at + 200))![0].length;

/** The line up to a place; the last of it where it is so long that it is no line that somebody wrote. */
const shortLine = (text: string, at: number): string => {
  const before = text.slice(Math.max(0, at - 200), at);
  return before.slice(before.lastIndexOf('\n') + 1);
};

/** The stop at the end of a sentence is no part of the secret before it. */
const trimmed = (text: string): string => text.replace(/[.~]$/, '');

function endOfRun(text: string, from: number, run: NonNullable<ActiveRule['run']>): number {
  const stop = run.end === undefined ? -1 : text.slice(from, from + run.most).indexOf(run.end);
  if (stop >= 0) return from + stop;
  run.characters.lastIndex = from;
  return from + (run.characters.exec(text)?.[0].length ?? 0);
}

/** Overlapping findings hide the whole of what they cover, under the name of the specific one. */
function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push({ ...span });
    else {
      last.end = Math.max(last.end, span.end);
      if (last.rule.generic && !span.rule.generic) last.rule = span.rule;
    }
  }
  return merged;
}

/** What credentials are, and how far to read beyond a cut so that none is split. */
export type TextRedactor = Pick<Redactor, 'redact' | keyof Reach>;
