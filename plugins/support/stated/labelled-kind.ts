import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { AUTHORED } from '../understand/examples-kind.js';

/** Messages by what they do in one situation of a conversation. */
export interface Labelled {
  readonly name: string;
  /** Who wrote them, and how. */
  readonly origin: string;
  /** By label; beside its text each has what is known of its situation, by the key that the kind has for it. */
  readonly examples: Readonly<
    Record<string, readonly ({ readonly text: string } & Readonly<Record<string, string>>)[]>
  >;
}

/** What a kind of such messages is. */
export interface LabelledParts {
  readonly id: string;
  readonly folder: string;
  /** What each label says of a message; or, where any name may be one, what they say. */
  readonly labels: Readonly<Record<string, string>> | string;
  /** The key for what is known of the situation, and its schema. */
  readonly context: readonly [key: string, schema: Readonly<Record<string, unknown>>];
}

const NAME = '^[a-z][a-z0-9_]*$';

/** What the agent had said before: the situation of most kinds. */
export const AFTER: LabelledParts['context'] = [
  'after',
  {
    type: 'string',
    pattern: '^[a-z][a-z_]*$',
    description: 'What the agent had said before: start, status_told, rules_told, ticket_open, refused, offered.'
  }
];

export function labelledKind({ id, folder, labels, context: [key, schema] }: LabelledParts): DocumentKind<Labelled> {
  const messages = {
    type: 'array',
    items: closed({ text: { type: 'string', minLength: 1, maxLength: 1000 }, [key]: schema })
  };
  const described = typeof labels === 'string' ? {} : labels;
  const names = Object.keys(described);
  const properties = Object.fromEntries(names.map(label => [label, { ...messages, description: described[label] }]));
  const examples =
    typeof labels === 'string'
      ? { type: 'object', propertyNames: { pattern: NAME }, additionalProperties: messages, description: labels }
      : closed(properties, names);
  return {
    id,
    version: 1,
    folder,
    nameOf: content => content.name,
    schema: documentSchema(id, 1, { ...AUTHORED, examples }),
    compile: (content: Labelled) => content
  };
}
