import { once, type Assembly } from '../../../core/index.js';
import { fittedModel, SHORT_TEXTS, type Example, type Model } from '../../../core/learn/index.js';
import { SlotExamplesKind, type LearnedSlot, type SlotExamples } from './slot-examples-kind.js';

/** What a message tells, by slot. */
export type StatedSlots = { readonly [Slot in LearnedSlot]?: string };

/** Reads off a message what the customer tells of the goods and of where the money should go. */
export interface SlotReader {
  /** @param least share, of 1, from which on something counts as told */
  read(message: string, least: number): StatedSlots;
}

const NAME = 'slots';
const NONE = '';
/** How much a message counts that tells none of it: there are many more of them. */
const NONE_COUNTS = 0.5;
const LONGEST = 1000;

/** Undefined where there are no examples, and where what is learned is not of them as they are. */
export const SlotsAssembly: Assembly<SlotReader | undefined> = {
  id: 'slots',
  lasting: 'anywhere',
  learned: 'apart',
  kinds: [SlotExamplesKind],
  build(set, report) {
    const files = set.of(SlotExamplesKind);
    const [first] = files;
    if (first === undefined) return undefined;
    const examples = once(() => files.flatMap(({ value }) => examplesOf(value)));
    const model = fittedModel(set.origin, NAME, { files, examples }, SHORT_TEXTS);
    if (model !== undefined) return readerOf(model);
    report(first.source, '/examples', 'not_learned', 'the examples of slots have changed; run "bylaw learn"');
    return undefined;
  }
};

const examplesOf = ({ examples, none = [] }: SlotExamples): readonly Example[] => [
  ...Object.entries(examples).flatMap(([slot, values]) =>
    Object.entries(values).flatMap(([value, texts]) => texts.map(text => ({ text, label: `${slot} ${value}` })))
  ),
  ...none.map(text => ({ text, label: NONE, weight: NONE_COUNTS }))
];

function readerOf(model: Model): SlotReader {
  return {
    read(message, least) {
      const shares = model.shares(message.slice(0, LONGEST));
      const told = model.labels.filter((label, at) => label !== NONE && shares[at]! >= least);
      return Object.fromEntries(told.map(label => label.split(' ')));
    }
  };
}
