/** One labelled message of a training file. `{a|b}` in its text stands for either. */
export interface TrainingRow {
  readonly label: string;
  readonly text: string;
}

/** JSON Schema of a line. */
export const trainingSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['label', 'text'],
  properties: { label: { type: 'string', minLength: 1 }, text: { type: 'string', minLength: 1, maxLength: 1000 } }
} as const;
