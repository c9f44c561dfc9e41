import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';

export const RECORD_PARTS = ['customer', 'order', 'line'] as const;
export type RecordPart = (typeof RECORD_PARTS)[number];

export const ATTRIBUTE_TYPES = ['string', 'integer', 'number', 'boolean', 'date', 'enum', 'list'] as const;

/** What a shop keeps of a customer, an order or a line beside the fields that every shop has. */
export interface Attribute {
  readonly type: (typeof ATTRIBUTE_TYPES)[number];
  /** Of an enum, what it may be. */
  readonly values?: readonly string[];
  readonly meaning: string;
}

export type AttributeValue = string | number | boolean | readonly string[];
export type Attributes = Readonly<Record<string, AttributeValue>>;

export type DeclaredAttributes = Readonly<Record<RecordPart, Readonly<Record<string, Attribute>>>>;

const declared = {
  type: 'object',
  propertyNames: { pattern: '^[a-z][a-z0-9_]{0,39}$' },
  additionalProperties: closed(
    {
      type: { enum: ATTRIBUTE_TYPES, description: 'A date is YYYY-MM-DD; a list holds strings.' },
      values: {
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: { type: 'string', minLength: 1, maxLength: 100 }
      },
      meaning: { type: 'string', minLength: 1, description: 'What it says, for those who write rules.' }
    },
    ['values']
  )
} as const;

/** `policies/records/*.yaml`: the attributes of records. What no file declares is refused wherever records come in. */
export const RecordAttributesKind: DocumentKind<DeclaredAttributes> = {
  id: 'record-attributes',
  version: 1,
  folder: 'policies/records',
  oneLine: [['type', 'values', 'meaning']],
  schema: documentSchema(
    'record-attributes',
    1,
    {
      customer: declared,
      order: declared,
      line: declared
    },
    ['customer', 'order', 'line']
  ),
  check(content, report) {
    for (const part of RECORD_PARTS)
      for (const [name, { type, values }] of Object.entries<Attribute>(content[part] ?? {}))
        if ((type === 'enum') !== (values !== undefined))
          report(`/${part}/${name}`, 'attribute_values', `an enum, and nothing else, says its 'values'`);
  },
  compile: ({ customer = {}, order = {}, line = {} }) => ({ customer, order, line })
};

/** Any attributes, in a file; whether they are declared is known once all files are read. */
export const ATTRIBUTES_SCHEMA = { type: 'object' } as const;

/** JSON Schema of the attributes that a record may have; of any attributes where none are given. */
export const attributesSchema = (attributes?: Readonly<Record<string, Attribute>>): object => ({
  type: ['object', 'null'],
  additionalProperties: attributes === undefined,
  properties: Object.fromEntries(
    Object.entries(attributes ?? {}).map(([name, attribute]) => [name, schemaOf(attribute)])
  )
});

const TEXT = { type: 'string', maxLength: 200 } as const;
const DAY = '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$';

function schemaOf({ type, values }: Attribute): object {
  switch (type) {
    case 'enum':
      return { enum: values };
    case 'list':
      return { type: 'array', maxItems: 100, items: TEXT };
    case 'date':
      return { type: 'string', pattern: DAY, description: 'A day: YYYY-MM-DD.' };
    case 'string':
      return TEXT;
    default:
      return { type };
  }
}
