import { createHash } from 'node:crypto';
import {
  digestLessons,
  isStored,
  LEARN_SETTINGS,
  type LessonFile,
  lessonFiles,
  type Model,
  storedModel
} from '../learn/index.js';
import type { Vocabulary } from '../text/views.js';
import type { Channel, LearningSource } from './injection-rules.js';
import type { WordingName, Wordings } from './wording.js';

/** Folder of a root with the labelled texts, one JSON object a line. */
export const TRAINING_FOLDER = 'policies/injection/training';

/** Attacks in messages are worded otherwise than those in documents. */
export const WORDINGS = ['message', 'content'] as const;

/** Under which what was learned of a wording is stored. */
export const modelName = (name: string): string => `injection-${name}`;

/** Whether these lessons were learned before. */
export const isLearned = ({ key }: Lessons, root: string): boolean =>
  WORDINGS.every(name => isStored(root, modelName(name), key));

/** Changes whenever the same texts are read otherwise. */
const METHOD = 2;

/** A labelled text. Every other label than `attack` is harmless, so that customers' messages with their intents serve too. */
export interface LabelledText {
  readonly text: string;
  readonly label: string;
  /** `message` when absent. */
  readonly channel?: Channel;
}

/** What the wording of attacks is learned from. */
export interface Lessons {
  readonly texts: readonly LessonFile[];
  readonly learning: LearningSource;
  readonly vocabulary: Vocabulary;
  /** Changes with any of it. */
  readonly key: string;
}

/** Gathers the labelled texts of a root; the shipped ones where it has none of its own. */
export function lessonsOf(root: string, learning: LearningSource, vocabulary: Vocabulary): Lessons {
  const texts = lessonFiles(root, TRAINING_FOLDER);
  const hash = createHash('sha256').update(JSON.stringify([METHOD, LEARN_SETTINGS, learning, vocabulary]));
  return { texts, learning, vocabulary, key: digestLessons(texts, hash).digest('hex') };
}

/** What was learned from the lessons with this key; each wording is read when it is first wanted. */
export function wordingsOf(key: string, root: string): Wordings {
  const models = new Map<WordingName, Model>();
  return name => {
    const model = models.get(name) ?? storedModel(root, modelName(name), key);
    if (model === undefined) throw new Error(`${modelName(name)} was taken away; run "bylaw learn"`);
    models.set(name, model);
    return model;
  };
}
