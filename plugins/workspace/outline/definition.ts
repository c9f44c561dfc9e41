/** What a definition can be; the captures of `policies/outline` and the argument `kinds` name these and no others. */
export const DEFINITION_KINDS = [
  'class',
  'constant',
  'constructor',
  'enum',
  'field',
  'function',
  'group',
  'heading',
  'impl',
  'interface',
  'key',
  'macro',
  'member',
  'method',
  'module',
  'property',
  'rule',
  'section',
  'struct',
  'trait',
  'type',
  'union',
  'variable'
] as const;
export type DefinitionKind = (typeof DEFINITION_KINDS)[number];

/** A definition in a list in which each is followed by those inside it. */
export interface Definition {
  readonly kind: DefinitionKind;
  /** On one line, with the quotes of the source taken off. */
  readonly name: string;
  /** 1-based, both included. */
  readonly start: number;
  readonly end: number;
  /** Definitions around it; 0 at the top. */
  readonly level: number;
}

export interface Outline {
  readonly definitions: readonly Definition[];
  /** Parts of the text are not of the language; the definitions around them are there. */
  readonly errors: boolean;
}

/** So much of a name is kept for the redaction to see it whole. */
const MOST_NAME_CHARACTERS = 30_000;

/** A name as a definition has it. */
export const nameOf = (source: string): string =>
  source
    .slice(0, MOST_NAME_CHARACTERS)
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .replace(/\s+/g, ' ')
    .trim();
