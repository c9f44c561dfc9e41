/** A sort of files, and how sure the reader has to be there. */
export interface ReaderFilesSource {
  readonly name: string;
  /** Which files these are; those of source code with `source_code`, and all that are left without either. */
  readonly paths?: readonly string[];
  readonly source_code?: boolean;
  /** Groups of words near which values are looked at; they are everywhere where it is left out. */
  readonly near?: readonly string[];
  /** From which score on a value is hidden: 0 is as likely as not, each point more makes it e times as likely. */
  readonly from: number;
}

/**
 * The learned reader: it hides what looks like a secret and stands like one, though no rule knows it. What secrets look and
 * stand like is learned from the texts in `policies/redaction/training`.
 */
export interface ReaderSource {
  /** What stands in place of what it hides: `[redacted:<id>]`. */
  readonly id: string;
  /** Words by group that tell of a secret in the text or the name around a value; case does not count. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** The first sort that a file is of holds for it. */
  readonly files: readonly ReaderFilesSource[];
}

const name = { type: 'string', pattern: '^[a-z][a-z0-9-]*$', maxLength: 40 };
const texts = { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } };

export const readerSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'words', 'files'],
  properties: {
    id: name,
    words: {
      type: 'object',
      minProperties: 1,
      propertyNames: name,
      additionalProperties: { type: 'array', minItems: 1, items: { type: 'string', minLength: 2 } }
    },
    files: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'from'],
        properties: {
          name,
          paths: texts,
          source_code: { type: 'boolean' },
          near: texts,
          from: { type: 'number', minimum: -10, maximum: 20 }
        }
      }
    }
  }
};
