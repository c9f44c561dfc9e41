import type { Clause } from '../parse/clause.js';
import type { Pair } from './pairs.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';

/** Words by which a clause says more than its passage: of all, of more certainty, or of fewer. */
export function extentAgainst(clause: Clause, passage: Clause, pairs: readonly Pair[], v: Vocabulary): string[] {
  const out: string[] = [];
  const absolute = v.absolutes.exec(clause.text)?.[0];
  if (absolute !== undefined && !v.absolutes.test(passage.text)) out.push(absolute);
  else if (clause.universal && !passage.universal && v.partial.test(passage.text)) out.push('all');
  const certain = v.certain.exec(clause.text)?.[0];
  if (certain !== undefined && v.hedges.test(passage.text) && !v.hedges.test(clause.text)) out.push(certain);
  if (clause.limited && !passage.limited && passage.negations.length === 0 && clause.parts.length === 1) {
    const only = clause.words.find(({ lower }) => v.restrictive.has(lower))!;
    if (clause.figures.every(({ start }) => start < only.at || start > only.end + 4)) out.push(only.text);
  }
  out.push(...unmeasured(clause, passage, pairs), ...perOther(clause, passage, v));
  const manner = ({ words }: Clause) => words.filter(({ lower }) => v.colours(lower) && !v.hedges.test(lower));
  const [how, other] = [manner(clause), manner(passage)];
  if (other.length > 0 && !how.some(({ stem }) => other.some(each => each.stem === stem)))
    out.push(...how.map(({ text }) => text));
  const wide = v.widenings.exec(clause.text)?.[0];
  if (wide !== undefined && !v.widenings.test(passage.text) && clause.figures.length === 0) out.push(wide);
  return out;
}

/** "€3.50 per item", where the passage says per parcel. */
function perOther(clause: Clause, passage: Clause, v: Vocabulary): string[] {
  const per = ({ text }: Clause) => /\b(?:per|for each|for every) (\p{L}{3,})/iu.exec(text)?.[1];
  const [ours, theirs] = [per(clause), per(passage)];
  return ours !== undefined && theirs !== undefined && v.stem(ours) !== v.stem(theirs) ? [ours] : [];
}

/** "Each point is worth one euro", where the passage says so of a hundred points. */
function unmeasured(clause: Clause, passage: Clause, pairs: readonly Pair[]): string[] {
  const others = clause.figures.some(({ value }) => passage.figures.some(each => each.value.type === value.type));
  if (!others) return [];
  return pairs
    .filter(({ ours, theirs }) => {
      const counted = passage.figures.find(({ end, value }) => value.type === 'number' && end + 1 === theirs.at);
      return counted && !clause.figures.some(({ end }) => end < ours.at && ours.at - end < 12);
    })
    .map(({ ours }) => ours.text);
}
