import { readFileSync, statSync } from 'node:fs';
import { PACKAGE_ROOT } from '../../../core/index.js';
import {
  type Alternatives,
  type LessonFile,
  lessonFilesBeside,
  type Outcome,
  type Said
} from '../../../core/learn/index.js';

/** Folder of a root with conversations as they were played: of each message what it could mean, and what came of each. Those of a root count beside the shipped ones. */
export const CHOICES_FOLDER = 'policies/dialogue/choices';

/** What the models that are learned from them are called. */
export const CHOICES = 'readings';

/** The files that a root adds to the shipped ones, of which it may hold copies; undefined where it adds none, or changes one of those. */
export function addedLessons(root: string): readonly LessonFile[] | undefined {
  const shipped = new Map(lessonFilesBeside(PACKAGE_ROOT, CHOICES_FOLDER).map(({ file, path }) => [file, path]));
  const files = lessonFilesBeside(root, CHOICES_FOLDER);
  const changes = ({ file, path }: LessonFile): boolean => {
    const other = shipped.get(file);
    return other !== undefined && other !== path && !holdTheSame(path, other);
  };
  const added = files.filter(({ file }) => !shipped.has(file));
  return added.length > 0 && !files.some(changes) ? added : undefined;
}

const holdTheSame = (one: string, other: string): boolean =>
  statSync(one).size === statSync(other).size && readFileSync(one).equals(readFileSync(other));

/** How the trait ends of what a reading only offers to do. */
const ONLY_OFFERED = '_offered';

/** One line of such a file: a choice. Traits stand beside each other, a space between them. */
export interface ChoiceRow {
  readonly text: string;
  readonly around: string;
  /** What the options came to, in their order: `+` right, `-` wrong, `!` harm done. */
  readonly came: string;
  /** Of each its traits in four groups, `|` between them: `named`, `leading`, `paired`, `own`. */
  readonly options: readonly string[];
  /** How much it counts; 1 without one. */
  readonly weight?: number;
}

/** The first line of such a file: words of what would be said, by its mark. */
export interface SaidRow {
  readonly said: Readonly<Record<string, string>>;
}

/** A choice, and what would be said with its options. */
export interface Lesson {
  readonly row: ChoiceRow;
  readonly said: readonly Said[];
}

/** The lesson, counted so much. */
export const weighted = ({ row, said }: Lesson, weight: number): Lesson => ({
  row: weight === 1 ? row : { ...row, weight },
  said
});

/** The content of such a file. */
export function lessonLines(lessons: readonly Lesson[]): string {
  const said = lessons.flatMap(lesson => lesson.said.map(({ mark, words }) => [mark, words.join(' ')] as const));
  const first: SaidRow = { said: Object.fromEntries(said.sort(([one], [other]) => (one < other ? -1 : 1))) };
  return [first, ...lessons.map(({ row }) => row)].map(row => `${JSON.stringify(row)}\n`).join('');
}

export const OUTCOMES: Readonly<Record<string, Outcome>> = { '+': 'right', '-': 'wrong', '!': 'harmful' };

const SIGNS: Readonly<Record<Outcome, string>> = { right: '+', wrong: '-', harmful: '!' };

/**
 * The lesson of a choice; undefined where all options came to the same, which teaches nothing.
 * @param outcomes of each option; undefined where nobody knows what it came to
 */
export function lessonOf(
  { text, around, options }: Alternatives,
  outcomes: readonly (Outcome | undefined)[]
): Lesson | undefined {
  const right = new Set(options.flatMap(({ named }, nth) => (outcomes[nth] === 'right' ? named.slice(0, 1) : [])));
  // Where doing it is as right as only offering it, because rules say no to both, nothing is taught of which is meant.
  const taught = options.flatMap((option, nth) => {
    const outcome = outcomes[nth];
    const idle = outcome === 'right' && right.has(doneInstead(option.named[0]));
    return outcome === undefined || idle ? [] : [{ option, outcome }];
  });
  const came = taught.map(({ outcome }) => outcome);
  if (!came.includes('right') || came.every(outcome => outcome === 'right')) return undefined;
  const row = {
    text,
    around: around.join(' '),
    came: came.map(outcome => SIGNS[outcome]).join(''),
    options: taught.map(({ option: { named, leading, paired, own } }) =>
      [named, leading, paired, own].map(traits => traits.join(' ')).join(' | ')
    )
  };
  return { row, said: taught.flatMap(({ option }) => option.said) };
}

/** What a reading is called that does what this one only offers. */
const doneInstead = (does = ''): string => (does.endsWith(ONLY_OFFERED) ? does.slice(0, -ONLY_OFFERED.length) : '');
