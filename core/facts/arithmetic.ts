import { type Decimal, decimalOf, parseMoney } from '../money/decimal.js';
import { allOf, badExpression, type Expression, type Form } from './expression.js';
import { moneyText, READERS } from './read-values.js';
import type { FactValue } from './typed-values.js';

const NUMBERS: readonly string[] = ['integer', 'number'];

/** Two or more numbers, or amounts of money, made one: in decimals, so nothing is lost. */
const combined =
  (name: 'add' | 'subtract' | 'multiply', combine: (a: Decimal, b: Decimal) => Decimal): Form =>
  (text, { at, type }, context) => {
    // Money times a number is money, so what is wanted says nothing of the parts of a product.
    const wanted = name === 'multiply' && type === 'money' ? undefined : type;
    const parts = allOf(text[name], { at: `${at}/${name}`, type: wanted }, context);
    if (parts === undefined) return undefined;
    const is = resultType(name, parts);
    if (is === undefined)
      return badExpression(
        `'${name}' needs numbers, or ${name === 'multiply' ? 'money and a number' : 'amounts of money'}, not ${parts.map(part => part.type).join(' and ')}`,
        at,
        context.report
      );
    return {
      type: is,
      read(scope) {
        const values = parts.map(part => part.read(scope));
        if (values.includes(null)) return null;
        const result = values.map(decimal).reduce(combine);
        if (is === 'money') return READERS.money(moneyText(result));
        return READERS[is](Number(result.toFixed()));
      }
    };
  };

function resultType(name: string, parts: readonly Expression[]): 'integer' | 'number' | 'money' | undefined {
  const types = parts.map(({ type }) => type);
  const money = types.filter(type => type === 'money').length;
  if (types.some(type => type !== 'money' && !NUMBERS.includes(type))) return undefined;
  if (money > 0) return (name === 'multiply' ? money === 1 : money === types.length) ? 'money' : undefined;
  return types.includes('number') ? 'number' : 'integer';
}

const decimal = (value: FactValue): Decimal => (typeof value === 'number' ? decimalOf(value) : parseMoney(value)!);

export const ARITHMETIC: Readonly<Record<string, Form>> = {
  add: combined('add', (a, b) => a.plus(b)),
  subtract: combined('subtract', (a, b) => a.minus(b)),
  multiply: combined('multiply', (a, b) => a.times(b))
};
