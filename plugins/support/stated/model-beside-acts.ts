import { once, type DocumentKind, type DocumentSet, type SetReport } from '../../../core/index.js';
import {
  fitAhead,
  fittedModel,
  SHORT_TEXTS,
  type Example,
  type Model,
  type Taught
} from '../../../core/learn/index.js';
import { TurnExamplesKind, type TurnExamples } from '../refer/turn-examples-kind.js';

/** Characters of a message that are read. */
export const LONGEST = 1000;

/** What is learned from files of its own, and from the messages by act beside them. */
export interface TaughtBesideActs<Content> {
  /** Of the model. */
  readonly name: string;
  /** What the examples are of, as a problem says it. */
  readonly of: string;
  readonly kind: DocumentKind<Content>;
  readonly examplesOf: (content: Content) => readonly Example[];
  readonly examplesOfActs: (acts: TurnExamples) => readonly Example[];
}

function taughtBy<Content>(
  { kind, examplesOf, examplesOfActs }: TaughtBesideActs<Content>,
  set: DocumentSet
): Taught | undefined {
  const [own, acts] = [set.of(kind), set.of(TurnExamplesKind)];
  if (own.length === 0) return undefined;
  const examples = once(() => [
    ...own.flatMap(({ value }) => examplesOf(value)),
    ...acts.flatMap(({ value }) => examplesOfActs(value))
  ]);
  return { files: [...own, ...acts], examples };
}

/** Learns the model before it is asked for. */
export async function learnBesideActs<Content>(parts: TaughtBesideActs<Content>, set: DocumentSet): Promise<void> {
  const taught = taughtBy(parts, set);
  if (taught !== undefined) await fitAhead(set.origin, parts.name, taught, SHORT_TEXTS);
}

/** Undefined where there are no files of its own, and, as a problem, where what is learned is not of them as they are. */
export function modelBesideActs<Content>(
  parts: TaughtBesideActs<Content>,
  set: DocumentSet,
  report: SetReport
): Model | undefined {
  const taught = taughtBy(parts, set);
  const [first] = set.of(parts.kind);
  if (taught === undefined || first === undefined) return undefined;
  const model = fittedModel(set.origin, parts.name, taught, SHORT_TEXTS);
  if (model === undefined)
    report(first.source, '/examples', 'not_learned', `the examples of ${parts.of} have changed; run "bylaw learn"`);
  return model;
}
