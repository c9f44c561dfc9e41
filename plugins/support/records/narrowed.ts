import type { Parameters, QueryCondition } from '../../../core/store/index.js';

/** Which of a tenant's records are meant. */
export interface Narrowing {
  readonly equal?: Readonly<Record<string, string | boolean>>;
  readonly ranges?: readonly Range[];
}

export interface Range {
  readonly field: string;
  readonly is: '<' | '>=';
  readonly value: string | number;
}

/** The conditions of a query, and what fills them. */
export function narrowed(tenant: string, { equal = {}, ranges = [] }: Narrowing) {
  const where: Record<string, QueryCondition[]> = {};
  const parameters: Record<string, Parameters[string]> = {};
  const add = (field: string, is: '=' | Range['is'], value: string | number | boolean) => {
    const param = `${field} ${is}`;
    (where[field] ??= []).push({ is, param });
    parameters[param] = value;
  };
  add('tenant', '=', tenant);
  for (const [field, value] of Object.entries(equal)) add(field, '=', value);
  for (const { field, is, value } of ranges) add(field, is, value);
  return { where, parameters };
}
