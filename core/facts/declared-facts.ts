import type { Report } from '../documents/kind.js';
import { didYouMean } from '../nearest.js';
import { compileExpression } from './compile-expression.js';
import type { Expression, ExpressionContext } from './expression.js';
import type { WorkCalendar } from './moments.js';
import { Scope } from './scope.js';
import type { Shapes } from './shapes.js';
import { TESTS } from './operators.js';
import { misfit, type FactValue, type ValueType } from './typed-values.js';

/** A fact and how its file says that it is computed. */
export interface FactText extends ValueType {
  readonly minimum?: number | string | undefined;
  /** An expression over records. */
  readonly from?: unknown;
  /** `code`: a plugin computes it. */
  readonly computed?: string | undefined;
  readonly examples?: readonly FactExample[] | undefined;
}

/** Records, and what the fact is of them; null for not known. */
export interface FactExample {
  readonly given: Readonly<Record<string, unknown>>;
  readonly is: FactValue;
}

/** A fact that a file says how to compute. */
export interface DeclaredFact {
  readonly name: string;
  /** Every path that it reads, those of the facts that it is made of included. */
  readonly paths: ReadonlySet<string>;
  /** The value of the declared type, or null where it is not known or lies outside what is declared. */
  read(scope: Scope): FactValue;
}

export interface FactSources {
  readonly facts: ReadonlyMap<string, FactText>;
  readonly shapes: Shapes;
  readonly calendars: ReadonlyMap<string, WorkCalendar>;
  /** Reports in the file that declares a fact, from the fact's place on. */
  report(fact: string): Report;
}

/** Compiles every fact that says where it comes `from`, with its checks, and runs its examples. */
export function compileFacts(sources: FactSources): ReadonlyMap<string, DeclaredFact> {
  const made = new Map<string, DeclaredFact | undefined>();
  const compiling = { sources, made, open: [] };
  for (const [name, { from }] of sources.facts) if (from !== undefined) factOf(name, compiling);
  const sound = [...made].flatMap(([name, fact]) => (fact === undefined ? [] : [[name, fact] as const]));
  for (const [name, fact] of sound) checkExamples(fact, sources.facts.get(name)!, sources.report(name));
  return new Map(sound);
}

/** Whether it reads a field of one line, so that it is a fact of a line and not of a whole order. */
export const isOfLine = ({ paths }: Pick<DeclaredFact, 'paths'>): boolean =>
  [...paths].some(path => path === 'line' || path.startsWith('line.'));

interface Compiling {
  readonly sources: FactSources;
  readonly made: Map<string, DeclaredFact | undefined>;
  /** Facts that are being compiled, one made of the other. */
  readonly open: string[];
}

function factOf(name: string, compiling: Compiling): DeclaredFact | undefined {
  const { sources, made, open } = compiling;
  if (made.has(name)) return made.get(name);
  const text = sources.facts.get(name)!;
  const paths = new Set<string>();
  const context: ExpressionContext = {
    shapes: sources.shapes,
    calendars: sources.calendars,
    report: sources.report(name),
    note: path => void paths.add(path),
    compile(given, place) {
      return compileExpression(given, place, this);
    },
    fact: (other, at, { note }) => reference(other, at, note, compiling)
  };
  open.push(name);
  const expression = context.compile(text.from, { at: '/from', type: text.type });
  open.pop();
  const fact = expression && { name, paths, read: reader(name, text, { paths, expression }) };
  made.set(name, fact);
  return fact;
}

function reference(
  other: string,
  at: string,
  note: ExpressionContext['note'],
  compiling: Compiling
): Expression | undefined {
  const { sources, open } = compiling;
  const report = sources.report(open.at(-1)!);
  const text = sources.facts.get(other);
  if (text === undefined) {
    report(at, 'unknown_fact', `no facts file declares '${other}'${didYouMean(other, sources.facts.keys())}`);
    return undefined;
  }
  if (open.includes(other)) {
    const circle = [...open.slice(open.indexOf(other)), other].join(' -> ');
    report(at, 'fact_cycle', `${circle}: a fact cannot be made of itself`);
    return undefined;
  }
  if (text.from === undefined) return { type: text.type, read: ({ base }) => base.computed.get(other) ?? null };
  const fact = factOf(other, compiling);
  fact?.paths.forEach(note);
  return fact && { type: text.type, read: fact.read };
}

interface Made {
  readonly paths: ReadonlySet<string>;
  readonly expression: Expression;
}

/** Computes the fact once in a scope. A value that is not as declared says nothing that a rule could use. */
function reader(name: string, text: FactText, { paths, expression }: Made): DeclaredFact['read'] {
  const ofLine = isOfLine({ paths });
  return scope => {
    const { computed } = ofLine ? scope : scope.base;
    const known = computed.get(name);
    if (known !== undefined) return known;
    const value = expression.read(scope);
    const fact = value !== null && isAsDeclared(text, value) ? value : null;
    computed.set(name, fact);
    return fact;
  };
}

export function isAsDeclared({ minimum, ...type }: FactText, value: FactValue): boolean {
  if (misfit(type, value) !== undefined) return false;
  return minimum === undefined || !TESTS[type.type].lessThan!(value, minimum);
}

function checkExamples(fact: DeclaredFact, { from, examples = [], ...text }: FactText, report: Report): void {
  if (examples.length === 0 && typeof from !== 'string')
    report(
      '/from',
      'fact_without_example',
      `'${fact.name}' has no example; add one under examples: { given: …, is: … }`
    );
  examples.forEach(({ given, is }, i) => {
    const at = `/examples/${i}`;
    const wrong = is === null ? undefined : misfit(text, is);
    if (wrong !== undefined) return report(`${at}/is`, 'bad_example', `'${fact.name}' ${wrong}`);
    const got = fact.read(new Scope(given));
    if (!sameValue(text, got, is))
      report(at, 'fact_example_fails', `of these records '${fact.name}' is ${shown(got)}, not ${shown(is)}`);
  });
}

const sameValue = (type: ValueType, a: FactValue, b: FactValue) =>
  a === b || (a !== null && b !== null && type.type === 'money' && TESTS.money.equal!(a, b));

const shown = (value: FactValue) => (value === null ? 'not known' : JSON.stringify(value));
