import { isObject } from '../json.js';
import {
  allOf,
  badExpression,
  type Expression,
  type ExpressionContext,
  type Form,
  type Operation,
  type ExpressionPlace
} from './expression.js';
import { constant, dateFor, typeOfConstant } from './fields.js';
import { type Constant, type Operator, TESTS } from './operators.js';
import type { FactType, FactValue } from './typed-values.js';

/** `settles` is what one part alone makes of the whole; a part that is not known settles nothing. */
const group =
  (name: 'all' | 'any', settles: boolean): Form =>
  (text, { at }, context) => {
    const parts = allOf(text[name], { at: `${at}/${name}`, type: 'boolean' }, context);
    if (parts === undefined) return undefined;
    return {
      type: 'boolean',
      read(scope) {
        let open: FactValue = !settles;
        for (const part of parts) {
          const value = part.read(scope);
          if (value === settles) return settles;
          if (value === null) open = null;
        }
        return open;
      }
    };
  };

const not: Form = (text, { at }, context) => {
  const part = context.compile(text['not'], { at: `${at}/not`, type: 'boolean' });
  return (
    part && {
      type: 'boolean',
      read(scope) {
        const value = part.read(scope);
        return value === null ? null : !value;
      }
    }
  );
};

const known: Form = (text, { at }, context) => {
  const part = context.compile(text['known'], { at: `${at}/known` });
  return part && { type: 'boolean', read: scope => part.read(scope) !== null };
};

/** A value compared with a constant or with another value, by the operators of conditions in rules. */
export function comparison(
  text: Operation,
  { at }: ExpressionPlace,
  context: ExpressionContext
): Expression | undefined {
  const { operator, value, ...left } = text as Operation & { readonly operator: Operator };
  if (value === undefined) return badExpression(`'${operator}' needs a value`, at, context.report);
  const [item] = [value].flat();
  const other = isObject(item) ? context.compile(item, { at: `${at}/value` }) : undefined;
  if (isObject(item) && other === undefined) return undefined;
  const right = other === undefined ? typeOfConstant(item) : other.type;
  let is = context.compile(left, { at });
  // What a record leaves open is told by what it is compared with.
  if (is?.type === 'anything' && right !== 'anything') is = context.compile(left, { at, type: right });
  if (is === undefined) return undefined;
  const type: FactType = is.type === 'anything' ? 'string' : dateFor(is.type);
  const test = TESTS[type][operator];
  if (test === undefined || operator === 'isKnown') {
    const use = Object.keys(TESTS[type]).filter(name => name !== 'isKnown');
    return badExpression(`'${operator}' does not work on ${type} here; use ${use.join(', ')}`, at, context.report);
  }
  const value1 = is.type === 'moment' ? context.compile(left, { at, type }) : is;
  if (value1 === undefined) return undefined;
  const list = operator === 'in' || operator === 'notIn';
  if (list !== Array.isArray(value))
    return badExpression(`'${operator}' needs ${list ? 'a list' : 'one value'}`, `${at}/value`, context.report);
  if (other !== undefined) {
    if (list) return badExpression(`'${operator}' needs a list of constants`, `${at}/value`, context.report);
    const typed = context.compile(item, { at: `${at}/value`, type });
    if (typed === undefined) return undefined;
    return { type: 'boolean', read: scope => tested(value1.read(scope), typed.read(scope)) };
  }
  const fit = [value].flat().every((each, i) => {
    const where = list ? `${at}/value/${i}` : `${at}/value`;
    return constant(each, { at: where, type: widened(type, each) }, context) !== undefined;
  });
  if (!fit) return undefined;
  return { type: 'boolean', read: scope => tested(value1.read(scope), value as Constant) };

  function tested(fact: FactValue, against: Constant | null): boolean | null {
    return fact === null || against === null ? null : test!(fact, against);
  }
}

/** A whole number may be compared with a broken one. */
const widened = (type: FactType, value: unknown): FactType =>
  type === 'integer' && typeof value === 'number' ? 'number' : type;

/** What is true, false, or not known. */
export const LOGIC: Readonly<Record<string, Form>> = { all: group('all', false), any: group('any', true), not, known };
