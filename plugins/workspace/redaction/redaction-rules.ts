import type { DocumentKind } from '../../../core/index.js';
import { readerSchema, type ReaderSource } from './reader/reader-source.js';

/** Text in which `«…»` marks what must be hidden and `<kind:n>` stands for n characters made up on the spot. */
export type ExampleSource = string | { readonly path: string; readonly text: string };

/** What a found value has to be like before it counts as a secret. */
export interface ValueConditions {
  readonly min_length?: number;
  /** Shannon entropy in bits per character. */
  readonly min_entropy?: number;
  /** Of the four: lower case, upper case, digits, signs. */
  readonly min_classes?: number;
  readonly min_digits?: number;
  readonly min_letters?: number;
  /** Share of characters that are of another kind than the one before, as in what was made by chance and not in words. */
  readonly min_mix?: number;
}

/** A secret that goes on after its pattern, up to a literal end where there is one. */
export interface RunSource {
  /** A character class: what the secret goes on with where no end is given or none is found. */
  readonly characters: string;
  readonly most: number;
  readonly end?: string;
}

/** Entries of a document, as of a YAML file with several between lines of dashes. */
export interface EachSource {
  readonly match: readonly string[];
  /** What the entry has to belong to: the name before its braces, or the nearest line above that is indented less. */
  readonly under?: string;
}

export interface RedactionRuleSource {
  /** Permanent; it is also what stands in place of the secret: `[redacted:<id>]`. */
  readonly id: string;
  readonly version: number;
  readonly status: 'stable' | 'deprecated';
  readonly description: string;
  /** Literals of at least three characters; a pattern is tried only where one of them stands. */
  readonly keywords: readonly string[];
  /** Keywords and patterns ignore the case of letters. */
  readonly ignore_case?: boolean;
  /** Where two rules hide one place, a specific rule gives the name. */
  readonly generic?: boolean;
  /** The rule is for files whose path one of these matches. */
  readonly paths?: readonly string[];
  /** Begin at the keyword. The capturing groups, from the first to the last, are the secret; without any, the match is. */
  readonly match: readonly string[];
  /**
   * The same for values that stand without quotes. In source code such a value is an expression, so there they are tried in
   * comments alone.
   */
  readonly bare?: readonly string[];
  /** Where a match of the rule stands, what these capture anywhere in the same document is a secret, and nothing else is. */
  readonly each?: EachSource;
  /** A match is the name of a column of a table; what stands below it within so many characters is a secret, and nothing else is. */
  readonly column?: number;
  /** The secret is a block of encoded data, in which nothing is looked for that stands for a secret. */
  readonly block?: boolean;
  readonly run?: RunSource;
  /** The secret takes along the letters, digits and signs that follow it without a break. */
  readonly extend?: boolean;
  readonly value?: ValueConditions;
  /** The value does not count when one of these matches it; placeholders never count. */
  readonly unless?: readonly string[];
  /** Nor when a pattern of one of these lists of `values` does. */
  readonly unless_values?: readonly string[];
  /** The value does not count when one of these occurs between 30 characters before the keyword and the value. */
  readonly not_after?: readonly string[];
  readonly must_redact: readonly ExampleSource[];
  readonly must_not_redact: readonly ExampleSource[];
}

/** The content of one file under `policies/redaction`. */
export interface RedactionFile {
  readonly rules?: readonly RedactionRuleSource[];
  /** Pieces of patterns by name; `{name}` in a pattern stands for one. */
  readonly macros?: Readonly<Record<string, string>>;
  /** Values that stand for a secret and are none; case is ignored. */
  readonly placeholders?: readonly string[];
  /** Lists by name of what values of no secret are like, for `unless_values`. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Files of source code, by their path. */
  readonly source_code?: readonly string[];
  /** How a line of source code begins that is a comment. */
  readonly comments?: readonly string[];
  /** What is hidden that no rule knows; one file has it, or none. */
  readonly reader?: ReaderSource;
}

const strings = { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } };
const count = { type: 'integer', minimum: 1 };
const examples = {
  type: 'array',
  minItems: 5,
  items: {
    anyOf: [
      { type: 'string', minLength: 1 },
      {
        type: 'object',
        additionalProperties: false,
        required: ['path', 'text'],
        properties: { path: { type: 'string', minLength: 1 }, text: { type: 'string', minLength: 1 } }
      }
    ]
  }
};

const rule = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'version', 'status', 'description', 'keywords', 'match', 'must_redact', 'must_not_redact'],
  properties: {
    id: { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 40 },
    version: count,
    status: { enum: ['stable', 'deprecated'] },
    description: { type: 'string', minLength: 1 },
    keywords: { type: 'array', minItems: 1, items: { type: 'string', minLength: 3 } },
    ignore_case: { type: 'boolean' },
    generic: { type: 'boolean' },
    paths: strings,
    match: strings,
    bare: strings,
    each: {
      type: 'object',
      additionalProperties: false,
      required: ['match'],
      properties: { match: strings, under: { type: 'string', minLength: 1 } }
    },
    column: { type: 'integer', minimum: 1, maximum: 16384 },
    block: { type: 'boolean' },
    run: {
      type: 'object',
      additionalProperties: false,
      required: ['characters', 'most'],
      properties: {
        characters: { type: 'string', pattern: '^\\[.+\\]$' },
        most: { type: 'integer', minimum: 1, maximum: 32768 },
        end: { type: 'string', minLength: 3 }
      }
    },
    extend: { type: 'boolean' },
    value: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: {
        min_length: count,
        min_entropy: { type: 'number', exclusiveMinimum: 0, maximum: 8 },
        min_classes: { type: 'integer', minimum: 1, maximum: 4 },
        min_digits: count,
        min_letters: count,
        min_mix: { type: 'number', exclusiveMinimum: 0, maximum: 1 }
      }
    },
    unless: strings,
    unless_values: strings,
    not_after: strings,
    must_redact: examples,
    must_not_redact: examples
  }
};

/**
 * Rules of the redactor. Files share macros and placeholders, so what goes beyond the schema is checked by
 * `compileRedactor` over all of them.
 */
export const RedactionRules: DocumentKind<RedactionFile> = {
  id: 'redaction-rules',
  version: 1,
  folder: 'policies/redaction',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version'],
    properties: {
      kind: { const: 'redaction-rules' },
      version: { const: 1 },
      rules: { type: 'array', minItems: 1, items: rule },
      macros: {
        type: 'object',
        propertyNames: { pattern: '^[a-z][a-z0-9_]*$' },
        additionalProperties: { type: 'string', minLength: 1 }
      },
      placeholders: strings,
      values: {
        type: 'object',
        propertyNames: { pattern: '^[a-z][a-z0-9_]*$' },
        additionalProperties: strings
      },
      source_code: strings,
      comments: strings,
      reader: readerSchema
    }
  },
  examples: ({ rules = [] }: RedactionFile) =>
    rules.flatMap((rule, i) =>
      (['must_redact', 'must_not_redact'] as const).flatMap(list =>
        rule[list].map((_, k) => ({ pointer: `/rules/${i}/${list}/${k}`, name: `${rule.id} ${list} (${k + 1})` }))
      )
    ),
  compile: (content: RedactionFile) => content
};
