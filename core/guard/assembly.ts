import type { Assembly, SetReport } from '../documents/assembly.js';
import type { Loaded } from '../documents/kind.js';
import type { DocumentSet } from '../documents/set.js';
import { later } from '../later.js';
import { LessonError } from '../learn/index.js';
import type { Guard } from './guard.js';
import { InjectionRules } from './injection-kind.js';
import type { Channel, InjectionFile } from './injection-rules.js';
import { isLearned, lessonsOf, wordingsOf } from './training.js';
import type { Wordings } from './wording.js';

const engine = later<typeof import('./guard.js')>(import.meta.url, './guard.js');
export const compileGuard = engine('compileGuard');
const checkGuard = engine('checkGuard');
const channelGuard = engine('channelGuard');
const learn = later<typeof import('./lessons.js')>(import.meta.url, './lessons.js')('learn');

/** The guard of sound files. What a channel needs is made when a text of the channel comes. */
function guardOf(files: readonly Loaded<InjectionFile>[], wordings?: Wordings): Guard {
  const made = new Map<Channel, Guard>();
  const guard = (channel: Channel): Guard => {
    let one = made.get(channel);
    if (one === undefined) made.set(channel, (one = channelGuard(files, channel, wordings)));
    return one;
  };
  return {
    assess: (text, channel) => guard(channel).assess(text, channel),
    neutralise: (text, channel) => guard(channel).neutralise(text, channel),
    explain: (text, channel) => guard(channel).explain(text, channel)
  };
}

/** What the files say of learning, and what is learned from; undefined where nothing is. */
function lessonsIn(set: DocumentSet) {
  const files = set.of(InjectionRules);
  const vocabulary = files.find(({ value }) => value.vocabulary !== undefined)?.value.vocabulary;
  const owner = files.find(({ value }) => value.learning !== undefined);
  if (owner?.value.learning === undefined || vocabulary === undefined) return undefined;
  const lessons = lessonsOf(set.origin.root, owner.value.learning, vocabulary);
  return lessons.texts.length === 0 ? undefined : { lessons, source: owner.source };
}

/** What was learned for a set of files, read when it is first wanted; a problem where it has to be learned first. */
function learned(set: DocumentSet, report: SetReport): Wordings | undefined {
  const taught = lessonsIn(set);
  if (taught === undefined) return undefined;
  const { lessons, source } = taught;
  if (!isLearned(lessons, set.origin.root))
    report(source, '/learning', 'not_learned', 'the texts of attacks have changed; run "bylaw learn"');
  return wordingsOf(lessons.key, set.origin.root);
}

/** The guard of a set of files. */
export const GuardAssembly: Assembly<Guard> = {
  id: 'guard',
  // What it learned from stands in the root.
  lasting: 'in its root',
  kinds: [InjectionRules],
  async learn(set, report) {
    const taught = lessonsIn(set);
    try {
      if (taught !== undefined) await learn(taught.lessons, set.origin);
    } catch (error) {
      if (taught === undefined || !(error instanceof LessonError)) throw error;
      report(taught.source, '/learning', 'bad_lesson', error.message);
    }
  },
  build: (set, report) => guardOf(set.of(InjectionRules), learned(set, report)),
  check: (_guard, set, report) => checkGuard(set.of(InjectionRules), report)
};
