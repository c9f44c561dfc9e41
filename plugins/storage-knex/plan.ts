import type { FieldElsewhere, Parameters, Query } from '../../core/store/index.js';
import { type Table, typeIn } from './table.js';

const OPERATORS = new Set(['=', '<', '<=', '>', '>=']);

export interface Condition {
  readonly field: string;
  /** `null` where an `=` was asked with no value: SQL has another operator for it. */
  readonly is: '=' | '<' | '<=' | '>' | '>=' | 'null';
  /** What fills it: one parameter, or those of the key of the record `of`. */
  readonly params: readonly string[];
  /** Position of the first of them among the plan's. */
  readonly at: number;
  readonly of: FieldElsewhere | undefined;
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

/** Throws a `TypeError` for a table, field, operator or direction that does not exist: all become SQL text. */
export function planOf(id: string, query: Query, tableNamed: (name: string) => Table): Plan {
  const table = tableNamed(query.from);
  let at = 0;
  const where = Object.entries(query.where ?? {}).map(([field, condition]) => {
    const { is } = condition;
    typeIn(table, field);
    if (!OPERATORS.has(is)) throw new TypeError(`query of ${table.name}: no operator '${is}'`);
    const of = 'of' in condition ? checked(condition.of, tableNamed(condition.of.from)) : undefined;
    const params = 'of' in condition ? Object.values(condition.of.key) : [condition.param];
    at += params.length;
    return { field, is, params, at: at - params.length, of };
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

function checked(of: FieldElsewhere, table: Table): FieldElsewhere {
  const { field, key, member } = of;
  const type = typeIn(table, field);
  for (const each of Object.keys(key)) typeIn(table, each);
  const whole = table.key.every(each => Object.hasOwn(key, each));
  const named = member === undefined ? type !== 'json' : type === 'json' && /^\w+$/.test(member);
  if (!whole || !named) throw new TypeError(`query: ${table.name}.${field} is not one value`);
  return of;
}

/** How many values the plan's conditions take. */
export const widthOf = ({ where }: Plan) => where.reduce((sum, { params }) => sum + params.length, 0);

/** The values of the plan's conditions, in their order. Throws a `TypeError` for one that is missing. */
export function conditionValues(plan: Plan, parameters: Parameters): readonly unknown[] {
  return plan.where
    .flatMap(({ params }) => params)
    .map(param => {
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
    const where = plan.where.map(condition =>
      condition.is === '=' && condition.of === undefined && values[condition.at] === null
        ? ({ ...condition, is: 'null' } as const)
        : condition
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
