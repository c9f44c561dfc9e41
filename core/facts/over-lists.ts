import { isObject } from '../json.js';
import { decimalOf, parseMoney, sumMoney } from '../money/decimal.js';
import { badExpression, type Expression, type ExpressionContext, type Form, type Operation } from './expression.js';
import { moneyText, READERS, word } from './read-values.js';
import type { Scope } from './scope.js';
import { shapeAt } from './shapes.js';
import { TESTS } from './operators.js';
import { constant } from './fields.js';
import type { FactValue } from './typed-values.js';

/** A list of the records, and the items of it that a filter takes. */
interface Items {
  readonly context: ExpressionContext;
  /** The name of one item. */
  readonly each: string;
  /** A scope for each; undefined where there is no list. */
  scopes(scope: Scope): readonly Scope[] | undefined;
  /** Whether the filter holds for an item; true where there is none. */
  where(item: Scope): FactValue;
}

function itemsOf(text: Operation, list: string, at: string, context: ExpressionContext): Items | undefined {
  const shape = shapeAt(list, context.shapes);
  if (shape !== 'anything' && !(typeof shape === 'object' && 'list' in shape)) {
    const why = typeof shape === 'object' && 'wrong' in shape ? shape.wrong : `'${list}' is no list`;
    context.report(at, 'unknown_field', why);
    return undefined;
  }
  context.note(list);
  const each = shape === 'anything' ? 'item' : shape.each;
  const of = shape === 'anything' ? shape : shape.list;
  const inside: ExpressionContext = {
    ...context,
    shapes: { ...context.shapes, [each]: of },
    note: path => context.note(path.split('.')[0] === each ? `${list}${path.slice(each.length)}` : path)
  };
  const filter =
    text['where'] === undefined ? undefined : inside.compile(text['where'], { at: `${at}/where`, type: 'boolean' });
  if (text['where'] !== undefined && filter === undefined) return undefined;
  const path = list.split('.');
  return {
    context: inside,
    each,
    scopes: scope => scope.listAt(path)?.map(item => scope.inside(each, item)),
    where: filter === undefined ? () => true : item => filter.read(item)
  };
}

/** Items for which the filter is known to hold. */
const count: Form = (text, { at }, context) => {
  const items = itemsOf(text, text['count'] as string, at, context);
  return (
    items && {
      type: 'integer',
      read: scope => items.scopes(scope)?.filter(item => items.where(item) === true).length ?? null
    }
  );
};

const quantified =
  (name: 'some' | 'every'): Form =>
  (text, { at }, context) => {
    if (text['where'] === undefined) return badExpression(`'${name}' needs a 'where'`, at, context.report);
    const items = itemsOf(text, text[name] as string, at, context);
    const settles = name === 'some';
    return (
      items && {
        type: 'boolean',
        read(scope) {
          const held = items.scopes(scope)?.map(item => items.where(item));
          if (held === undefined || held.includes(settles)) return held === undefined ? null : settles;
          return held.includes(null) ? null : !settles;
        }
      }
    );
  };

/** Whether a list of words has one. A list with an item that is no word is not known. */
const contains: Form = (text, { at }, context) => {
  if (text['value'] === undefined) return badExpression("'contains' needs a value", at, context.report);
  const items = itemsOf({}, text['contains'] as string, at, context);
  const wanted = text['value'] as unknown;
  const value = context.compile(isObject(wanted) ? wanted : { value: wanted }, { at: `${at}/value`, type: 'string' });
  if (items === undefined || value === undefined) return undefined;
  const each = items.each.split('.');
  return {
    type: 'boolean',
    read(scope) {
      const words = items.scopes(scope)?.map(item => word(item.at(each)));
      const one = value.read(scope);
      return words === undefined || words.includes(null) || one === null ? null : words.includes(one as string);
    }
  };
};

/** Folds a value over the items that the filter takes; one that is not known makes the whole not known. */
const folded =
  (name: 'sum' | 'min' | 'max'): Form =>
  (text, { at, type }, context) => {
    if (typeof text['over'] !== 'string')
      return badExpression(`'${name}' needs a list under 'over'`, at, context.report);
    const items = itemsOf(text, text['over'], at, context);
    const of = items?.context.compile(text[name], { at: `${at}/${name}`, type: numeric(type) });
    if (items === undefined || of === undefined) return undefined;
    if (
      name === 'sum'
        ? !['integer', 'number', 'money'].includes(of.type)
        : ['anything', 'string', 'boolean', 'moment'].includes(of.type)
    )
      return badExpression(`'${name}' of ${of.type} makes no sense`, at, context.report);
    const none = constantBeside(text['none'], of.type, at, context);
    if (none === undefined) return undefined;
    return {
      type: of.type,
      read(scope) {
        const values = items
          .scopes(scope)
          ?.filter(item => items.where(item) === true)
          .map(item => of.read(item));
        if (values === undefined || values.includes(null)) return null;
        if (values.length === 0 && name !== 'sum') return none;
        return name === 'sum' ? total(values, of.type) : extreme(values, of, name);
      }
    };
  };

/** What stands for no items; null where nothing does, undefined where it was reported. */
function constantBeside(value: unknown, type: Expression['type'], at: string, context: ExpressionContext) {
  if (value === undefined) return null;
  const place = { at: `${at}/none`, type: type === 'anything' ? undefined : type };
  return constant(value, place, context) && (value as FactValue);
}

const numeric = (type: Expression['type'] | undefined) => (type === 'anything' ? undefined : type);

function total(values: readonly FactValue[], type: Expression['type']): FactValue {
  const sum = sumMoney(values.map(value => (type === 'money' ? parseMoney(value)! : decimalOf(value as number))));
  return type === 'money' ? moneyText(sum) : READERS.number(Number(sum.toFixed()));
}

function extreme(values: readonly FactValue[], { type }: Expression, name: 'min' | 'max'): FactValue {
  const better = TESTS[type as 'number'][name === 'min' ? 'lessThan' : 'greaterThan']!;
  return values.reduce((best, value) => (best === null || better(value, best as string) ? value : best), null);
}

/** What is said of the items of a list together. */
export const OVER_LISTS: Readonly<Record<string, Form>> = {
  count,
  contains,
  some: quantified('some'),
  every: quantified('every'),
  sum: folded('sum'),
  min: folded('min'),
  max: folded('max')
};
