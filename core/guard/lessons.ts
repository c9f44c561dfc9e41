import { expand, fittingTask, learnAhead, LEARN_SETTINGS, LessonError, lessonsIn } from '../learn/index.js';
import type { Example, LearningPlace, LearnSettings } from '../learn/index.js';
import { once } from '../packages.js';
import { compileReader } from '../text/views.js';
import { CHANNELS, type LearningSource } from './injection-rules.js';
import { type LabelledText, type Lessons, modelName, TRAINING_FOLDER, WORDINGS } from './training.js';
import { type WordingName, wordingText } from './wording.js';

const isChannel = (value: unknown): boolean => value === undefined || (CHANNELS as readonly unknown[]).includes(value);

function rowsOf({ texts, learning }: Lessons): (LabelledText & { readonly weight: number })[] {
  const weights = Object.entries(learning.file_weights);
  return texts.flatMap(source => {
    const weight = weights.find(([beginning]) => source.file.startsWith(beginning))?.[1] ?? 1;
    return Array.from(lessonsIn(source, TRAINING_FOLDER), ({ place, row }) => {
      const { text, label, channel } = (row ?? {}) as Partial<LabelledText>;
      if (typeof text !== 'string' || typeof label !== 'string' || !isChannel(channel))
        throw new LessonError(`${place} needs "text", "label" and, unless it is a message, a "channel"`);
      return { text, label, ...(channel !== undefined && { channel }), weight };
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

/** Learns the lessons before what they teach is asked for, each wording in a thread of its own. */
export async function learn(lessons: Lessons, place: LearningPlace): Promise<void> {
  const examples = once(() => examplesOf(lessons));
  const settings = settingsOf(lessons.learning);
  await Promise.all(
    WORDINGS.map(async wording => {
      const name = modelName(wording);
      await learnAhead(place, name, lessons.key, () => fittingTask(name, examples()[wording], settings));
    })
  );
}
