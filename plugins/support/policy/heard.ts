import { once, type Assembly, type DocumentSet, type SetReport, type Source } from '../../../core/index.js';
import { Issues } from '../kinds/issues.js';
import { StoriesKind, storiesIn } from '../kinds/stories.js';
import { DialogueActs, type DialogueAct } from '../refer/act-kind.js';
import { actExamples, actModel, compileActs, learnActs } from '../refer/acts.js';
import { clauseWords } from '../refer/resolve.js';
import { ReferencesKind } from '../refer/references-kind.js';
import { FaultsAssembly } from '../stated/faults.js';
import { TurnExamplesKind } from '../refer/turn-examples-kind.js';
import type { ActRecogniser } from '../refer/types.js';

/** Of 1 for all that a message can do, from which on it is an issue's. */
const LEAST_SHARE = 0.4;

/** Acts, and issues as acts. */
export const actsAndIssues = (set: DocumentSet): readonly DialogueAct[] => [
  ...set.of(DialogueActs).map(({ value }) => value),
  ...set.of(Issues).map(({ value: { name, examples, near_misses } }) => ({
    name,
    meaning: name,
    at: LEAST_SHARE,
    at_in_part: LEAST_SHARE,
    examples,
    near_misses
  }))
];

const KINDS = [DialogueActs, TurnExamplesKind, Issues, ReferencesKind, StoriesKind];

/** Tells apart what messages do in their conversation and what they say went wrong; a problem where that has to be learned first. */
export const HeardAssembly: Assembly<ActRecogniser> = {
  id: 'heard',
  lasting: 'anywhere',
  kinds: KINDS,
  after: [FaultsAssembly],
  learn: set => learnActs(taughtBy(set), set.origin),
  build(set, report) {
    const taught = taughtBy(set, report);
    const { acts, gathered, sound } = taught;
    const learned = actModel(taught, set.origin);
    const [first] = set.of(DialogueActs);
    if (learned === undefined && first !== undefined && sound())
      report(
        first.source,
        '/examples',
        'not_learned',
        'the examples of acts or issues have changed; run "bylaw learn"'
      );
    const issues = set.of(Issues).map(({ value }) => value.name);
    const reader = set.get(FaultsAssembly);
    const faults = reader && {
      issues: issues.filter(name => reader.labels.includes(name)),
      others: issues.filter(name => !reader.labels.includes(name)),
      share: reader.share
    };
    return compileActs(acts, gathered, { clauses: clauseWords(set), learned, faults });
  }
};

/** The acts, and what they are learned from; nothing where a file names an act that there is not. */
function taughtBy(set: DocumentSet, report: SetReport = () => {}) {
  const acts = actsAndIssues(set);
  const sound = once(() => namesKnownActs(set, acts, report));
  const gathered = once(() =>
    actExamples(
      acts,
      set.of(TurnExamplesKind).map(({ value }) => value),
      storiesIn(set)
    )
  );
  return {
    acts,
    sound,
    gathered,
    files: KINDS.flatMap(kind => set.of<unknown>(kind)),
    examples: () => (acts.length === 0 || !sound() ? undefined : gathered())
  };
}

/** Whether examples and near misses are all of acts that there are; a problem for each that is not. */
function namesKnownActs(set: DocumentSet, acts: readonly DialogueAct[], report: SetReport): boolean {
  const names = new Set(acts.map(({ name }) => name));
  let sound = true;
  const known = (source: Source, pointer: string, act: string) => {
    if (names.has(act)) return;
    sound = false;
    report(source, pointer, 'act_unknown', `there is no dialogue act '${act}'`);
  };
  for (const { value, source } of [...set.of(DialogueActs), ...set.of(Issues)])
    for (const [i, { instead }] of (value.near_misses ?? []).entries())
      known(source, `/near_misses/${i}/instead`, instead);
  for (const { value, source } of set.of(TurnExamplesKind))
    for (const act of Object.keys(value.examples)) known(source, `/examples/${act}`, act);
  return sound;
}
