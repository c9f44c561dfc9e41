import { fitApart } from './apart.js';
import { LEARN_SETTINGS, type Example, type LearnSettings } from './settings.js';

/** What a model that had not seen an example's group made of it. */
export interface Held {
  readonly example: Example;
  /** Labels of `shares`. */
  readonly labels: readonly string[];
  readonly shares: Float64Array;
}

/** Predicts each example by a model of the other groups, part by part. Deterministic; as many fits as `parts`, each in a thread. */
export async function crossValidate(
  examples: readonly Example[],
  parts: number,
  settings: LearnSettings = LEARN_SETTINGS,
  progress: (done: number) => void = () => undefined
): Promise<Held[]> {
  const groups = new Map<string, number>();
  const partOf = ({ group, text }: Example): number => {
    const name = group ?? text;
    let number = groups.get(name);
    if (number === undefined) groups.set(name, (number = groups.size));
    return number % parts;
  };
  const placed = examples.map(example => ({ example, part: partOf(example) }));
  const held = new Map<Example, Held>();
  let fitted = 0;
  const predict = async (part: number): Promise<void> => {
    const seen = placed.filter(each => each.part !== part).map(({ example }) => example);
    const model = await fitApart(`part ${part + 1} of ${parts}`, seen, settings);
    progress(++fitted / parts);
    for (const { example, part: own } of placed) {
      if (own === part)
        held.set(example, { example, labels: model.labels, shares: model.shares(example.text, example.context) });
    }
  };
  await Promise.all(Array.from({ length: parts }, (_, part) => predict(part)));
  return placed.map(({ example }) => held.get(example)!);
}
