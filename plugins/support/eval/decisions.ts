import { type DocumentSet, UsageError } from '../../../core/index.js';
import { type Evaluation, percent, table } from '../../../core/workbench/index.js';
import { evaluateCases } from '../decide/eval.js';
import { StorePolicyTables } from '../decide/policies.js';

/** Decides every case by the tables that decide in production. */
export async function evaluateDecisions(set: DocumentSet, content: unknown): Promise<Evaluation> {
  if (!Array.isArray((content as { cases?: unknown } | null)?.cases))
    throw new UsageError('a file of decision cases holds {"cases": [...]}');
  const { predictions, summary } = await evaluateCases(set.get(StorePolicyTables), content);
  if (summary === undefined)
    return {
      predictions,
      figures: {},
      report: `${predictions.length} cases decided; none says what it should come to`,
      errors: []
    };
  const { expected, right, tiers, wrongly_eligible, mistakes, verdicts } = summary;
  const report = [
    `right: ${right} of ${expected} (${percent(right, expected)}); wrongly eligible: ${wrongly_eligible.length}`,
    '',
    ...table(
      ['tier', 'cases', 'right'],
      Object.entries(tiers).map(([name, t]) => [name, t.expected, percent(t.right, t.expected)])
    )
  ];
  return {
    predictions,
    figures: { right: right / expected, wrongly_eligible_wrong: wrongly_eligible.length },
    report: report.join('\n'),
    verdicts,
    errors: mistakes.map(
      ({ id, wrong }) =>
        `${id}  ${Object.entries(wrong)
          .map(([key, { expected: e, got }]) => `${key}: ${JSON.stringify(got)} instead of ${JSON.stringify(e)}`)
          .join('; ')}`
    )
  };
}
