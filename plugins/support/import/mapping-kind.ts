import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';

/** Where the value of a field comes from, and what becomes of its text. */
export interface MappedField {
  readonly column?: string;
  readonly constant?: string | number | boolean;
  /** Put before the text, for example `cus_`. */
  readonly before?: string;
  /** Taken out of the text wherever it stands. */
  readonly without?: string;
  /** The export's words and what each is called here; another one is refused. */
  readonly words?: Readonly<Record<string, string>>;
  /** Of a list, what stands between two items. */
  readonly separator?: string;
}

export interface ImportMapping {
  readonly name: string;
  readonly of: 'customers' | 'orders';
  readonly delimiter: string;
  /** By field, those of lines and attributes with their path: `lines.name`, `attributes.tier`. */
  readonly fields: Readonly<Record<string, MappedField>>;
}

const text = { type: 'string', minLength: 1 } as const;

/** `policies/imports/*.yaml`: which column of a shop's export is which field. */
export const ImportMappingKind: DocumentKind<ImportMapping> = {
  id: 'import-mapping',
  version: 1,
  folder: 'policies/imports',
  nameOf: content => content.name,
  schema: documentSchema(
    'import-mapping',
    1,
    {
      name: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
      of: { enum: ['customers', 'orders'] },
      delimiter: { type: 'string', minLength: 1, maxLength: 1, description: 'Between two columns; a comma by itself.' },
      fields: {
        type: 'object',
        minProperties: 1,
        propertyNames: { pattern: '^[a-z][a-z0-9_]*([.][a-z][a-z0-9_]*){0,2}$' },
        additionalProperties: {
          oneOf: [
            { ...text, description: 'The column.' },
            closed(
              {
                column: text,
                before: { ...text, description: 'Put before the text.' },
                without: { ...text, description: 'Taken out of the text.' },
                words: { type: 'object', additionalProperties: { type: 'string' }, description: 'Word to word.' },
                separator: { ...text, description: 'Between two items of a list; "|" by itself.' }
              },
              ['before', 'without', 'words', 'separator']
            ),
            closed({ constant: { type: ['string', 'number', 'boolean'] } })
          ]
        }
      }
    },
    ['delimiter']
  ),
  compile: ({ name, of, delimiter = ',', fields }) => ({
    name,
    of,
    delimiter,
    fields: Object.fromEntries(
      Object.entries<string | MappedField>(fields).map(([field, from]) => [
        field,
        typeof from === 'string' ? { column: from } : from
      ])
    )
  })
};
