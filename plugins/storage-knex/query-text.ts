import type { Knex } from 'knex';
import type { Plan } from './plan.js';

/** The text of a built statement, with the driver's own marks where values are bound. */
export const textOf = (built: { toSQL(): unknown }): string => (built.toSQL() as Knex.Sql).toNative().sql;

/** The position of each plan's first condition value among those of all plans. */
export const offsets = (plans: readonly Plan[]): readonly number[] =>
  plans.map((_, i) => plans.slice(0, i).reduce((sum, { where }) => sum + where.length, 0));
