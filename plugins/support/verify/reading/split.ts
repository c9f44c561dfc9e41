import type { Found } from './values.js';
import type { Vocabulary } from './vocabulary.js';

const ABBREVIATION =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|no|nr|st|approx|incl|excl|e\.g|i\.e|vs|etc|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|a\.m|p\.m|inc|ltd|\d{1,2})$/i;

/** The sentences of a text. List markers and line breaks end one too. */
export function sentences(text: string): string[] {
  const out: string[] = [];
  const push = (part: string) => {
    const sentence = part.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim();
    if (/[\p{L}\p{N}]/u.test(sentence)) out.push(sentence);
  };
  for (const line of text.split(/\r?\n/)) {
    let from = 0;
    for (const { 0: mark, index } of line.matchAll(/[.!?][.!?"')\]”’]*(?=\s|$)/g)) {
      const end = index + mark.length;
      const next = line.slice(end, end + 8).trimStart();
      const goesOn = mark.startsWith('.') && next !== '' && (/^\p{Ll}/u.test(next) || abbreviates(line, from, index));
      if (goesOn) continue;
      push(line.slice(from, end));
      from = end;
    }
    push(line.slice(from));
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

const BREAK = /[,;:()\u2013\u2014]|\s-\s/g;

/**
 * Start and end of the clauses of a normalised sentence. A part without a verb belongs to the clause before it
 * ("the kettle, the mug and the plate have shipped" is one clause).
 */
export function clauseSpans(text: string, values: readonly Found[], { grammar: g }: Vocabulary): [number, number][] {
  const cuts: number[] = [];
  const free = (at: number) => !values.some(value => at >= value.start && at < value.end);
  const words = [...text.matchAll(/\p{L}+/gu)]
    .filter(match => free(match.index))
    .map(({ 0: word, index }) => ({ word: word.toLowerCase(), index }));
  const opens = (at: number) => g.subordinators.has(words.find(({ index }) => index >= at)?.word ?? '');
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(BREAK)) {
    const end = index + mark.length;
    // "when it is late, we refund" and "we refund, unless it is late" say one thing each
    // ", while the gloves are being packed" tells of something else
    const contrasts = /^\s*while\b/i.test(text.slice(end)) && !opens(from);
    if (!free(index) || (mark === ',' && !contrasts && (opens(from) || opens(end)))) continue;
    cuts.push(end);
    from = end;
  }
  cuts.push(...words.filter(({ word, index }) => index > 0 && g.conjunctions.has(word)).map(({ index }) => index));
  const turns = [...text.matchAll(/\bbut not\b/gi)].map(({ index }) => index);
  const hasVerb = (from: number, to: number) =>
    words.some(({ word, index }) => index >= from && index < to && g.verbs.has(word));
  const spans: [number, number][] = [];
  from = 0;
  for (const cut of [...cuts.sort((a, b) => a - b), text.length]) {
    const last = spans.at(-1);
    if (!last || turns.includes(from) || (hasVerb(from, cut) && hasVerb(...last))) spans.push([from, cut]);
    else last[1] = cut;
    from = cut;
  }
  return spans;
}
