import type { DocumentSet } from '../../../core/index.js';
import { type Evaluation, percent, table } from '../../../core/workbench/index.js';
import { VerifierAssembly } from '../policy/readers.js';
import { predict, summarise, type VerifierRow } from '../verify/eval.js';
import { Slowest } from './slowest.js';

/** Rows without a clock of their own are judged at this one, so that two evaluations agree. */
const CLOCK = new Date('2026-05-04T12:00:00Z');

export async function evaluateVerifier(set: DocumentSet, rows: readonly VerifierRow[]): Promise<Evaluation> {
  const verifier = set.get(VerifierAssembly);
  const slowest = new Slowest();
  const predictions = rows.flatMap(row => slowest.time(row.id, row.sentence, () => predict([row], verifier, CLOCK)));
  const { let_through, caught, categories } = summarise(rows, predictions);
  const report = [
    `supported let through: ${percent(let_through.right, let_through.total)} of ${let_through.total}`,
    `unsupported caught: ${percent(caught.right, caught.total)} of ${caught.total}`,
    '',
    ...table(
      ['category', 'items', 'right'],
      Object.entries(categories).map(([name, t]) => [name, t.total, percent(t.right, t.total)])
    ),
    '',
    'slowest',
    ...slowest.lines
  ].join('\n');
  const rate = ({ right, total }: { right: number; total: number }) => (total === 0 ? 0 : right / total);
  return {
    predictions,
    figures: { supported_let_through: rate(let_through), unsupported_caught: rate(caught) },
    report,
    verdicts: rows.flatMap(({ id, supported: label }, i) => {
      if (label === undefined) return [];
      const { supported } = predictions[i]!;
      const verdict = supported === label ? 'right' : supported ? 'missed' : 'falsely withheld';
      return [{ id, verdict, said: supported ? 'let through' : 'withheld' }];
    }),
    errors: rows.flatMap((row, i) => {
      const { supported, reason } = predictions[i]!;
      if (row.supported === undefined || row.supported === supported) return [];
      return [
        `${supported ? 'missed' : 'withheld'}  ${row.id}  ${row.category ?? ''}  ${JSON.stringify(row.sentence)}  ${reason}`
      ];
    })
  };
}
