import type { EntryPatterns } from './document-entries.js';
import { Keywords } from './keywords.js';
import type { Patterns } from './patterns.js';
import { reachOf, type Reach } from './reach.js';
import { READ } from './reader/lines.js';
import type { SecretReader } from './reader/reader.js';
import type { ValueConditions } from './redaction-rules.js';
import { MARK, secretsAt, type Found, type SecretSpan } from './secrets-at.js';

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
   * @param until what begins there or behind is nobody's concern and may be left; all of the text is, where it is left out
   */
  redact(
    text: string,
    path?: string,
    until?: number
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
  readonly each: EntryPatterns | undefined;
  /** A match is the name of a column, whose cells within so many characters are the secrets. */
  readonly column: number | undefined;
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
  readonly spans: SecretSpan[] = [];
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
      const found = secretsAt(this.text, at, rule, pattern);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #takesBare({ bare }: ActiveRule, at: number): boolean {
    const { comments } = this.file;
    return bare.each.length > 0 && (comments === undefined || comments.some(one => one.test(shortLine(this.text, at))));
  }
}

export function buildRedactor(
  rules: readonly ActiveRule[],
  { sourceCode, comments }: SourceCode,
  reader: SecretReader | undefined
): Redactor {
  const keywords = new Keywords();
  /** From here on keywords are telling words of the reader. */
  const telling = rules.length;
  const needles = reader?.needles ?? [];
  needles.forEach(({ word }, nth) => keywords.add(word, true, telling + nth));
  rules.forEach((rule, i) => {
    for (const keyword of rule.keywords) keywords.add(keyword, rule.ignoreCase, i);
  });

  const readerRule = { id: reader?.id ?? '', generic: true };

  /** For a file that no rule is for by its path. */
  const anywhere = Float64Array.from(rules, ({ paths }) => (paths.length === 0 ? 0 : Number.POSITIVE_INFINITY));
  const ofSomeFiles = rules.flatMap(({ paths }, index) => (paths.length === 0 ? [] : [{ index, paths }]));
  let known: { readonly path: string | undefined; readonly file: FileRules } | undefined;

  /** Texts that follow one another are most often of one file. */
  function rulesFor(path: string | undefined): FileRules {
    if (known === undefined || known.path !== path) {
      const isOf = (all: readonly RegExp[]): boolean => path !== undefined && all.some(one => one.test(path));
      const begins = anywhere.slice();
      for (const { index, paths } of ofSomeFiles) if (isOf(paths)) begins[index] = 0;
      known = { path, file: { rules, begins, comments: isOf(sourceCode) ? comments : undefined } };
    }
    return known.file;
  }

  function find(
    text: string,
    path: string | undefined,
    until = text.length
  ): { readonly spans: readonly SecretSpan[]; readonly attempts: number } {
    let finder: SecretFinder | undefined;
    const words = reader?.words(path);
    // Most texts are short and have no keyword, so that nothing is made before the first.
    keywords.scan(text, words === undefined ? until : until + READ, (rule, at) => {
      if (rule >= telling) words?.meet(needles[rule - telling]!, at);
      else if (at < until) (finder ??= new SecretFinder(text, rulesFor(path))).look(rule, at);
    });
    const spans = finder?.spans ?? [];
    if (reader !== undefined && words !== undefined)
      for (const found of reader.find(text, path, words, until)) spans.push({ rule: readerRule, ...found });
    return finder === undefined && spans.length === 0
      ? NOTHING
      : { spans: merge(spans), attempts: finder?.attempts ?? 0 };
  }

  return {
    ...reachOf(rules),
    redact(text, path, until) {
      const { spans } = find(text, path, until);
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

const findingOf = ({ rule, start, end }: SecretSpan): RedactionFinding => ({ rule: rule.id, start, end });

/** The line up to a place; the last of it where it is so long that it is no line that somebody wrote. */
const shortLine = (text: string, at: number): string => {
  const before = text.slice(Math.max(0, at - 200), at);
  return before.slice(before.lastIndexOf('\n') + 1);
};

/** Overlapping findings hide the whole of what they cover, under the name of the specific one. */
function merge(spans: readonly SecretSpan[]): SecretSpan[] {
  const merged: SecretSpan[] = [];
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
