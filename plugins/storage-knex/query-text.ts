import { list, quoted } from './dialect.js';
import type { Plan } from './plan.js';

/** The position of each plan's first condition value among those of all plans. */
export const offsets = (plans: readonly Plan[]): readonly number[] =>
  plans.map((_, i) => plans.slice(0, i).reduce((sum, { where }) => sum + where.length, 0));

/** ` group by …`, or nothing. */
export function grouped({ countBy = [] }: Plan): string {
  return countBy.length === 0 ? '' : ` group by ${list(countBy)}`;
}

/** ` order by …`, or nothing. Equal records follow in order of arrival, equal counts in order of their fields. */
export function sorted({ order, countBy }: Plan, comparable: (field: string) => string, nulls: string): string {
  if (order === undefined) return '';
  const { by, direction } = order;
  const first = countBy !== undefined && by === 'count' ? '"count"' : comparable(by);
  const ties = countBy === undefined ? [`_seq ${direction}`] : countBy.filter(field => field !== by).map(quoted);
  return ` order by ${[`${first} ${direction}${nulls}`, ...ties].join(', ')}`;
}
