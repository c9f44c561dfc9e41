import { fit } from './fit.js';
import { LEARN_SETTINGS, type Example, type LearnSettings } from './settings.js';

/** What a model that had not seen an example's group made of it. */
export interface Held {
  readonly example: Example;
  /** Labels of `shares`. */
  readonly labels: readonly string[];
  readonly shares: Float64Array;
}

/** Predicts each example by a model of the other groups, part by part. Deterministic; takes as long as `parts` fits. */
export function crossValidate(
  examples: readonly Example[],
  parts: number,
  settings: LearnSettings = LEARN_SETTINGS,
  progress: (done: number) => void = () => undefined
): Held[] {
  const groups = new Map<string, number>();
  const partOf = ({ group, text }: Example): number => {
    const name = group ?? text;
    let number = groups.get(name);
    if (number === undefined) groups.set(name, (number = groups.size));
    return number % parts;
  };
  const placed = examples.map(example => ({ example, part: partOf(example) }));
  const held = new Map<Example, Held>();
  for (let part = 0; part < parts; part++) {
    const seen = placed.filter(each => each.part !== part).map(({ example }) => example);
    const model = fit(seen, settings, done => progress((part + done) / parts));
    for (const { example, part: own } of placed) {
      if (own === part)
        held.set(example, { example, labels: model.labels, shares: model.shares(example.text, example.context) });
    }
  }
  return placed.map(({ example }) => held.get(example)!);
}
