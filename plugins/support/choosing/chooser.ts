import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { type Assembly, PACKAGE_ROOT } from '../../../core/index.js';
import {
  type Alternatives,
  choiceMethod,
  digestLessons,
  isStored,
  learnAhead,
  LessonError,
  lessonFilesBeside,
  storedChoices,
  type Task
} from '../../../core/learn/index.js';
import { WeighingKind } from '../refer/weighing-kind.js';
import { addedLessons, CHOICES, CHOICES_FOLDER } from './lesson.js';
import type { ToLearn } from './read-lessons.js';

/** Says how likely each reading of a message is meant; together 1. */
export interface Chooser {
  /** @param part it is a part of a message, which is read beside others */
  shares(choice: Alternatives, part?: boolean): Float64Array;
  /** Whether a trait of a reading was learned of; absent where everything is tried. */
  knows?(trait: string): boolean;
}

/** Learned from conversations that were played. Undefined where there are none, and where what is learned is not of them as they are. */
export const ChooserAssembly: Assembly<Chooser | undefined> = {
  id: 'chooser',
  // What it learned from stands in the root.
  lasting: 'in its root',
  kinds: [WeighingKind],
  async learn(set, report) {
    const [weighing] = set.of(WeighingKind);
    if (weighing === undefined) return;
    const { root, mayLearn } = set.origin;
    const key = keyIn(root);
    if (!mayLearn || isStored(root, CHOICES, key)) return;
    const files = addedLessons(root);
    const added = files && { files, to: keyIn(PACKAGE_ROOT) };
    const learn = (data: ToLearn) => learnAhead(set.origin, CHOICES, data.key, () => choicesTask(data));
    try {
      if (added !== undefined) await learn({ root: PACKAGE_ROOT, key: added.to });
      await learn({ root, key, added });
    } catch (error) {
      if (!(error instanceof LessonError)) throw error;
      report(weighing.source, '', 'bad_lesson', error.message);
    }
  },
  build(set, report) {
    const [weighing] = set.of(WeighingKind);
    if (weighing === undefined) return undefined;
    const { root } = set.origin;
    const model = storedChoices(root, CHOICES, keyIn(root));
    if (model === undefined)
      report(weighing.source, '', 'not_learned', 'the choices between readings have changed; run "bylaw learn"');
    return model;
  }
};

/** What the lessons of a root are learned under. */
const keyIn = (root: string): string =>
  digestLessons(lessonFilesBeside(root, CHOICES_FOLDER), createHash('sha256').update(choiceMethod())).digest('hex');

/** The lessons of a root are read and learned in the thread. */
function choicesTask(data: ToLearn): Task {
  const effort = lessonFilesBeside(data.root, CHOICES_FOLDER).reduce((sum, { path }) => sum + statSync(path).size, 0);
  return { name: CHOICES, module: new URL('./read-lessons.js', import.meta.url), run: 'choicesToBytes', data, effort };
}
