import { AFTER, labelledKind } from './labelled-kind.js';
import { labelReader } from './labelled-reader.js';

/** What a message needs, in the order in which it is told apart. */
export const MESSAGE_NEEDS = ['record', 'rules', 'case', 'deed', 'fault', 'nobody', 'remark'] as const;
export type MessageNeed = (typeof MESSAGE_NEEDS)[number];

/** `policies/dialogue/needs/*.yaml`: from which is learned what would answer a message. */
export const NeedsKind = labelledKind({
  id: 'needs-examples',
  folder: 'policies/dialogue/needs',
  labels: {
    record: 'A fact of an own order or payment, which the system holds.',
    rules: 'How the shop does things, which is the same for everybody.',
    case: 'How the open request goes on, or what was done with it.',
    deed: 'Something is to be done.',
    fault: 'Tells that something went wrong.',
    nobody: 'A question that neither records nor rules answer.',
    remark: 'Asks for nothing.'
  } satisfies Record<MessageNeed, string>,
  context: AFTER
});

/** How likely a message needs what; the situation is what the agent said before. */
export const NeedsAssembly = labelReader<MessageNeed>({ name: 'needs', of: 'what messages need', kind: NeedsKind });
