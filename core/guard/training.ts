import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isStored, LEARN_SETTINGS, type Model, storedModel } from '../learn/index.js';
import { PACKAGE_ROOT } from '../package-root.js';
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

const PIECE_BYTES = 64 * 1024;

/** A labelled text. Every other label than `attack` is harmless, so that customers' messages with their intents serve too. */
export interface LabelledText {
  readonly text: string;
  readonly label: string;
  /** `message` when absent. */
  readonly channel?: Channel;
}

/** What the wording of attacks is learned from. */
export interface Lessons {
  readonly texts: readonly { readonly file: string; readonly path: string }[];
  readonly learning: LearningSource;
  readonly vocabulary: Vocabulary;
  /** Changes with any of it. */
  readonly key: string;
}

/** Gathers the labelled texts of a root; the shipped ones where it has none of its own. */
export function lessonsOf(root: string, learning: LearningSource, vocabulary: Vocabulary): Lessons {
  const own = filesOf(join(root, TRAINING_FOLDER));
  const texts = own.length > 0 ? own : filesOf(join(PACKAGE_ROOT, TRAINING_FOLDER));
  const hash = createHash('sha256').update(JSON.stringify([METHOD, LEARN_SETTINGS, learning, vocabulary]));
  const memory = new Uint8Array(PIECE_BYTES);
  for (const { file, path } of texts) {
    hash.update(`\0${file}\0`);
    for (const piece of piecesOf(path, memory)) hash.update(piece);
  }
  return { texts, learning, vocabulary, key: hash.digest('hex') };
}

function filesOf(folder: string): Lessons['texts'] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter(name => name.endsWith('.jsonl'))
    .sort()
    .map(file => ({ file, path: join(folder, file) }));
}

/** The same memory for all of it: a service that has learned before needs none of the texts. */
function* piecesOf(path: string, memory: Uint8Array): Generator<Uint8Array> {
  const fd = openSync(path, 'r');
  try {
    for (let read = readSync(fd, memory); read > 0; read = readSync(fd, memory)) yield memory.subarray(0, read);
  } finally {
    closeSync(fd);
  }
}

/** A line of a training file that is no labelled text. */
export class LessonError extends Error {}

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
