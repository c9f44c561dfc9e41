import type { Assessment, Finding } from './guard.js';

/** Findings uncover others once they are gone; a text that still has some after this many passes is replaced whole. */
const MOST_PASSES = 6;

/** Readings whose findings are part of a sentence; what was encoded or hidden is cut out exactly. */
const WORDED: ReadonlySet<string> = new Set([
  'plain',
  'raw',
  'lookalike',
  'leet',
  'joined',
  'spelling',
  'rot13',
  'caesar',
  'reversed'
]);

/** Marks that end a clause wherever they stand, and marks that do so only before a blank or a quotation mark. */
const END = /[!?;|<>\n\r\]}。！？…]/;
const END_BEFORE_BLANK = '.';
const START = /[!?;|<>\n\r()[\]{}。！？，、…]/;
const START_BEFORE_BLANK = '.:,';
const BLANK_OR_QUOTE = /[\s"'“„«]/;
const FARTHEST_OPENING = 400;
const LINE_END = /[\n\r]/;
const DASH = /^\s[-–—]\s/;
const NEW_SUBJECT = /^,\s[\p{Lu}\d]/u;
const CAPITALISED = /^\p{Lu}(?:\p{Ll}|\p{Lu}[\p{Lu} :])/u;

/** What opens a quoted or bracketed stretch, and what closes it. */
const PARTNERS: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»', '(': ')' };

/**
 * Replaces what the guard finds in a text from outside, clause by clause.
 * @param assess the guard's assessment for the text's channel
 * @param replacement a short note that the guard itself finds nothing in
 */
export function neutralise(
  text: string,
  assess: (text: string) => Assessment,
  replacement: string
): { text: string; findings: readonly Finding[] } {
  const first = assess(text);
  let current = text;
  let assessment = first;
  for (let pass = 0; pass < MOST_PASSES && assessment.detected; pass++) {
    current = cut(current, assessment.findings, replacement, pass > 1);
    assessment = assess(current);
  }
  return { text: assessment.detected ? replacement : current, findings: first.detected ? first.findings : [] };
}

function cut(text: string, findings: readonly Finding[], replacement: string, wide: boolean): string {
  let lastFrom = 0;
  let lastStart = -1;
  const spans = narrowest(findings)
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map(({ start, end, view }) => {
      if (!wide && !WORDED.has(view)) return [start, end] as const;
      const [from, to] = widen(text, start, end, wide);
      // A later finding of one clause reaches no further back than the first one.
      const shared = from <= lastStart && lastStart >= 0 && !wide;
      lastFrom = shared ? Math.max(from, lastFrom) : from;
      lastStart = start;
      return [lastFrom, to] as const;
    })
    .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let result = '';
  let at = 0;
  for (const [start, end] of spans) {
    if (end <= at) continue;
    if (start >= at) result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

/** A rewritten reading points at all of its stretch; where the same pattern was found inside, that place is enough. */
function narrowest(findings: readonly Finding[]): Finding[] {
  return findings.filter(
    outer =>
      !findings.some(
        inner =>
          inner.rule === outer.rule &&
          inner.line === outer.line &&
          inner.start >= outer.start &&
          inner.end <= outer.end &&
          inner.end - inner.start < outer.end - outer.start
      )
  );
}

/** Grows a finding to its clause or to the quotation it stands in; in the later passes to its line. */
function widen(text: string, start: number, end: number, wide: boolean): readonly [number, number] {
  if (!wide && text.startsWith(COMMENT, start)) return [start, endOfComment(text, end)];
  let from = start;
  if (wide || !startsAnew(text, start))
    while (from > 0 && !(wide ? LINE_END.test(text[from - 1] as string) : beginsAfter(text, from - 1))) from--;
  while (from < start && /\s/.test(text[from] as string)) from++;
  const partner = wide ? undefined : closing(text, from);
  let to = end;
  while (to < text.length && !(wide ? LINE_END.test(text[to] as string) : endsAt(text, to, partner))) to++;
  if (wide) return [from, to];
  // Where no mark parts a fact from the attack beside it, the fact stays.
  if (isFact(text.slice(from, start))) from = start;
  const next = CAPITAL_AFTER.exec(text.slice(end, to));
  if (next !== null && isFact(text.slice(end + next.index + 1, to))) to = end + next.index + 1;
  return [from, to];
}

const COMMENT = '<!--';
const COMMENT_END = '-->';
const LONGEST_COMMENT = 600;

function endOfComment(text: string, end: number): number {
  const close = text.slice(end - COMMENT_END.length, end + LONGEST_COMMENT).indexOf(COMMENT_END);
  return close < 0 ? end : end + close;
}

const CAPITAL_AFTER = /\s\p{Lu}\p{Ll}/u;
const TELLS_SOMETHING = /\d|: \S/;
const FEWEST_WORDS = 2;
/** Words by which a text turns to its reader; what holds one of them may belong to the attack. */
const ADDRESSES =
  /\b(?:you|your|yours|ai|llm|assistant|agent|bot|chatbot|model|system|instructions?|must|should|please|prompt|rules?|ignore|note|to)\b/i;

const isFact = (part: string): boolean =>
  TELLS_SOMETHING.test(part) && part.trim().split(/\s+/).length >= FEWEST_WORDS && !ADDRESSES.test(part);

/** The mark that closes the quotation or bracket around a place, looked for on its line and not far back. */
function closing(text: string, at: number): string | undefined {
  const open: string[] = [];
  for (let i = Math.max(0, at - FARTHEST_OPENING); i < at; i++) {
    const char = text[i] as string;
    if (LINE_END.test(char)) open.length = 0;
    else if (char === open.at(-1)) open.pop();
    else if (opens(text, i)) open.push(PARTNERS[char] as string);
  }
  return open.at(-1);
}

function opens(text: string, at: number): boolean {
  if (!((text[at] as string) in PARTNERS) || /\s/.test(text[at + 1] ?? ' ')) return false;
  return at === 0 || /[\s:,{[(]/.test(text[at - 1] as string);
}

/** A capital in running text: a sentence whose predecessor has no mark at its end. */
function startsAnew(text: string, at: number): boolean {
  return at > 0 && /\s/.test(text[at - 1] as string) && CAPITALISED.test(text.slice(at, at + 3));
}

function beginsAfter(text: string, at: number): boolean {
  const char = text[at] as string;
  const next = text[at + 1] ?? ' ';
  if (START.test(char)) return true;
  if (START_BEFORE_BLANK.includes(char)) return BLANK_OR_QUOTE.test(next);
  if (opens(text, at)) return true;
  return /\s/.test(char) && at > 1 && DASH.test(text.slice(at - 2, at + 1));
}

/** A full stop ends a clause only before a blank, so that amounts and addresses stay whole. */
function endsAt(text: string, at: number, partner: string | undefined): boolean {
  const char = text[at] as string;
  if (char === partner || END.test(char)) return true;
  if (char === END_BEFORE_BLANK) return at + 1 >= text.length || BLANK_OR_QUOTE.test(text[at + 1] as string);
  const ahead = text.slice(at, at + 4);
  return DASH.test(ahead) || NEW_SUBJECT.test(ahead);
}
