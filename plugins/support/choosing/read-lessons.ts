import { PACKAGE_ROOT } from '../../../core/index.js';
import {
  encodeChoices,
  fitChoices,
  type KnownChoice,
  LessonError,
  type LessonFile,
  lessonFilesBeside,
  lessonsIn,
  type Option,
  type Said,
  storedChoices
} from '../../../core/learn/index.js';
import { CHOICES, CHOICES_FOLDER, type ChoiceRow, OUTCOMES, type SaidRow } from './lesson.js';

export interface ToLearn {
  readonly root: string;
  readonly key: string;
  /** What the root adds to the shipped lessons, and the key of what those taught; absent where all is learned from nothing. */
  readonly added?: { readonly files: readonly LessonFile[]; readonly to: string } | undefined;
}

/** Of the shipped lessons each so manieth is learned again with what a root adds, so that nothing is forgotten for it. */
const AGAIN = 10;

/**
 * What is learned from all lessons of a root, as bytes, for a thread: from nothing, or on top of what the shipped ones taught.
 * Throws `LessonError` for a line that is none.
 */
export function choicesToBytes({ root, key, added }: ToLearn): Uint8Array {
  const learned = added && storedChoices(root, CHOICES, added.to);
  const files = lessonFilesBeside(root, CHOICES_FOLDER);
  // What is no lesson is told before anything is learned.
  for (const choice of choicesOf(files)) void choice;
  const choices = added === undefined || learned === undefined ? choicesOf(files) : beside(added.files);
  return encodeChoices(fitChoices(choices, key, learned));
}

/** What is added, with some of the shipped lessons before it. */
function* beside(added: readonly LessonFile[]): Generator<KnownChoice> {
  let nth = 0;
  for (const choice of choicesOf(lessonFilesBeside(PACKAGE_ROOT, CHOICES_FOLDER)))
    if (nth++ % AGAIN === 0) yield choice;
  yield* choicesOf(added);
}

function* choicesOf(files: readonly LessonFile[]): Generator<KnownChoice> {
  for (const file of files) {
    let said: ReadonlyMap<string, Said> = new Map();
    for (const { place, row } of lessonsIn(file, CHOICES_FOLDER)) {
      const words = (row as Partial<SaidRow> | undefined)?.said;
      if (words === undefined) yield choiceIn(row, place, said);
      else said = new Map(Object.entries(words).map(([mark, text]) => [mark, { mark, words: wordsOf(String(text)) }]));
    }
  }
}

function choiceIn(row: unknown, place: string, said: ReadonlyMap<string, Said>): KnownChoice {
  const { text, around, came, options, weight = 1 } = (row ?? {}) as Partial<ChoiceRow>;
  const outcomes = [...(came ?? '')].map(sign => OUTCOMES[sign]);
  if (typeof text !== 'string' || typeof around !== 'string' || !Array.isArray(options))
    throw new LessonError(`${place} needs "text", "around", "came" and "options"`);
  if (options.length !== outcomes.length || !outcomes.every(outcome => outcome !== undefined))
    throw new LessonError(`${place}: "came" has a sign for each option, and no other than +, - and !`);
  if (typeof weight !== 'number' || !(weight > 0)) throw new LessonError(`${place}: "weight" is a number above 0`);
  const read = options.map(option => optionOf(option, place, said));
  return { text, around: wordsOf(around), outcomes, weight, options: read };
}

function optionOf(written: unknown, place: string, said: ReadonlyMap<string, Said>): Option {
  const groups = typeof written === 'string' ? written.split('|').map(wordsOf) : [];
  const [named, leading, paired, own, more] = groups;
  if (named === undefined || leading === undefined || paired === undefined || own === undefined || more !== undefined)
    throw new LessonError(`${place}: an option has four groups of traits`);
  return { named, leading, paired, own, said: named.flatMap(trait => said.get(markIn(trait) ?? '') ?? []) };
}

/** The mark of what is said, where the trait names one. */
const markIn = (trait: string): string | undefined => /^says(?:_too)?=(.*)$/.exec(trait)?.[1];

const wordsOf = (traits: string): readonly string[] => traits.split(' ').filter(trait => trait !== '');
