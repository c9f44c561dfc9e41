import { createHash } from 'node:crypto';
import type { Assembly, DocumentSet } from '../../../core/index.js';
import {
  type Alternatives,
  choiceMethod,
  type ChoiceModel,
  digestLessons,
  fitChoices,
  isStored,
  keepChoices,
  type KnownChoice,
  LessonError,
  type LessonFile,
  lessonFilesBeside,
  lessonsIn,
  type Option,
  type Outcome,
  type Said,
  storedChoices
} from '../../../core/learn/index.js';
import { WeighingKind } from '../refer/weighing-kind.js';

/** Says how likely each reading of a message is meant; together 1. */
export interface Chooser {
  /** @param part it is a part of a message, which is read beside others */
  shares(choice: Alternatives, part?: boolean): Float64Array;
}

/** Folder of a root with conversations as they were played: of each message what it could mean, and what came of each. Those of a root count beside the shipped ones. */
export const CHOICES_FOLDER = 'policies/dialogue/choices';

const NAME = 'readings';
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
interface SaidRow {
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

const OUTCOMES: Readonly<Record<string, Outcome>> = { '+': 'right', '-': 'wrong', '!': 'harmful' };

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

/** Learned from conversations that were played. Undefined where there are none, and where what is learned is not of them as they are. */
export const ChooserAssembly: Assembly<Chooser | undefined> = {
  id: 'chooser',
  // What it learned from stands in the root.
  lasting: 'in its root',
  learned: 'apart',
  kinds: [WeighingKind],
  build(set, report) {
    const [weighing] = set.of(WeighingKind);
    if (weighing === undefined) return undefined;
    try {
      const model = modelOf(set.origin);
      if (model === undefined)
        report(weighing.source, '', 'not_learned', 'the choices between readings have changed; run "bylaw learn"');
      return model;
    } catch (error) {
      if (!(error instanceof LessonError)) throw error;
      report(weighing.source, '', 'bad_lesson', error.message);
      return undefined;
    }
  }
};

function modelOf({ root, mayLearn }: DocumentSet['origin']): ChoiceModel | undefined {
  const files = lessonFilesBeside(root, CHOICES_FOLDER);
  const key = digestLessons(files, createHash('sha256').update(choiceMethod())).digest('hex');
  if (!isStored(root, NAME, key) && mayLearn) keepChoices(root, NAME, key, fitChoices(files.flatMap(choicesIn), key));
  return storedChoices(root, NAME, key);
}

function choicesIn(file: LessonFile): readonly KnownChoice[] {
  const choices: KnownChoice[] = [];
  let said: ReadonlyMap<string, Said> = new Map();
  for (const { place, row } of lessonsIn(file, CHOICES_FOLDER)) {
    const words = (row as Partial<SaidRow> | undefined)?.said;
    if (words === undefined) choices.push(choiceIn(row, place, said));
    else said = new Map(Object.entries(words).map(([mark, text]) => [mark, { mark, words: wordsOf(String(text)) }]));
  }
  return choices;
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
