import type { DocumentSet } from '../../../core/index.js';
import type { Evaluator } from '../../../core/workbench/index.js';
import type { AssessmentRow } from './eval-assessment.js';

/** `bylaw eval assessment FILE`. */
export const assessmentEvaluator: Evaluator = {
  name: 'assessment',
  summary: 'texts of files: how many that steer a model are found, how many harmless ones are called so',
  input: 'jsonl',
  item: {
    type: 'object',
    required: ['id', 'text'],
    properties: { id: {}, text: { type: 'string' }, path: { type: 'string' }, label: { type: 'string' } }
  },
  service: 'workspace',
  load: async () => {
    const { evaluateAssessment } = await import('./eval-assessment.js');
    return async (set: DocumentSet, rows: readonly AssessmentRow[]) => evaluateAssessment(set, rows);
  }
};
