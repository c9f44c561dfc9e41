import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { AUTHORED } from '../understand/examples-kind.js';

/** Slots that are learned from examples, with what each may be. */
export const LEARNED_SLOTS = {
  reported_condition: ['unopened', 'opened', 'used', 'missing_parts'],
  refund_destination: ['original', 'other_account', 'other_card', 'gift_card']
} as const;

export type LearnedSlot = keyof typeof LEARNED_SLOTS;

/** Messages by what they tell of the goods, or of where the money should go. */
export interface SlotExamples {
  readonly name: string;
  /** Who wrote them, and how. */
  readonly origin: string;
  readonly examples: { readonly [Slot in LearnedSlot]?: Readonly<Record<string, readonly string[]>> };
  /** Messages that tell none of it, although they may sound like it. */
  readonly none?: readonly string[];
}

const texts = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 1000 } } as const;
const values = (names: readonly string[]) => closed(Object.fromEntries(names.map(name => [name, texts])), [...names]);

/** `intents/slots/*.yaml`: what customers tell beside what they wish for, from which the slots of a wish are filled. */
export const SlotExamplesKind: DocumentKind<SlotExamples> = {
  id: 'slot-examples',
  version: 1,
  folder: 'intents/slots',
  nameOf: content => content.name,
  schema: documentSchema(
    'slot-examples',
    1,
    {
      ...AUTHORED,
      examples: closed(
        {
          reported_condition: {
            ...values(LEARNED_SLOTS.reported_condition),
            description: 'What the customer tells of the condition of the goods; their own doing, no fault.'
          },
          refund_destination: {
            ...values(LEARNED_SLOTS.refund_destination),
            description:
              'Where the money should go: `other_account` is somebody else’s, `other_card` another way of the customer’s own.'
          }
        },
        ['reported_condition', 'refund_destination']
      ),
      none: { ...texts, description: 'Tells none of it, although it may sound like it.' }
    },
    ['none']
  ),
  compile: (content: SlotExamples) => content
};
