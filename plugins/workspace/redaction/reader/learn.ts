import { fit, keepModel, LessonError, lessonsIn, type Example, type LessonFile } from '../../../../core/learn/index.js';
import { Keywords } from '../keywords.js';
import { FOLDER, NAME, SETTINGS, type Lessons } from './lessons.js';
import { MetWords, needlesOf, type Needle } from './needles.js';
import { Reading, SECRET, type ReaderRules } from './reading.js';

const PLAIN = 'plain';

/** Characters around a secret that may be hidden with it: the signs at its end. */
const BESIDE = 3;

/** A text and what in it has to be hidden. */
interface LabelledRow {
  readonly text: string;
  readonly path?: string;
  readonly secrets: readonly string[];
}

/** Fits the lessons and keeps what comes of it. Takes seconds. */
export function learn({ files, key }: Lessons, root: string, rules: ReaderRules): void {
  const reading = new Reading(rules);
  const keywords = new Keywords();
  const needles = needlesOf(rules.source.words);
  needles.forEach(({ word }, nth) => keywords.add(word, true, nth));
  const examples = files.flatMap(file =>
    rowsOf(file).flatMap(row =>
      examplesOf(row, reading, (text, meet) => keywords.scan(text, text.length, (nth, at) => meet(needles[nth]!, at)))
    )
  );
  keepModel(root, NAME, key, fit(examples, SETTINGS));
}

const rowsOf = (file: LessonFile): readonly LabelledRow[] =>
  Array.from(lessonsIn(file, FOLDER), ({ place, row }) => {
    const { text, path, secrets } = (row ?? {}) as Partial<LabelledRow>;
    if (typeof text !== 'string' || !Array.isArray(secrets) || !secrets.every(each => typeof each === 'string'))
      throw new LessonError(`${place} needs "text" and "secrets", a list of texts`);
    return { text, secrets, ...(path !== undefined && { path }) };
  });

/** Finds the telling words of a text. */
type Scan = (text: string, meet: (needle: Needle, at: number) => void) => void;

/** Each candidate of a text; what cuts a secret in two is an example of nothing. */
function examplesOf({ text, path, secrets }: LabelledRow, reading: Reading, scan: Scan): readonly Example[] {
  const words = new MetWords(reading.sortOf(path)?.near);
  scan(text, (needle, at) => words.meet(needle, at));
  const spans = secrets.flatMap(secret => placesOf(text, secret));
  return [...reading.candidates(text, path, words, text.length)].flatMap(({ candidate: { start, end }, signs }) => {
    const met = spans.filter(([from, to]) => from < end && start < to);
    const whole = met.some(([from, to]) => start <= from && to <= end && end - start - (to - from) <= BESIDE);
    if (met.length > 0 && !whole) return [];
    return [{ text: '', context: signs(), label: whole ? SECRET : PLAIN, group: text }];
  });
}

function placesOf(text: string, secret: string): (readonly [from: number, to: number])[] {
  const places: (readonly [number, number])[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) places.push([at, at + secret.length]);
  return places;
}
