import type { FieldElsewhere, Grouping, Parameters, Query, QueryCondition } from '../../core/store/index.js';
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

/** A column of counts: a field, or what is made of it. */
export interface Group {
  readonly as: string;
  readonly field: string;
  readonly first?: number;
  readonly bounds?: readonly number[];
}

/** Whether it is by the value of the field itself. */
export const isWhole = ({ first, bounds }: Group): boolean => (first ?? bounds) === undefined;

/** A checked query. Shapes are told apart by `id`. */
export interface Plan {
  readonly id: string;
  readonly table: Table;
  readonly where: readonly Condition[];
  readonly order: Query['order'];
  readonly limit: string | undefined;
  readonly countBy: readonly Group[] | undefined;
  /** The same plan with some conditions asked for null, made when first needed. */
  readonly variants: Map<string, Plan>;
}

/** Throws a `TypeError` for a table, field, operator or direction that does not exist: all become SQL text. */
export function planOf(id: string, query: Query, tableNamed: (name: string) => Table): Plan {
  const table = tableNamed(query.from);
  let at = 0;
  const conditions = Object.entries(query.where ?? {}).flatMap(([field, of]) =>
    [of].flat().map((condition: QueryCondition) => ({ field, condition }))
  );
  const where = conditions.map(({ field, condition }) => {
    const { is } = condition;
    typeIn(table, field);
    if (!OPERATORS.has(is)) throw new TypeError(`query of ${table.name}: no operator '${is}'`);
    const of = 'of' in condition ? checked(condition.of, tableNamed(condition.of.from)) : undefined;
    const params = 'of' in condition ? Object.values(condition.of.key) : [condition.param];
    at += params.length;
    return { field, is, params, at: at - params.length, of };
  });
  const { order, limit } = query;
  const countBy = query.countBy?.map(each => groupOf(each, table));
  const names = countBy?.map(({ as }) => as) ?? [];
  if (names.includes('count')) throw new TypeError(`query of ${table.name}: 'count' is what the count is called`);
  if (new Set(names).size < names.length) throw new TypeError(`query of ${table.name}: two groups have one name`);
  if (order !== undefined) {
    if (countBy === undefined) typeIn(table, order.by);
    else if (order.by !== 'count' && !names.includes(order.by)) {
      throw new TypeError(`query of ${table.name}: cannot order counts by '${order.by}'`);
    }
    if (order.direction !== 'asc' && order.direction !== 'desc') throw new TypeError('order is asc or desc');
  }
  return { id, table, where, order, limit, countBy, variants: new Map() };
}

/** Throws a `TypeError` for what could not stand in SQL text, and for a part of a field that has no such parts. */
function groupOf(grouping: Grouping, table: Table): Group {
  const group: Group = typeof grouping === 'string' ? { as: grouping, field: grouping } : grouping;
  const { as, field, first, bounds } = group;
  const type = typeIn(table, field);
  const fits =
    /^\w+$/.test(as) &&
    (first === undefined || (type === 'text' && Number.isSafeInteger(first) && first > 0)) &&
    (bounds === undefined ||
      ((type === 'real' || type === 'integer') &&
        bounds.length > 0 &&
        bounds.every((bound, i) => Number.isFinite(bound) && (i === 0 || bound > bounds[i - 1]!))));
  if (!fits) throw new TypeError(`query of ${table.name}: nothing to count by in '${field}'`);
  return group;
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
