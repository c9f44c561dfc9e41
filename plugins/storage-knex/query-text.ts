import type { Knex } from 'knex';
import { type Condition, type Group, type Plan, widthOf } from './plan.js';
import { quoted } from './dialect.js';

/** The text of a built statement, with the driver's own marks where values are bound. */
export const textOf = (built: { toSQL(): unknown }): string => (built.toSQL() as Knex.Sql).toNative().sql;

/** The position of each plan's first condition value among those of all plans. */
export const offsets = (plans: readonly Plan[]): readonly number[] =>
  plans.map((_, i) => plans.slice(0, i).reduce((sum, plan) => sum + widthOf(plan), 0));

/** The one value that stands in another record, whose key is found from position `first` on. */
export function elsewhere(of: NonNullable<Condition['of']>, first: number): string {
  const { from, field, key, member } = of;
  const keys = Object.keys(key).map((each, i) => `${quoted(each)} = asked.value->>${first + i}`);
  const value = member === undefined ? quoted(field) : `${quoted(field)}->>'${member}'`;
  return `(select ${value} from ${quoted(from)} where ${keys.join(' and ')})`;
}

/** The value by which records are counted, of a column or what stands for it as a number. */
export function grouped({ field, first, bounds }: Group, number: string): string {
  if (first !== undefined) return `substr(${quoted(field)}, 1, ${first})`;
  if (bounds === undefined) return quoted(field);
  const steps = bounds.map((bound, i) => `when ${number} < ${bound} then ${i}`).join(' ');
  return `case when ${quoted(field)} is null then null ${steps} else ${bounds.length} end`;
}
