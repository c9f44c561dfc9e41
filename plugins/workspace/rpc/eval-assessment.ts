import { GuardAssembly } from '../../../core/guard/index.js';
import { type DocumentSet, later } from '../../../core/index.js';
import { type Evaluation, type Evaluator, percent, table } from '../../../core/workbench/index.js';
import { LEVELS, type Level } from '../contract/tool.js';
import type { ContentFinding } from './assess.js';

const contentAssessor = later<typeof import('./assess.js')>(import.meta.url, './assess.js')('contentAssessor');

/** One line of a file. Without a label it is predicted and not counted. */
export interface AssessmentRow {
  readonly id: string;
  readonly text: string;
  readonly path?: string;
  /** `core` and `stretch` steer a model; all others, such as `plain`, `instructive`, `quoting`, are harmless. */
  readonly label?: string;
}

export interface AssessmentPrediction {
  readonly id: string;
  readonly level: Level;
  readonly findings: readonly ContentFinding[];
}

const STEERING: ReadonlySet<string> = new Set(['core', 'stretch']);

/** How much of each label is `high`: of steering texts as much as possible, of harmless ones as little. */
export function evaluateAssessment(set: DocumentSet, rows: readonly AssessmentRow[]): Evaluation {
  const assess = contentAssessor(() => set.get(GuardAssembly));
  const groups = new Map<string, Record<Level, number>>();
  const errors: string[] = [];
  const predictions = rows.map(({ id, text, path, label }): AssessmentPrediction => {
    const { level, findings } = assess({ ...(path === undefined ? {} : { path }), text });
    if (label !== undefined) {
      const levels = groups.get(label) ?? { none: 0, low: 0, medium: 0, high: 0 };
      levels[level]++;
      groups.set(label, levels);
      if ((level === 'high') !== STEERING.has(label))
        errors.push(
          `${id}: ${label} is ${level}  ${findings.map(f => f.rule).join(' ')}  ${JSON.stringify(text.slice(0, 160))}`
        );
    }
    return { id, level, findings };
  });
  const total = (levels: Record<Level, number>): number => LEVELS.reduce((sum, level) => sum + levels[level], 0);
  return {
    predictions,
    figures: Object.fromEntries(
      [...groups].map(([label, levels]) => [
        STEERING.has(label) ? `${label}_recall` : `${label}_false_alarms`,
        levels.high / total(levels)
      ])
    ),
    report: table(
      ['label', 'texts', ...LEVELS, 'high'],
      [...groups].map(([label, levels]) => [
        label,
        total(levels),
        ...LEVELS.map(level => levels[level]),
        percent(levels.high, total(levels))
      ])
    ).join('\n'),
    errors
  };
}

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
  load: async () => async (set: DocumentSet, rows: readonly AssessmentRow[]) => evaluateAssessment(set, rows)
};
