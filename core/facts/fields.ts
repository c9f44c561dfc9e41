import {
  badExpression,
  type Expression,
  type ExpressionContext,
  type Form,
  type ExpressionPlace
} from './expression.js';
import { TESTS } from './operators.js';
import { anyScalar, type ExpressionType, READERS, TEXT_READERS } from './read-values.js';
import { shapeAt } from './shapes.js';
import { misfit, type FactType, type FactValue } from './typed-values.js';

/** A constant of the wanted type, or of the type that it has by itself. */
export function constant(
  value: unknown,
  { at, type }: ExpressionPlace,
  { report }: ExpressionContext
): Expression | undefined {
  const is = type ?? typeOfConstant(value);
  const why = misfit({ type: dateFor(is) }, value);
  if (why === undefined) return { type: is, read: () => value as FactValue };
  report(at, 'value_type', `the value ${why}`);
  return undefined;
}

export function typeOfConstant(value: unknown): FactType {
  if (typeof value !== 'number') return typeof value === 'boolean' ? 'boolean' : 'string';
  return Number.isInteger(value) ? 'integer' : 'number';
}

/** Moments are written and compared as days. */
export const dateFor = (type: ExpressionType): FactType => (type === 'moment' ? 'date' : type);

const field: Form = (text, { at, type: wanted }, { shapes, note, report }) => {
  const name = text['field'] as string;
  note(name);
  const shape = shapeAt(name, shapes);
  if (typeof shape === 'object') {
    const message = 'wrong' in shape ? shape.wrong : `'${name}' is no single value; name one of its fields`;
    report(at, 'unknown_field', message);
    return undefined;
  }
  const type = shape === 'anything' ? (wanted ?? shape) : shape;
  const as = text['as'] as string | undefined;
  if (as !== undefined && type !== 'string' && type !== 'anything')
    return badExpression(`'as' says how a text is read, and '${name}' is ${type}`, at, report);
  const given = text as { readonly absent?: FactValue; readonly empty?: FactValue; readonly minimum?: FactValue };
  const { absent = null, empty = null, minimum = null } = given;
  for (const value of [absent, empty, minimum]) {
    const why = value === null || type === 'anything' ? undefined : misfit({ type: dateFor(type) }, value);
    if (why !== undefined) return badExpression(`what stands beside '${name}' ${why}`, at, report);
  }
  const less = type === 'anything' ? undefined : TESTS[dateFor(type)].lessThan;
  if (minimum !== null && less === undefined)
    return badExpression(`'minimum' needs a number or money, and '${name}' is ${type}`, at, report);
  const reader = as !== undefined ? TEXT_READERS[as]! : type === 'anything' ? anyScalar : READERS[type];
  const path = name.split('.');
  return {
    type: as === undefined ? type : 'string',
    read(scope) {
      const found = scope.at(path);
      if (found === undefined || found === null) return found === null ? empty : absent;
      const value = reader(found);
      return minimum !== null && less!(value, minimum) ? null : value;
    }
  };
};

const exists: Form = (text, { at }, { shapes, note, report }) => {
  const name = text['exists'] as string;
  note(name);
  const shape = shapeAt(name, shapes);
  if (typeof shape === 'object' && 'wrong' in shape) {
    report(at, 'unknown_field', shape.wrong);
    return undefined;
  }
  const path = name.split('.');
  return { type: 'boolean', read: scope => ![undefined, null, ''].includes(scope.at(path) as null) };
};

const fact: Form = (text, { at }, context) => context.fact(text['fact'] as string, at, context);

/** The first that is known. */
const first: Form = (text, { at, type }, context) => {
  const texts = text['first'] as readonly unknown[];
  const head = context.compile(texts[0], { at: `${at}/first/0`, type });
  if (head === undefined) return undefined;
  const is = head.type === 'anything' ? type : head.type;
  const rest = texts.slice(1).map((one, i) => context.compile(one, { at: `${at}/first/${i + 1}`, type: is }));
  if (!rest.every(one => one !== undefined)) return undefined;
  return {
    type: head.type,
    read(scope) {
      for (const each of [head, ...rest]) {
        const value = each.read(scope);
        if (value !== null) return value;
      }
      return null;
    }
  };
};

/** A value found in a table by another one. */
const lookup: Form = (text, { at, type }, context) => {
  const table = new Map(Object.entries(text['in'] as Readonly<Record<string, boolean | number | string>>));
  const [some] = table.values();
  const is = type ?? typeOfConstant(some);
  const key = context.compile(text['lookup'], { at: `${at}/lookup` });
  const entries = [...table].map(([name, value]) => constant(value, { at: `${at}/in/${name}`, type: is }, context));
  const other = text['else'] === undefined ? undefined : context.compile(text['else'], { at: `${at}/else`, type: is });
  if (key === undefined || entries.includes(undefined)) return undefined;
  if (text['else'] !== undefined && other === undefined) return undefined;
  return {
    type: is,
    read(scope) {
      const found = key.read(scope);
      if (found === null) return null;
      return table.get(String(found)) ?? other?.read(scope) ?? null;
    }
  };
};

const choice: Form = (text, { at, type }, context) => {
  const when = context.compile(text['if'], { at: `${at}/if`, type: 'boolean' });
  if (text['then'] === undefined) return badExpression("'if' needs a 'then'", at, context.report);
  const then = context.compile(text['then'], { at: `${at}/then`, type });
  if (when === undefined || then === undefined) return undefined;
  const is = then.type === 'anything' ? type : then.type;
  const other = text['else'] === undefined ? undefined : context.compile(text['else'], { at: `${at}/else`, type: is });
  if (text['else'] !== undefined && other === undefined) return undefined;
  return {
    type: then.type,
    read(scope) {
      const holds = when.read(scope);
      return holds === null ? null : holds === true ? then.read(scope) : (other?.read(scope) ?? null);
    }
  };
};

/** Where a value comes from: a record, another fact, one of several ways. */
export const FIELDS: Readonly<Record<string, Form>> = { field, exists, fact, first, lookup, if: choice };
