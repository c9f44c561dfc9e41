import type { Found } from './values.js';
import type { Vocabulary } from './vocabulary.js';

const ABBREVIATION =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|no|nr|st|approx|incl|excl|e\.g|i\.e|vs|etc|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|a\.m|p\.m|inc|ltd|\d{1,2})$/i;

/** The sentences of a text. List markers and line breaks end one too. */
export function sentences(text: string): string[] {
  const out: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    let from = 0;
    for (let i = 0; i < line.length; i++) {
      const c = line[i];
      if (c !== '.' && c !== '!' && c !== '?') continue;
      let end = i + 1;
      while (end < line.length && /[.!?"')\]”’]/.test(line[end] ?? '')) end++;
      const closes = end >= line.length || /\s/.test(line[end] ?? '');
      const next = line.slice(end, end + 8).trimStart();
      if (!closes || (c === '.' && next !== '' && (abbreviates(line, from, i) || /^\p{Ll}/u.test(next)))) continue;
      push(out, line.slice(from, end));
      from = end;
      i = end - 1;
    }
    push(out, line.slice(from));
  }
  return out;
}

function abbreviates(line: string, from: number, point: number): boolean {
  const before = line.slice(Math.max(from, point - 8), point);
  if (!ABBREVIATION.test(before)) return false;
  // "by 16." ends a sentence, "16. März" does not
  return (
    !/\d$/.test(before) ||
    /^\.\s+(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])/i.test(line.slice(point, point + 8))
  );
}

function push(out: string[], part: string): void {
  const sentence = part.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim();
  if (/[\p{L}\p{N}]/u.test(sentence)) out.push(sentence);
}

const BREAK = /[,;:()\u2013\u2014]|\s-\s/g;

/**
 * Start and end of the clauses of a normalised sentence. A part without a verb belongs to the clause before it
 * ("the kettle, the mug and the plate have shipped" is one clause).
 */
export function clauseSpans(text: string, values: readonly Found[], v: Vocabulary): [number, number][] {
  const cuts: number[] = [];
  const hard = new Set<number>();
  const free = (at: number) => !values.some(value => at >= value.start && at < value.end);
  const words = [...text.matchAll(/\p{L}+/gu)].filter(match => free(match.index));
  const opens = (at: number) =>
    v.grammar.subordinators.has(words.find(word => word.index >= at)?.[0].toLowerCase() ?? '');
  let from = 0;
  for (const match of text.matchAll(BREAK)) {
    const end = match.index + match[0].length;
    // "when it is late, we refund" and "we refund, unless it is late" say one thing each
    // ", while the gloves are being packed" tells of something else
    const contrasts = /^\s*while\b/i.test(text.slice(end)) && !opens(from);
    if (!free(match.index) || (match[0] === ',' && !contrasts && (opens(from) || opens(end)))) continue;
    cuts.push(end);
    if (match[0] === ';') hard.add(end);
    from = end;
  }
  for (const match of words) {
    if (v.grammar.conjunctions.has(match[0].toLowerCase()) && match.index > 0) cuts.push(match.index);
  }
  for (const { index } of text.matchAll(/\bbut not\b/gi)) {
    cuts.push(index);
    hard.add(index);
  }
  cuts.sort((a, b) => a - b);
  const hasVerb = (from: number, to: number) =>
    (
      text
        .slice(from, to)
        .toLowerCase()
        .match(/\p{L}+/gu) ?? []
    ).some(word => v.grammar.verbs.has(word));
  const standsAlone = (at: number) => {
    const [first, second] = words.filter(word => word.index >= at).map(word => word[0].toLowerCase());
    return v.grammar.pronouns.has((v.grammar.conjunctions.has(first ?? '') ? second : first) ?? '');
  };
  const spans: [number, number][] = [];
  from = 0;
  for (const cut of [...cuts, text.length]) {
    const last = spans.at(-1);
    if (hard.has(from) && last) spans.push([from, cut]);
    else if (hasVerb(from, cut) && (!last || hasVerb(last[0], last[1]) || standsAlone(from))) spans.push([from, cut]);
    else if (last) last[1] = cut;
    else spans.push([from, cut]);
    from = cut;
  }
  return spans;
}
