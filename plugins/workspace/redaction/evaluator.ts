import { type DocumentSet, later } from '../../../core/index.js';
import type { Evaluator } from '../../../core/workbench/index.js';
import { RedactorAssembly } from './assembly.js';
import type { RedactionRow } from './eval.js';

const evaluation = later<typeof import('./eval.js')>(import.meta.url, './eval.js');
export const evaluateRedaction = evaluation('evaluateRedaction');
export const predictRedaction = evaluation('predictRedaction');

/** `bylaw eval redaction FILE`. */
export const redactionEvaluator: Evaluator = {
  name: 'redaction',
  data: 'test/data/redaction.jsonl',
  kinds: ['redaction-rules'],
  summary: 'texts with secrets and texts without: hidden, tails left, falsely hidden',
  input: 'jsonl',
  item: {
    type: 'object',
    required: ['id', 'text'],
    properties: {
      id: {},
      text: { type: 'string' },
      path: { type: 'string' },
      label: { type: 'string' },
      secrets: { type: 'array', items: { type: 'string', minLength: 1 } }
    }
  },
  service: 'workspace',
  load: async () => async (set: DocumentSet, rows: readonly RedactionRow[]) =>
    evaluateRedaction(set.get(RedactorAssembly), rows)
};
