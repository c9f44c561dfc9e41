import type { RecordedDecision } from '../../../../core/workbench/decision-source.js';
import { decide } from '../../../../core/rules/decide.js';
import type { Facts } from '../../../../core/facts/typed-values.js';
import { parkingTable } from '../../../core/rules/table-root.js';

const cases: readonly [at: string, facts: Facts][] = [
  ['2026-05-01', { hours: 3, fee: '20.10', permit: 'none', towed: false }],
  ['2026-05-02', { hours: 4, fee: '20.20', permit: 'none', towed: false }],
  ['2026-05-03', { hours: 4, fee: '0.1', permit: 'resident', towed: false }],
  ['2026-05-04', { hours: 9, fee: '30.00', permit: 'none', towed: false }],
  ['2026-05-05', { hours: 3, fee: '900.00', permit: 'none', towed: false }]
];

/** Five decisions as a JSONL file holds them, each after a change. */
export async function recorded(
  change: (record: RecordedDecision['record'], i: number) => object = r => r
): Promise<string> {
  const table = await parkingTable();
  const lines = [];
  for (const [i, [at, facts]] of cases.entries())
    lines.push(
      JSON.stringify({ id: `dec_${i}`, at: `${at}T10:00:00.000Z`, record: change(await decide(table, facts), i) })
    );
  return `${lines.join('\n')}\n`;
}
