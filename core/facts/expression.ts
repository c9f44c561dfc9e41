import type { Report } from '../documents/kind.js';
import type { WorkCalendar } from './moments.js';
import type { ExpressionType } from './read-values.js';
import type { Scope } from './scope.js';
import type { Shapes } from './shapes.js';
import type { FactValue } from './typed-values.js';

/** What is read from records: a value of the type, or null where it is not known. It is total and changes nothing. */
export interface Expression {
  /** `anything` where only the record's own value tells. */
  readonly type: ExpressionType | 'anything';
  read(scope: Scope): FactValue;
}

/** Where an expression stands, and the type it shall have; undefined takes the one it has by itself. */
export interface ExpressionPlace {
  readonly at: string;
  readonly type?: ExpressionType | undefined;
}

/** What the expressions of one fact may refer to, and what they turn out to use. */
export interface ExpressionContext {
  readonly shapes: Shapes;
  readonly calendars: ReadonlyMap<string, WorkCalendar>;
  readonly report: Report;
  /** Is told every path that is read; inside a list by the path of the list. */
  note(path: string): void;
  /** Undefined when anything was reported. */
  compile(given: unknown, place: ExpressionPlace): Expression | undefined;
  /** Another fact, compiled when it is first referred to. */
  fact(name: string, at: string, context: ExpressionContext): Expression | undefined;
}

/** An operation as a file writes it. */
export type Operation = Readonly<Record<string, unknown>>;

export type Form = (text: Operation, place: ExpressionPlace, context: ExpressionContext) => Expression | undefined;

/** Reports what is wrong with an expression, and gives nothing. */
export function badExpression(message: string, at: string, report: Report): undefined {
  report(at, 'bad_expression', message);
}

/** All of some expressions; undefined where one of them could not be compiled. */
export function allOf(
  texts: unknown,
  { at, type }: ExpressionPlace,
  context: ExpressionContext
): readonly Expression[] | undefined {
  const made = (texts as readonly unknown[]).map((text, i) => context.compile(text, { at: `${at}/${i}`, type }));
  return made.every(one => one !== undefined) ? made : undefined;
}
