import type { Assembly } from '../../../core/index.js';
import type { Example, Model } from '../../../core/learn/index.js';
import { messageParts } from '../conversation/wishes.js';
import type { Weighing } from '../refer/weighing-kind.js';
import { TurnExamplesKind, type TurnExamples } from '../refer/turn-examples-kind.js';
import { learnBesideActs, LONGEST, modelBesideActs, type TaughtBesideActs } from './model-beside-acts.js';
import { SlotExamplesKind, type LearnedSlot, type SlotExamples } from './slot-examples-kind.js';

/** What a message tells, by slot. */
export type StatedSlots = { readonly [Slot in LearnedSlot]?: string };

/** From which shares on something counts as told: of all of a message, or of a part of it where all of it says so a little. */
export type SlotShares = Pick<Weighing, 'slot_at' | 'slot_in_part' | 'slot_with_part'>;

/** Reads off a message what the customer tells of the goods and of where the money should go. */
export interface SlotReader {
  /** @param joints what stands between the parts of a message */
  read(message: string, least: SlotShares, joints: RegExp): StatedSlots;
}

const NONE = '';
/** How much a message counts that tells none of it: there are many more of them. */
const NONE_COUNTS = 0.5;
const ELSEWHERE = 0.1;
/** Words of a message that can tell something: "the refund" tells nothing, whatever it sounds like. */
const FEWEST_WORDS = 4;
const MOST_PARTS = 12;

const isLong = (text: string): boolean => (text.match(/\p{L}+/gu)?.length ?? 0) >= FEWEST_WORDS;

const examplesOf = ({ examples, none = [] }: SlotExamples): readonly Example[] => [
  ...Object.entries(examples).flatMap(([slot, values]) =>
    Object.entries(values).flatMap(([value, texts]) => texts.map(text => ({ text, label: `${slot} ${value}` })))
  ),
  ...none.map(text => ({ text, label: NONE, weight: NONE_COUNTS }))
];

/** What else is written in a conversation tells hardly ever anything of it. */
const examplesOfActs = ({ examples }: TurnExamples): readonly Example[] =>
  Object.values(examples).flatMap(rows => rows.map(({ text }) => ({ text, label: NONE, weight: ELSEWHERE })));

const TAUGHT: TaughtBesideActs<SlotExamples> = {
  name: 'slots',
  of: 'slots',
  kind: SlotExamplesKind,
  examplesOf,
  examplesOfActs
};

/** Undefined where there are no examples, and where what is learned is not of them as they are. */
export const SlotsAssembly: Assembly<SlotReader | undefined> = {
  id: 'slots',
  lasting: 'anywhere',
  kinds: [SlotExamplesKind, TurnExamplesKind],
  learn: set => learnBesideActs(TAUGHT, set),
  build(set, report) {
    const model = modelBesideActs(TAUGHT, set, report);
    return model === undefined ? undefined : readerOf(model);
  }
};

function readerOf(model: Model): SlotReader {
  return {
    read(message, { slot_at, slot_in_part, slot_with_part }, joints) {
      const text = message.slice(0, LONGEST);
      if (!isLong(text)) return {};
      const whole = model.shares(text);
      const possible = model.labels.some((label, at) => label !== NONE && whole[at]! >= slot_with_part);
      if (!possible) return {};
      const parts = messageParts(text, joints)
        .map(([start, end]) => text.slice(start, end))
        .filter(part => part.length < text.length && isLong(part))
        .slice(0, MOST_PARTS)
        .map(part => model.shares(part));
      const told = model.labels
        .map((label, at) => ({ label, share: whole[at]!, part: Math.max(0, ...parts.map(shares => shares[at]!)) }))
        .filter(({ label, share, part }) => {
          if (label === NONE) return false;
          return share >= slot_at || (share >= slot_with_part && part >= slot_in_part);
        })
        .sort((one, other) => one.share + one.part - other.share - other.part);
      return Object.fromEntries(told.map(({ label }) => label.split(' ')));
    }
  };
}
