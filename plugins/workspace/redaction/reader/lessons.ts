import { createHash } from 'node:crypto';
import {
  digestLessons,
  isStored,
  LEARN_SETTINGS,
  type LearnSettings,
  type LessonFile,
  lessonFiles,
  type Model,
  storedModel
} from '../../../../core/learn/index.js';
import type { ReaderSource } from './reader-source.js';

/** Folder of a root with the labelled texts, one JSON object a line. */
export const FOLDER = 'policies/redaction/training';
/** Under which what was learned is stored. */
export const NAME = 'redaction';
/** Changes whenever the same texts are read otherwise. */
const METHOD = 2;

/** Signs are few and each stands for itself; a model of those that say most is quick to ask. */
export const SETTINGS: LearnSettings = {
  ...LEARN_SETTINGS,
  features: 6000,
  words: 1,
  characters: [60, 60],
  passes: 12,
  passes_after: 4,
  step: 0.2
};

/** What a reader learns from. */
export interface Lessons {
  readonly files: readonly LessonFile[];
  /** Changes with the texts and with what of the policy they are read by. */
  readonly key: string;
}

/** The labelled texts of a root; the shipped ones where it has none of its own. */
export function lessonsOf(root: string, { words, files: sorts }: ReaderSource): Lessons {
  const files = lessonFiles(root, FOLDER);
  // How sure it has to be changes nothing of what it learns.
  const read = sorts.map(sort => ({ ...sort, from: 0 }));
  const hash = createHash('sha256').update(JSON.stringify([METHOD, SETTINGS, words, read]));
  return { files, key: digestLessons(files, hash).digest('hex') };
}

/** Whether these lessons were learned before. */
export const isLearned = ({ key }: Lessons, root: string): boolean => isStored(root, NAME, key);

/** What was learned from the lessons with this key. */
export function readerModel(key: string, root: string): Model {
  const model = storedModel(root, NAME, key);
  if (model === undefined) throw new Error(`${NAME} was taken away; run "bylaw learn"`);
  return model;
}
