import type { Liquid, Template as Parsed } from 'liquidjs';
import { formatMoney, parseMoney } from '../money/decimal.js';
import { liquidPackage } from '../packages.js';
import { ENGLISH, type Notation } from './notation.js';
import { quicken } from './quick-values.js';

/** A Liquid text, checked when it was loaded. Rendering reads only the data it is given. */
export interface Template {
  readonly text: string;
  /** The dotted names it reads, without indexes: `order.status`, `order.lines`. */
  readonly reads: readonly string[];
  render(data: Readonly<Record<string, unknown>>): string;
}

const LIMIT = 100_000;

/** By the clock on the wall: far more than any text takes, because a busy machine lets a process wait in the middle of one. */
const RENDER_MS = 5000;

const engineOf = (notation: Notation): Liquid => {
  const engine: Liquid = new (liquidPackage().Liquid)({
    strictFilters: true,
    strictVariables: true,
    lenientIf: true,
    ownPropertyOnly: true,
    jsTruthy: false,
    parseLimit: LIMIT,
    renderLimit: RENDER_MS,
    memoryLimit: LIMIT,
    outputEscape: value => (typeof value === 'string' ? value : String(value ?? ''))
  });
  // Rendering reads only the data it is given: no other file, no clock, no chance, no state beside the data.
  for (const tag of ['include', 'render', 'layout', 'block', 'increment', 'decrement']) delete engine.tags[tag];
  for (const filter of Object.keys(engine.filters))
    if (filter.startsWith('date') || filter === 'sample') delete engine.filters[filter];

  engine.registerFilter('money', (amount: unknown, currency: unknown) => {
    const decimal = parseMoney(String(amount));
    if (decimal === undefined) throw new Error('money needs a decimal amount');
    return notation.money(formatMoney(decimal), currency);
  });
  engine.registerFilter('day', (iso: unknown) => {
    const [day] = /^\d{4}-(?:0[1-9]|1[0-2])-\d{2}/.exec(String(iso)) ?? [];
    if (day === undefined) throw new Error('day needs a date');
    return notation.day(day);
  });
  engine.registerFilter('plural', (count: unknown, one: unknown, many: unknown) =>
    notation.plural(Number(count), String(one), String(many))
  );
  engine.registerFilter('listing', (items: unknown) =>
    notation.listing((Array.isArray(items) ? items : [items]).map(String))
  );
  engine.registerFilter('word', (value: unknown) => notation.word(String(value)));
  return engine;
};

const engines = new WeakMap<Notation, Liquid>();

function liquid(notation: Notation): Liquid {
  let engine = engines.get(notation);
  if (engine === undefined) engines.set(notation, (engine = engineOf(notation)));
  return engine;
}

/**
 * Parses a template and checks every variable it reads against `known` (dotted paths; a known path makes all
 * below it known when it ends in `.*`). Problems are sentences; undefined when there are any.
 */
export function parseTemplate(
  text: string,
  known: readonly string[],
  problem: (message: string) => void,
  notation: Notation = ENGLISH
): Template | undefined {
  let parsed: Parsed[];
  let paths: readonly string[];
  try {
    parsed = liquid(notation).parse(text);
    paths = liquid(notation).globalFullVariablesSync(parsed);
  } catch (error) {
    problem(`the template cannot be read: ${(error as Error).message.split('\n')[0]}`);
    return undefined;
  }
  let sound = true;
  const reads = [...new Set(paths.map(path => path.replace(/\[[^\]]*\]/g, '')))];
  for (const name of reads) {
    if (isKnown(name, known)) continue;
    sound = false;
    problem(`the template reads '${name}', which is never there; known: ${known.join(', ')}`);
  }
  if (!sound) return undefined;
  quicken(parsed);
  return { text, reads, render: data => liquid(notation).renderSync(parsed, data).replace(/\s+/g, ' ').trim() };
}

function isKnown(name: string, known: readonly string[]): boolean {
  return known.some(
    path => path === name || path.startsWith(`${name}.`) || (path.endsWith('.*') && name.startsWith(path.slice(0, -1)))
  );
}
