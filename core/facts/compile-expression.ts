import { ARITHMETIC } from './arithmetic.js';
import type { Expression, ExpressionContext, Form, Operation, ExpressionPlace } from './expression.js';
import { badExpression } from './expression.js';
import { FORMS } from './expression-schema.js';
import { constant, FIELDS } from './fields.js';
import { comparison, LOGIC } from './logic.js';
import { OVER_LISTS } from './over-lists.js';
import { type ExpressionType, READERS } from './read-values.js';
import { TIMES } from './times.js';

const COMPILERS: Readonly<Record<string, Form>> = { ...FIELDS, ...LOGIC, ...OVER_LISTS, ...ARITHMETIC, ...TIMES };

/** Compiles one expression with its checks. A text alone is a path. Undefined when anything was reported. */
export function compileExpression(
  given: unknown,
  place: ExpressionPlace,
  context: ExpressionContext
): Expression | undefined {
  const { at, type } = place;
  const text: Operation = typeof given === 'string' ? { field: given } : (given as Operation);
  const made = text['operator'] === undefined ? operation(text, place, context) : comparison(text, place, context);
  if (made === undefined) return undefined;
  if (type === undefined || made.type === type) return made;
  if (fits(made.type, type)) return converted(made, type);
  context.report(at, 'expression_type', `this is ${made.type}, and ${type} is needed here`);
  return undefined;
}

function operation(text: Operation, place: ExpressionPlace, context: ExpressionContext): Expression | undefined {
  const bad = (message: string) => badExpression(message, place.at, context.report);
  const [form, another] = Object.keys(FORMS).filter(name => text[name] !== undefined);
  if (another !== undefined) return bad(`'${form}' and '${another}' do not go together; nest one in the other`);
  if (form === undefined)
    return Object.hasOwn(text, 'value')
      ? constant(text['value'], place, context)
      : bad(`an expression is a path, a value, or one of ${Object.keys(FORMS).join(', ')}`);
  const stray = Object.keys(text).find(key => key !== form && !FORMS[form]!.includes(key));
  if (stray !== undefined) return bad(`'${stray}' does not go with '${form}'`);
  return COMPILERS[form]!(text, place, context);
}

function fits(is: Expression['type'], wanted: ExpressionType): boolean {
  return is === 'anything' || (wanted === 'number' && is === 'integer') || (wanted === 'date' && is === 'moment');
}

/** A day is taken of a moment where a date is needed. */
function converted({ type, read }: Expression, wanted: ExpressionType): Expression {
  return { type: wanted, read: type === 'moment' ? scope => READERS[wanted](read(scope)) : read };
}
