import type { Assembly, DocumentSet } from '../../../core/index.js';
import { Issues } from '../kinds/issues.js';
import { type DialogueAct, DialogueActs } from '../refer/act-kind.js';
import { actModel, compileActs } from '../refer/acts.js';
import { clauseWords } from '../refer/policy.js';
import { ReferencesKind } from '../refer/references-kind.js';
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

/** Tells issues and dialogue acts from each other; a problem where that has to be learned first. */
export const HeardAssembly: Assembly<ActRecogniser> = {
  id: 'heard',
  lasting: true,
  kinds: [DialogueActs, Issues, ReferencesKind],
  build(set, report) {
    const issues = set.of(Issues);
    const all = actsAndIssues(set);
    const model = all.length === 0 ? undefined : actModel(all, set.origin, 'issues');
    if (model === undefined && issues[0] !== undefined)
      report(issues[0].source, '/examples', 'not_learned', 'the examples of issues have changed; run "bylaw learn"');
    return compileActs(all, clauseWords(set), model);
  }
};
