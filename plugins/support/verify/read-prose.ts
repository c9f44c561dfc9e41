import { conceptsIn, saidIn } from './concepts.js';
import type { EvidenceRecord, Reader, Unit } from './facts.js';
import { clauseSpans, sentences } from './split.js';
import { readClause } from './tokens.js';
import type { Vocabulary } from './vocabulary.js';

export function readProse(text: string, record: EvidenceRecord, field: string | undefined, reader: Reader): void {
  const { vocabulary: v } = reader;
  for (const sentence of sentences(reader.normalise(text))) {
    const values = reader.extract(sentence);
    const whole = readClause(sentence, 0, sentence.length, values, v);
    const spans = clauseSpans(sentence, values, v);
    const context = conceptsIn([whole], true);
    for (const [start, end] of spans) {
      const clause = spans.length === 1 ? whole : readClause(sentence, start, end, values, v);
      const clauses = spans.length === 1 ? [whole] : [clause, whole];
      const said = saidIn(clauses, v);
      const passage: Unit = {
        record,
        ...(field === undefined ? {} : { field }),
        own: conceptsIn([clause], true),
        context,
        values: clause.values.map(found => ({
          value: found.value,
          comparator: found.comparator,
          anchor: anchorOf(sentence, found.end, v)
        })),
        clauses,
        said
      };
      record.passages.push(passage);
      for (const concept of said.keys()) {
        const saying = record.bySaid.get(concept);
        if (saying) saying.push(passage);
        else record.bySaid.set(concept, [passage]);
      }
    }
  }
}

/** The event a span of time is counted from: "60 days of delivery", "7 days of receiving the return". */
export function anchorOf(text: string, end: number, v: Vocabulary): string | undefined {
  const after = /^\s{1,2}(?:of|from|after|since|following)\s{1,2}([^,.;:]{0,40})/u.exec(text.slice(end, end + 60))?.[1];
  const words = after?.match(/\p{L}+/gu) ?? [];
  const listed = (word: string) => v.phrases.get(v.stem(word))?.find(({ stems }) => stems.length === 1)?.meaning;
  const content = (word: string) =>
    (!v.glue.has(word.toLowerCase()) && !v.soft.has(v.stem(word))) ||
    v.grammar.order_nouns.has(word.toLowerCase()) ||
    listed(word) !== undefined;
  const meaning = (word: string) => listed(word) ?? v.stem(word);
  const order = words.findIndex(content);
  // "after your parcel reaches us" counts from the arrival
  const moved = v.grammar.order_nouns.has(words[order]?.toLowerCase() ?? '');
  const event = moved ? words.findIndex((word, i) => i > order && content(word)) : -1;
  const at = event < 0 ? order : event;
  const first = words[at];
  if (first === undefined) return undefined;
  const next = words.slice(at + 1, at + 4);
  const stop = next.findIndex(word => v.grammar.stops.has(word.toLowerCase()));
  const object = first.endsWith('ing')
    ? next.slice(0, stop < 0 ? undefined : stop).find(word => !v.glue.has(word.toLowerCase()))
    : undefined;
  return object === undefined ? meaning(first) : `${meaning(first)} ${meaning(object)}`;
}
