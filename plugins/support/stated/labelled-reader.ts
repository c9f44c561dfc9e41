import type { Assembly, DocumentKind, DocumentSet } from '../../../core/index.js';
import type { Model } from '../../../core/learn/index.js';
import { TurnExamplesKind } from '../refer/turn-examples-kind.js';
import type { Labelled } from './labelled-kind.js';
import { learnBesideActs, LONGEST, modelBesideActs, type TaughtBesideActs } from './model-beside-acts.js';

/** Says how likely each label is of a message. */
export interface LabelReader<Label extends string> {
  readonly labels: readonly string[];
  /**
   * @param situation what is known of the situation, as the files of the kind say it
   * @returns the share of the label, of 1
   */
  share(label: Label, message: string, situation: string): number;
  /** The two likeliest labels with their shares, the likelier first. */
  likeliest(message: string, situation: string): readonly [Likely<Label>, Likely<Label>];
}

export type Likely<Label extends string> = readonly [label: Label | undefined, share: number];

export interface LabelReaderParts<Label extends string> {
  /** Of the model and of the assembly. */
  readonly name: string;
  /** What the examples are of, as a problem says it. */
  readonly of: string;
  readonly kind: DocumentKind<Labelled>;
  /** What an example of an act teaches as well; undefined where it teaches nothing. */
  readonly ofAct?: (act: string, written: WrittenAs) => Taught<Label> | undefined;
}

interface Taught<Label extends string> {
  readonly label: Label;
  readonly situation?: string | undefined;
}

/** What is known of an example of an act, and the labels that files of the kind have. */
export interface WrittenAs {
  readonly after: string | undefined;
  readonly about: string | undefined;
  readonly labels: ReadonlySet<string>;
}

/** How much examples of acts count: there are many more of them. */
const OF_ACTS = 0.1;

/** The reader is undefined where there are no examples, and where what is learned is not of them as they are. */
export function labelReader<Label extends string>(
  parts: LabelReaderParts<Label>
): Assembly<LabelReader<Label> | undefined> {
  return {
    id: parts.name,
    lasting: 'anywhere',
    kinds: [parts.kind, TurnExamplesKind],
    learn: set => learnBesideActs(taughtBy(parts, set), set),
    build(set, report) {
      const model = modelBesideActs(taughtBy(parts, set), set, report);
      return model === undefined ? undefined : readerOf<Label>(model);
    }
  };
}

const contextOf = (situation: string | undefined) => (situation === undefined ? [] : [situation]);

function taughtBy<Label extends string>(
  { name, of, kind, ofAct = () => undefined }: LabelReaderParts<Label>,
  set: DocumentSet
): TaughtBesideActs<Labelled> {
  const labels = new Set(set.of(kind).flatMap(({ value: { examples } }) => Object.keys(examples)));
  return {
    name,
    of,
    kind,
    examplesOf: ({ examples }) =>
      Object.entries(examples).flatMap(([label, rows]) =>
        rows.map(({ text, ...situation }) => ({ text, label, context: Object.values(situation) }))
      ),
    examplesOfActs: ({ examples }) =>
      Object.entries(examples).flatMap(([act, rows]) =>
        rows.flatMap(({ text, after, about }) => {
          const taught = ofAct(act, { after, about, labels });
          if (taught === undefined) return [];
          return [{ text, label: taught.label, context: contextOf(taught.situation), weight: OF_ACTS }];
        })
      )
  };
}

const NONE = [undefined, 0] as const;

function readerOf<Label extends string>(model: Model): LabelReader<Label> {
  const places = new Map(model.labels.map((label, at) => [label, at]));
  // One message is asked after several times.
  let last: { readonly message: string; readonly situation: string; readonly shares: Float64Array } | undefined;
  const sharesOf = (message: string, situation: string): Float64Array => {
    if (last?.message !== message || last.situation !== situation)
      last = { message, situation, shares: model.shares(message.slice(0, LONGEST), [situation]) };
    return last.shares;
  };
  return {
    labels: model.labels,
    share: (label, message, situation) => sharesOf(message, situation)[places.get(label) ?? -1] ?? 0,
    likeliest(message, situation) {
      let [first, second]: [Likely<Label>, Likely<Label>] = [NONE, NONE];
      for (const [at, share] of sharesOf(message, situation).entries())
        if (share > first[1]) [first, second] = [[model.labels[at] as Label, share], first];
        else if (share > second[1]) second = [model.labels[at] as Label, share];
      return [first, second];
    }
  };
}
