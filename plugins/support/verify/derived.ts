import type { Unit, World } from './facts.js';
import type { Clause } from './words.js';
import { daysFrom, sameCurrency, type Day, type Found, type Named, type Value } from './values.js';

const EPOCH = new Date(0);
const DAY_MINUTES = 1440;

type Money = Extract<Value, { readonly type: 'money' }>;

interface Known<T> {
  readonly unit: Unit;
  readonly value: T;
}

/** The field that carries a figure which no field holds, but which two fields of one record make together. */
export function derived(
  { value, end, ...found }: Found & { readonly comparator?: string | undefined },
  clause: Clause,
  kin: World['kin']
): Unit | undefined {
  const days = () =>
    known(kin({ type: 'date', options: [] }), each => (each.type === 'date' ? dayNumber(each.options[0]) : undefined));
  const spans = (units: readonly Unit[]) =>
    known(units, each => (each.type === 'duration' && each.base === 'minute' ? each.size / DAY_MINUTES : undefined));
  if (value.type === 'date' && found.comparator === 'at_most') {
    const [option] = value.options;
    const span: Value = { type: 'duration', base: 'minute', size: 0 };
    return deadline(
      option,
      days(),
      spans(kin(span)).filter(({ unit }) => !since(unit))
    );
  }
  if (value.type === 'days_away' && value.days < 0)
    return exceeded(-value.days, spans(kin({ type: 'duration', base: 'minute', size: 0 })));
  if (value.type === 'money') return product(value, kin);
  if (value.type !== 'duration' || value.base !== 'minute') return undefined;
  const after = clause.text.slice(end - clause.start, end - clause.start + 24);
  const size = value.size / DAY_MINUTES;
  if (found.comparator === 'more') return outrun(size, spans(kin(value)));
  if (/^ (?:later|earlier|after|before|from|between)\b/.test(after) || /\btook\b/.test(clause.text))
    return apart(size, days(), clause);
  if (/^ (?:over|past|beyond|too late|late)\b/.test(after)) return exceeded(size, spans(kin(value)));
  return /^ (?:left|remaining|to go|remain)\b/.test(after) ? left(size, spans(kin(value))) : undefined;
}

/** "£24 for all three": the price of an item, as often as it was bought. */
function product({ amount, currencies }: Money, kin: World['kin']): Unit | undefined {
  const parent = ({ field = '' }: Unit) => field.slice(0, field.lastIndexOf('.'));
  const prices = known(kin({ type: 'money', amount: '0', currencies: [] }), each =>
    each.type === 'money' && sameCurrency(currencies, each.currencies) ? Number(each.amount) : undefined
  ).filter(({ unit }) => parent(unit) !== '');
  if (prices.length === 0) return undefined;
  const counts = known(kin({ type: 'number', amount: '0' }), each =>
    each.type === 'number' && !each.beside ? Number(each.amount) : undefined
  );
  return prices.find(({ unit, value }) =>
    counts.some(
      count =>
        count.unit !== unit &&
        count.unit.record === unit.record &&
        parent(count.unit) === parent(unit) &&
        Math.abs(value * count.value - Number(amount)) < 0.005
    )
  )?.unit;
}

/** "Three days later": the time between two days of one record, those that the clause names where it names them. */
function apart(size: number, days: readonly Known<number>[], { tokens }: Clause): Unit | undefined {
  const named = days.filter(({ unit }) =>
    tokens.some(({ readings }) => readings.some(({ concept }) => unit.own.has(concept)))
  );
  const left = new Set(named.map(({ unit }) => unit)).size > 1 ? named : days;
  const right = named.length > 0 ? named : days;
  return right.find(one =>
    left.some(other => other.unit.record === one.unit.record && Math.abs(one.value - other.value) === size)
  )?.unit;
}

/** "More than 30 days have passed": more have, and the window is of so many. */
function outrun(size: number, spans: readonly Known<number>[]): Unit | undefined {
  return spans.find(
    ({ unit, value }) =>
      value === size &&
      unit.own.has('limit') &&
      spans.some(other => since(other.unit) && other.unit.record === unit.record && other.value > size)
  )?.unit;
}

/** "The window closed three days ago": by how much the days that have passed exceed a window. */
function exceeded(size: number, spans: readonly Known<number>[]): Unit | undefined {
  return spans.find(
    ({ unit, value }) =>
      since(unit) &&
      spans.some(
        other => other.unit.own.has('limit') && other.unit.record === unit.record && value - other.value === size
      )
  )?.unit;
}

/** "Ten days left": what is left of a window after the days that have passed. */
function left(size: number, spans: readonly Known<number>[]): Unit | undefined {
  return spans.find(
    ({ unit, value }) =>
      !since(unit) &&
      spans.some(other => since(other.unit) && other.unit.record === unit.record && value - other.value === size)
  )?.unit;
}

/** "Until 14 May": a day and the span that runs from it, of one order. */
function deadline(
  option: Day | undefined,
  days: readonly Known<number>[],
  spans: readonly Known<number>[]
): Unit | undefined {
  return days.find(({ value }) =>
    spans.some(span => {
      const last = new Date((value + span.value) * DAY_MINUTES * 60_000);
      return (
        option?.day === last.getUTCDate() &&
        (option.month ?? last.getUTCMonth() + 1) === last.getUTCMonth() + 1 &&
        (option.year ?? last.getUTCFullYear()) === last.getUTCFullYear()
      );
    })
  )?.unit;
}

/** Whether a span has passed already (`days_since_delivery`). */
export function since({ values }: Unit): boolean {
  return values.some(({ value }) => value.type === 'days_away');
}

function dayNumber(day: Day | undefined): number | undefined {
  return day && daysFrom(EPOCH, day);
}

function known<T>(units: readonly Unit[], read: (value: Named) => T | undefined): Known<T>[] {
  return units
    .filter(({ clauses }) => clauses.length === 0)
    .flatMap(unit =>
      unit.values.flatMap(({ value }) => {
        const it = read(value);
        return it === undefined ? [] : [{ unit, value: it }];
      })
    );
}
