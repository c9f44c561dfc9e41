import type { FactValue } from '../../../core/rules/index.js';
import type { Axis } from './cell-space.js';
import type { FactClass } from './fact-classes.js';
import type { Outcome } from './outcomes.js';
import type { Range } from './ranges.js';

export const inWords = (name: string): string => name.replaceAll('_', ' ').replaceAll('-', ' ');

/** "41246700" as "41,246,700". */
export const commas = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** What some classes of a fact say of a case: "31 to 45 days since delivery", "order status: delivered or not known". */
export function factWords({ name, declaration, classes }: Axis, taken: readonly number[]): string {
  const { unit = '', minimum, type } = declaration;
  const of = taken.map(at => ({ at, one: classes[at]! }));
  const ranges = joined(of).map(range => rangeWords(range, minimum ?? null, type === 'date'));
  const known = classes.filter(({ kind }) => kind !== 'unknown').length;
  if (known > 1 && of.length === known && !of.some(({ one }) => one.kind === 'unknown'))
    return `${inWords(name)}: known`;
  const words = [
    ...ranges,
    ...valueWords(
      classes,
      of.map(({ one }) => one)
    )
  ];
  if (of.some(({ one }) => one.kind === 'unknown')) words.push('not known');
  const label = inWords(name);
  const what = words.join(' or ');
  if (unit !== '' && `${label} `.startsWith(`${unit} `) && ranges.length === words.length) return `${what} ${label}`;
  const short = unit !== '' && label.endsWith(` ${unit}`) ? label.slice(0, -unit.length - 1) : label;
  return `${short}: ${what}${unit !== '' && ranges.length > 0 ? ` ${unit}` : ''}`;
}

/** Ranges next to each other are told as one. */
function joined(of: readonly { readonly at: number; readonly one: FactClass }[]): readonly Range[] {
  const ranges: Range[] = [];
  let last = -2;
  for (const { at, one } of of) {
    if (one.kind !== 'range') continue;
    const before = ranges.at(-1);
    if (before !== undefined && at === last + 1)
      ranges[ranges.length - 1] = { ...before, high: one.high, highOpen: one.highOpen };
    else ranges.push(one);
    last = at;
  }
  return ranges;
}

function rangeWords({ low, lowOpen, high, highOpen }: Range, minimum: FactValue, date: boolean): string {
  const start = low === null || (low === minimum && !lowOpen && low !== high) ? null : low;
  if (start === null && high === null) return 'any';
  if (start === high) return String(high);
  const above = lowOpen ? `more than ${start}` : date ? `${start} or later` : `${start} or more`;
  const below = highOpen ? `less than ${high}` : date ? `${high} or earlier` : `at most ${high}`;
  if (start === null) return below;
  if (high === null) return above;
  return !lowOpen && !highOpen ? `${start} to ${high}` : `${lowOpen ? above : `at least ${start}`} and ${below}`;
}

function valueWords(all: readonly FactClass[], of: readonly FactClass[]): string[] {
  const values = of.flatMap(one => (one.kind === 'values' ? one.values.map(plain) : []));
  if (!of.some(({ kind }) => kind === 'other')) return values;
  const excluded = all.flatMap(one => (one.kind === 'values' && !of.includes(one) ? one.values.map(plain) : []));
  return [excluded.length === 0 ? 'anything' : `not ${excluded.join(', ')}`];
}

const plain = (value: FactValue) => (value === true ? 'yes' : value === false ? 'no' : String(value));

/** "not eligible (outside window)" */
export function outcomeWords({ decision, reason, params }: Outcome, withParams = false): string {
  const given = Object.entries(params).map(
    ([name, param]) => `${inWords(name)} ${typeof param === 'object' ? inWords(param.fact) : String(param)}`
  );
  const more = withParams && given.length > 0 ? `, ${given.join(', ')}` : '';
  return `${inWords(decision)} (${inWords(reason)}${more})`;
}
