/** A figure, identifier, date or polarity of a sentence, changed so that it says something else. */
export interface Mutation {
  readonly kind: 'figure' | 'identifier' | 'date' | 'negation';
  readonly text: string;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December'
];
const IDENTIFIER = /\b(?:ORD-\d+|tkt_\w+|NL\d+|[\w.]+@[\w.]+\w)/g;
const AUXILIARY = /\b(?:is|are|was|were|has|have|can|will)\b(?! not| never)/g;

/** Every mutation of one sentence; `step` (1 to 8) varies by how much figures change and which character goes. */
export function mutationsOf(sentence: string, step: number): Mutation[] {
  const out: Mutation[] = [];
  const swap = (kind: Mutation['kind'], at: number, old: string, now: string) =>
    out.push({ kind, text: sentence.slice(0, at) + now + sentence.slice(at + old.length) });
  const ids = [...sentence.matchAll(IDENTIFIER)];
  for (const { 0: id, index } of ids) {
    const at = id.length - 1 - (step % Math.min(4, id.length - 1));
    const old = id[at] ?? '';
    if (/[a-z0-9]/i.test(old))
      swap(
        'identifier',
        index,
        id,
        id.slice(0, at) + (/\d/.test(old) ? (Number(old) + step) % 10 : old === 'q' ? 'z' : 'q') + id.slice(at + 1)
      );
  }
  for (const { 0: figure, index } of sentence.matchAll(/\d+(?:[.,]\d+)*/g)) {
    if (ids.some(id => index >= id.index && index < id.index + id[0].length)) continue;
    const digits = [...figure];
    const at = digits.findLastIndex((digit, i) => /\d/.test(digit) && i <= step % figure.length);
    digits[at] = String((Number(digits[at]) + step) % 10);
    swap(/^\d{4}$/.test(figure) ? 'date' : 'figure', index, figure, digits.join(''));
  }
  for (const { 0: month, index } of sentence.matchAll(new RegExp(`\\b(?:${MONTHS.join('|')})\\b`, 'g'))) {
    swap('date', index, month, MONTHS[(MONTHS.indexOf(month) + step) % 12] ?? '');
  }
  for (const { 0: verb, index } of sentence.matchAll(AUXILIARY)) swap('negation', index, verb, `${verb} not`);
  return out.filter(({ text }) => text !== sentence);
}
