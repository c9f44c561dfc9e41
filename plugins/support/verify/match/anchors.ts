import { singleWords, type Vocabulary } from '../vocabulary/vocabulary.js';

/** The event a span of time is counted from: "60 days of delivery", "7 days of receiving the return". */
export function anchorOf(text: string, end: number, v: Vocabulary): string | undefined {
  const after = /^\s{1,2}(?:of|from|after|since|following)\s{1,2}([^,.;:]{0,40})/u.exec(text.slice(end, end + 60))?.[1];
  const words = after?.match(/\p{L}+/gu) ?? [];
  const known = (word: string) => singleWords(v.stem(word), v)[0]?.meaning;
  const moved = (word: string) => v.grammar.order_nouns.has(word.toLowerCase());
  const content = (word: string) =>
    (!v.glue.has(word.toLowerCase()) && !v.soft.has(v.stem(word))) || moved(word) || known(word) !== undefined;
  const meaning = (word: string) => known(word) ?? v.stem(word);
  const order = words.findIndex(content);
  // "after your parcel reaches us" counts from the arrival
  const event = moved(words[order] ?? '') ? words.findIndex((word, i) => i > order && content(word)) : -1;
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
