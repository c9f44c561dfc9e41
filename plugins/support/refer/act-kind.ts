import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';

/** `policies/dialogue/acts`: what a message can do in its conversation, apart from wishes, by its examples. */
export interface DialogueAct {
  readonly name: string;
  /** For people: what a customer does with it. */
  readonly meaning: string;
  /** Only where a question is open. */
  readonly needs?: 'question';
  /** False for what is no act: its examples tell the others apart from it. */
  readonly counts?: boolean;
  /** It is a question, however it is written. */
  readonly asks?: boolean;
  /** Only records answer it, and no article. */
  readonly recorded?: boolean;
  /** Least share of the model for it to count. */
  readonly at: number;
  /** The same for one clause of a longer message. */
  readonly at_in_part: number;
  /** What customers write; `{a|b}` stands for either, `{a|}` for one or nothing. */
  readonly examples: readonly string[];
  /** What reads like it and is another act, or none. */
  readonly near_misses?: readonly { readonly text: string; readonly instead: string }[];
}

const name = { type: 'string', pattern: '^[a-z][a-z_]{1,30}$' } as const;
const text = { type: 'string', minLength: 1, maxLength: 300 } as const;

export const DialogueActs: DocumentKind<DialogueAct> = {
  id: 'dialogue-act',
  version: 1,
  folder: 'policies/dialogue/acts',
  nameOf: ({ name }: DialogueAct) => name,
  schema: documentSchema(
    'dialogue-act',
    1,
    {
      name,
      meaning: { ...text, description: 'For people: what a customer does with it.' },
      needs: { const: 'question', description: 'It counts only where a question is open.' },
      counts: { type: 'boolean', description: 'False for examples of what is no act.' },
      asks: { type: 'boolean', description: 'It is a question, however it is written.' },
      recorded: { type: 'boolean', description: 'Only records answer it: its examples ask no article anything.' },
      at: { type: 'number', minimum: 0, maximum: 1, description: 'Least share of the model for the act to count.' },
      at_in_part: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        description: 'The same for one clause of a longer message.'
      },
      examples: { type: 'array', minItems: 5, maxItems: 1000, items: text },
      near_misses: {
        type: 'array',
        items: closed({ text, instead: { ...name, description: 'The act that it is.' } })
      }
    },
    ['needs', 'counts', 'asks', 'recorded', 'near_misses']
  ),
  compile: ({ kind: _kind, version: _version, ...act }) => act
};
