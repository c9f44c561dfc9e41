import type { Report } from '../documents/kind.js';
import type { RuleTableText } from './rule-table.js';
import { isDate } from './typed-values.js';

/** Tables of one id stand side by side as versions of different days and as a shadow. */
export function tableName({ id, mode, effective_from }: Pick<RuleTableText, 'id' | 'mode' | 'effective_from'>): string {
  if (mode === 'shadow') return `${id}~shadow`;
  return effective_from === undefined ? id : `${id}@${effective_from}`;
}

/** The days of a version are days, in order, and not those of a shadow. */
export function checkDates(
  { mode, effective_from: from, effective_until: until }: RuleTableText,
  report: Report
): void {
  const days: Readonly<Record<string, string | undefined>> = { effective_from: from, effective_until: until };
  for (const [key, day] of Object.entries(days)) {
    const fits: boolean = day === undefined || isDate(day);
    if (!fits) report(`/${key}`, 'effective_date', `${day} is no calendar date; write it as "2027-01-01"`);
  }
  if (from !== undefined && until !== undefined && until < from)
    report('/effective_until', 'effective_date', `the last day ${until} lies before the first day ${from}`);
  if (mode === 'shadow' && (from ?? until) !== undefined)
    report('/mode', 'effective_date', 'a shadow table has no days of its own; it is decided whenever its table is');
}
