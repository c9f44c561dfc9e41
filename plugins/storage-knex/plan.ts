import type { Parameters, Query } from '../../core/store/index.js';
import { type Table, typeIn } from './table.js';

const OPERATORS = new Set(['=', '<', '<=', '>', '>=']);

export interface Condition {
  readonly field: string;
  /** `null` where an `=` was asked with no value: SQL has another operator for it. */
  readonly is: '=' | '<' | '<=' | '>' | '>=' | 'null';
  readonly param: string;
}

/** A checked query. Shapes are told apart by `id`. */
export interface Plan {
  readonly id: string;
  readonly table: Table;
  readonly where: readonly Condition[];
  readonly order: Query['order'];
  readonly limit: string | undefined;
  readonly countBy: readonly string[] | undefined;
  /** The same plan with some conditions asked for null, made when first needed. */
  readonly variants: Map<string, Plan>;
}

/** Throws a `TypeError` for a field, operator or direction that does not exist: all become SQL text. */
export function planOf(id: string, table: Table, query: Query): Plan {
  const where = Object.entries(query.where ?? {}).map(([field, { is, param }]) => {
    typeIn(table, field);
    if (!OPERATORS.has(is)) throw new TypeError(`query of ${table.name}: no operator '${is}'`);
    return { field, is, param };
  });
  const { order, limit, countBy } = query;
  for (const field of countBy ?? []) typeIn(table, field);
  if (countBy?.includes('count')) throw new TypeError(`query of ${table.name}: 'count' is what the count is called`);
  if (order !== undefined) {
    if (countBy === undefined) typeIn(table, order.by);
    else if (order.by !== 'count' && !countBy.includes(order.by)) {
      throw new TypeError(`query of ${table.name}: cannot order counts by '${order.by}'`);
    }
    if (order.direction !== 'asc' && order.direction !== 'desc') throw new TypeError('order is asc or desc');
  }
  return { id, table, where, order, limit, countBy, variants: new Map() };
}

/** The values of the plan's conditions, in their order. Throws a `TypeError` for one that is missing. */
export function conditionValues(plan: Plan, parameters: Parameters): readonly unknown[] {
  return plan.where.map(({ param }) => {
    const value: unknown = parameters[param];
    if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
      return value;
    throw new TypeError(`query of ${plan.table.name}: parameter '${param}' is missing or no plain value`);
  });
}

/** The plan for these values: an `=` asked with null finds the records without a value. */
export function variantFor(plan: Plan, values: readonly unknown[]): Plan {
  if (!values.includes(null)) return plan;
  const id = `${plan.id}n${values.map(value => (value === null ? 1 : 0)).join('')}`;
  let variant = plan.variants.get(id);
  if (variant === undefined) {
    const where = plan.where.map((condition, i) =>
      condition.is === '=' && values[i] === null ? ({ ...condition, is: 'null' } as const) : condition
    );
    plan.variants.set(id, (variant = { ...plan, id, where }));
  }
  return variant;
}

/** The plan's limit, or undefined where it has none. */
export function limitValue(plan: Plan, parameters: Parameters): number | undefined {
  return plan.limit === undefined ? undefined : checkedLimit(plan.table, parameters[plan.limit]);
}

/** Throws a `TypeError` for anything but a whole number from 0. */
export function checkedLimit(table: Table, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new TypeError(`query of ${table.name}: the limit must be a whole number from 0`);
}
