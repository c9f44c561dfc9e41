import { closed } from '../../../core/documents/index.js';
const text = { type: 'string', minLength: 1, maxLength: 2000 } as const;
const pattern = { type: 'string', minLength: 1, maxLength: 300 } as const;

/** JSON Schema of the `understand` value of an intent file. */
export const understandSchema = closed(
  {
    yields: {
      type: 'boolean',
      description: 'This intent gives way to any other that the message also expresses (greetings, thanks).'
    },
    accompanies: {
      type: 'boolean',
      description: 'This intent is often said beside another wish and does not push it aside (a complaint).'
    },
    phrases: {
      type: 'array',
      description: 'What overrides the examples; seldom needed.',
      items: closed(
        {
          say: {
            ...pattern,
            description:
              'Words (matched by stem), =word (exact form), <concept> (see intents/vocabulary), a|b (either), x? (may be absent), ~ or ~5 (up to 3 or 5 other words between), ^ and $ (start and end of the sentence, fillers aside); or a & b (near each other in any order).'
          },
          weight: {
            type: 'number',
            exclusiveMinimum: 0,
            maximum: 1,
            description: 'The share of 1 it gives the intent.'
          },
          reason: { ...text, description: 'Why examples do not do.' },
          with: { ...pattern, description: 'Elements, one of which must occur anywhere in the message.' },
          unless: { ...pattern, description: 'Elements, none of which may occur in the same sentence.' },
          negatable: {
            type: 'boolean',
            description: 'false: the phrase counts inside a negation too. Default true.'
          }
        },
        ['with', 'unless', 'negatable']
      )
    },
    deeds: {
      type: 'array',
      items: pattern,
      description: 'Phrases for what is done when the wish is granted; negated, they say that it is not wanted.'
    },
    examples: {
      type: 'array',
      minItems: 1,
      items: text,
      description:
        'What customers write, ten to forty lines: learned from, and those without {signs} and {a|b} must be understood as this intent.'
    },
    near_misses: {
      type: 'array',
      description: 'Messages that look like this intent and must not be taken for it.',
      items: closed({
        text,
        instead: {
          type: 'string',
          pattern: '^[a-z][a-z0-9_]*$',
          description: 'The right intent, or `unknown` (ask).'
        }
      })
    }
  },
  ['yields', 'accompanies', 'phrases', 'deeds', 'near_misses'],
  { description: 'How a message is recognised as this intent.' }
);
