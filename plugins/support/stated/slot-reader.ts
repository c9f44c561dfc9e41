import type { Assembly } from '../../../core/index.js';
import type { Example, Model } from '../../../core/learn/index.js';
import { TurnExamplesKind, type TurnExamples } from '../refer/turn-examples-kind.js';
import { LONGEST, modelBesideActs } from './model-beside-acts.js';
import { SlotExamplesKind, type LearnedSlot, type SlotExamples } from './slot-examples-kind.js';

/** What a message tells, by slot. */
export type StatedSlots = { readonly [Slot in LearnedSlot]?: string };

/** Reads off a message what the customer tells of the goods and of where the money should go. */
export interface SlotReader {
  /** @param least share, of 1, from which on something counts as told */
  read(message: string, least: number): StatedSlots;
}

const NONE = '';
/** How much a message counts that tells none of it: there are many more of them. */
const NONE_COUNTS = 0.5;
const ELSEWHERE = 0.1;
/** Words of a message that can tell something: "the refund" tells nothing, whatever it sounds like. */
const FEWEST_WORDS = 4;

/** Undefined where there are no examples, and where what is learned is not of them as they are. */
export const SlotsAssembly: Assembly<SlotReader | undefined> = {
  id: 'slots',
  lasting: 'anywhere',
  learned: 'apart',
  kinds: [SlotExamplesKind, TurnExamplesKind],
  build(set, report) {
    const model = modelBesideActs(
      { name: 'slots', of: 'slots', kind: SlotExamplesKind, examplesOf, examplesOfActs },
      set,
      report
    );
    return model === undefined ? undefined : readerOf(model);
  }
};

const examplesOf = ({ examples, none = [] }: SlotExamples): readonly Example[] => [
  ...Object.entries(examples).flatMap(([slot, values]) =>
    Object.entries(values).flatMap(([value, texts]) => texts.map(text => ({ text, label: `${slot} ${value}` })))
  ),
  ...none.map(text => ({ text, label: NONE, weight: NONE_COUNTS }))
];

/** What else is written in a conversation tells hardly ever anything of it. */
const examplesOfActs = ({ examples }: TurnExamples): readonly Example[] =>
  Object.values(examples).flatMap(rows => rows.map(({ text }) => ({ text, label: NONE, weight: ELSEWHERE })));

function readerOf(model: Model): SlotReader {
  return {
    read(message, least) {
      if ((message.match(/\p{L}+/gu)?.length ?? 0) < FEWEST_WORDS) return {};
      const shares = model.shares(message.slice(0, LONGEST));
      const told = model.labels
        .map((label, at) => ({ label, share: shares[at]! }))
        .filter(({ label, share }) => label !== NONE && share >= least)
        .sort((one, other) => one.share - other.share);
      return Object.fromEntries(told.map(({ label }) => label.split(' ')));
    }
  };
}
