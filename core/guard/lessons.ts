import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentSet } from '../documents/set.js';
import { expand, fit, keepModel, LEARN_SETTINGS, storedModel } from '../learn/index.js';
import type { Example, LearnSettings, Model } from '../learn/index.js';
import { PACKAGE_ROOT } from '../package-root.js';
import { compileReader, type Vocabulary } from '../text/views.js';
import { type Channel, CHANNELS, type LearningSource } from './injection-rules.js';
import { WORDINGS, type WordingName, type Wordings, wordingText } from './wording.js';

/** Folder of a root with the labelled texts, one JSON object a line. */
export const TRAINING_FOLDER = 'policies/injection/training';

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
  readonly texts: readonly { readonly file: string; readonly lines: string }[];
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
  for (const { file, lines } of texts) hash.update(`\0${file}\0`).update(lines);
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
    .map(file => ({ file, lines: readFileSync(join(folder, file), 'utf8') }));
}

/** A line of a training file that is no labelled text. */
export class LessonError extends Error {}

const isChannel = (value: unknown): boolean => value === undefined || (CHANNELS as readonly unknown[]).includes(value);

function rowsOf({ texts, learning }: Lessons): (LabelledText & { readonly weight: number })[] {
  const weights = Object.entries(learning.file_weights);
  return texts.flatMap(({ file, lines }) => {
    const weight = weights.find(([beginning]) => file.startsWith(beginning))?.[1] ?? 1;
    return lines.split('\n').flatMap((line, at) => {
      if (line.trim() === '') return [];
      const place = `${TRAINING_FOLDER}/${file}:${at + 1}`;
      let row: LabelledText | null;
      try {
        row = JSON.parse(line) as LabelledText | null;
      } catch {
        throw new LessonError(`${place} is no JSON`);
      }
      if (typeof row?.text !== 'string' || typeof row.label !== 'string' || !isChannel(row.channel))
        throw new LessonError(`${place} needs "text", "label" and, unless it is a message, a "channel"`);
      return [{ ...row, weight }];
    });
  });
}

/** `{a|b}`, which stands for either; in a file, and in any other use, braces are part of the text. */
const ALTERNATIVES = /\{[^{}"]*\|[^{}"]*\}/;

/** The examples of each wording: messages have their own, and attacks anywhere teach what an attack in a message is. */
export function examplesOf(lessons: Lessons): Readonly<Record<WordingName, readonly Example[]>> {
  const { expansions, template_weight } = lessons.learning;
  const read = compileReader(lessons.vocabulary);
  const examples: Record<WordingName, Example[]> = { message: [], content: [] };
  for (const { text, label, channel = 'message', weight: whole } of rowsOf(lessons)) {
    const attack = label === 'attack';
    const isTemplate = channel !== 'file_content' && ALTERNATIVES.test(text);
    for (const each of isTemplate ? expand(text, expansions) : [text]) {
      const readings = read(each);
      const add = (name: WordingName): void => {
        const weight = isTemplate ? template_weight * whole : whole;
        examples[name].push({
          text: wordingText(each, readings, name),
          label: attack ? 'attack' : 'harmless',
          group: text,
          weight
        });
      };
      if (attack || channel === 'message') add('message');
      if (channel !== 'message') add('content');
    }
  }
  return examples;
}

const settingsOf = ({ step, passes, contrast }: LearningSource): LearnSettings => ({
  ...LEARN_SETTINGS,
  step,
  passes,
  contrast
});

/** Fits the lessons. Takes seconds. */
export function learn(lessons: Lessons): Wordings {
  const examples = examplesOf(lessons);
  const settings = settingsOf(lessons.learning);
  return { message: fit(examples.message, settings), content: fit(examples.content, settings) };
}

const modelName = (name: WordingName): string => `injection-${name}`;

/**
 * What was learned from these lessons before; else it is learned now where that is allowed.
 * @returns undefined where it would have to be learned and may not; `none` where there is nothing to learn from
 */
export function wordingsOf(lessons: Lessons, { root, mayLearn }: DocumentSet['origin']): Wordings | 'none' | undefined {
  if (lessons.texts.length === 0) return 'none';
  const stored = WORDINGS.map(name => storedModel(root, modelName(name), lessons.key));
  if (stored.every(model => model !== undefined)) return { message: stored[0]!, content: stored[1]! };
  if (!mayLearn) return undefined;
  const learned = learn(lessons);
  for (const name of WORDINGS) keepModel(root, modelName(name), lessons.key, learned[name] as Model);
  return learned;
}
