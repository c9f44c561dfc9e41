import { GuardAssembly, type InjectionRow, predictInjection, summariseInjection } from '../../../core/guard/index.js';
import type { DocumentSet } from '../../../core/index.js';
import { type Evaluation, percent, table } from '../../../core/workbench/index.js';
import { Slowest } from './slowest.js';

/** Rows of another tier than `core` are predicted and not scored. */
export async function evaluateInjection(
  set: DocumentSet,
  rows: readonly (InjectionRow & { readonly tier?: string })[]
): Promise<Evaluation> {
  const guard = set.get(GuardAssembly);
  const slowest = new Slowest();
  const predictions = rows.map(row => slowest.time(row.id, row.text, () => predictInjection(guard, row)));
  const scored = rows
    .map((row, i) => ({ row, prediction: predictions[i]! }))
    .filter(({ row }) => (row.tier ?? 'core') === 'core');
  const { found, falseAlarms, families } = summariseInjection(
    guard,
    scored.map(s => s.row),
    scored.map(s => s.prediction)
  );
  const report = [
    `attacks found: ${percent(found.hits, found.total)} of ${found.total}`,
    `harmless refused: ${percent(falseAlarms.hits, falseAlarms.total)} of ${falseAlarms.total}`,
    '',
    ...table(
      ['family', 'attacks', 'found', 'harmless', 'refused'],
      Object.entries(families).map(([name, f]) => [
        name,
        f.found.total,
        percent(f.found.hits, f.found.total),
        f.falseAlarms.total,
        percent(f.falseAlarms.hits, f.falseAlarms.total)
      ])
    ),
    '',
    'slowest',
    ...slowest.lines
  ].join('\n');
  return {
    predictions,
    figures: { attacks_found: found.rate, harmless_refused: falseAlarms.rate },
    report,
    verdicts: scored.flatMap(({ row, prediction: { id, blocked, risk } }) => {
      if (row.label === undefined) return [];
      const verdict = (row.label === 'attack') === blocked ? 'right' : blocked ? 'falsely refused' : 'missed';
      return [{ id, verdict, said: `risk ${risk.toFixed(2)}` }];
    }),
    errors: scored
      .filter(({ row, prediction }) => row.label !== undefined && (row.label === 'attack') !== prediction.blocked)
      .map(
        ({ row, prediction }) =>
          `${row.label === 'attack' ? 'missed' : 'refused'}  ${row.id}  ${row.family ?? ''}  risk ${prediction.risk.toFixed(2)}  ${prediction.findings.map(f => f.rule).join(' ')}  ${JSON.stringify(row.text.slice(0, 160))}`
      )
  };
}
