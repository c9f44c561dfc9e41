import type { Support } from '../contract.js';
import { supportOf, type Statement } from '../evidence/model.js';
import type { EvidenceScope } from '../evidence/scope.js';
import { daysFrom, sameCurrency, type Day, type Value } from '../notation/values.js';
import type { Clause, Figure } from '../parse/clause.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';

const EPOCH = new Date(0);
const DAY_MINUTES = 1440;

interface Amount {
  readonly statement: Statement;
  readonly amount: number;
}

/** The field that carries a figure which no field holds, but which several fields make together. */
export function derived(
  { value, bound, end }: Figure,
  clause: Clause,
  { scope, passage }: { readonly scope: EvidenceScope; readonly passage: Statement | undefined },
  v: Vocabulary
): Support | undefined {
  const found = (() => {
    switch (value.type) {
      case 'money':
        return combined(value, clause, scope, v) ?? compared(value, clause, passage);
      case 'number':
        return counted(Number(value.amount), clause.text.slice(end - clause.start), clause, scope, v);
      case 'date':
        return bound === 'at_most' ? deadline(value.options[0], scope) : undefined;
      case 'days_away':
        return value.days < 0 ? exceeded(-value.days, spansIn(scope)) : undefined;
      case 'duration':
        return (
          (value.base === 'minute'
            ? spanned(value.size / DAY_MINUTES, bound, clause.text.slice(end - clause.start), clause, scope)
            : undefined) ?? (v.lasting.test(clause.text) ? lasting(value, scope, v) : undefined)
        );
      default:
        return undefined;
    }
  })();
  return found && supportOf(found);
}

/** Whether a span has passed already (`days_since_delivery`). */
export function since({ values }: Statement): boolean {
  return values.some(({ value }) => value.type === 'days_away');
}

function amountsIn(scope: EvidenceScope, like: Value, read: (value: Value) => number | undefined): Amount[] {
  return scope
    .kin(like)
    .filter(({ clause }) => !clause)
    .flatMap(statement =>
      statement.values.flatMap(({ value, beside }) => {
        const amount = beside ? undefined : read(value);
        return amount === undefined ? [] : [{ statement, amount }];
      })
    );
}

const close = (a: number, b: number) => Math.abs(a - b) < 0.005;
const spansIn = (scope: EvidenceScope) =>
  amountsIn(scope, { type: 'duration', base: 'minute', size: 0 }, each =>
    each.type === 'duration' && each.base === 'minute' ? each.size / DAY_MINUTES : undefined
  );
const daysIn = (scope: EvidenceScope) =>
  amountsIn(scope, { type: 'date', options: [] }, each =>
    each.type === 'date' ? dayNumber(each.options[0]) : undefined
  );
const numbersIn = (scope: EvidenceScope) =>
  amountsIn(scope, { type: 'number', amount: '0' }, each => (each.type === 'number' ? Number(each.amount) : undefined));

const percentsIn = (scope: EvidenceScope) =>
  amountsIn(scope, { type: 'percent', amount: '0' }, each =>
    each.type === 'percent' ? Number(each.amount) / 100 : undefined
  );

function moneyIn(scope: EvidenceScope, { currencies }: Extract<Value, { type: 'money' }>): Amount[] {
  return amountsIn(scope, { type: 'money', amount: '0', currencies: [] }, each =>
    each.type === 'money' && sameCurrency(currencies, each.currencies) ? Number(each.amount) : undefined
  );
}

/** A sum, a difference, a product or a share: "together €165", "you are €11.50 short", "£24 for all three", "each". */
function combined(
  value: Extract<Value, { type: 'money' }>,
  clause: Clause,
  scope: EvidenceScope,
  v: Vocabulary
): Statement | undefined {
  const amounts = moneyIn(scope, value);
  const wanted = Number(value.amount);
  const factors = [
    ...numbersIn(scope).filter(({ statement, amount }) => amount > 1 && statement.says.has('quantity')),
    ...percentsIn(scope)
  ];
  const key = ({ field = '' }: Statement) => field.split('.').at(-1);
  for (const { statement, amount } of amounts) {
    const own = factors.filter(factor => factor.statement.entity === statement.entity || !statement.entity.parent);
    if (own.some(factor => close(amount * factor.amount, wanted))) return statement;
    // what one of them costs, where no field says so
    const each = ({ statement: { entity }, amount: count }: Amount) =>
      close(amount / count, wanted) && !amounts.some(other => other.statement.entity === entity && entity.parent);
    if (v.shares.test(clause.text) && own.some(each)) return statement;
    const rest = own.some(factor => factor.amount < 1 && close(amount * (1 - factor.amount), wanted));
    const pair = amounts.some(
      other =>
        other.statement !== statement &&
        (other.statement.entity === statement.entity || key(other.statement) === key(statement)) &&
        (close(amount - other.amount, wanted) || close(amount + other.amount, wanted))
    );
    if (rest || pair) return statement;
    const same = amounts.filter(other => key(other.statement) === key(statement));
    const sum = same.reduce((total, other) => total + other.amount, 0);
    if (same.length > 1 && close(sum, wanted)) return statement;
  }
  return undefined;
}

/** "Express costs €8 more than standard delivery": what one amount of a text exceeds another by. */
function compared(
  { amount, currencies }: Extract<Value, { type: 'money' }>,
  { text }: Clause,
  passage: Statement | undefined
): Statement | undefined {
  if (passage === undefined || !/\bthan\b/i.test(text)) return undefined;
  const told = passage.entity.passages.flatMap(({ values }) =>
    values.flatMap(({ value }) =>
      value.type === 'money' && sameCurrency(currencies, value.currencies) ? [Number(value.amount)] : []
    )
  );
  return told.some(one => told.some(other => close(one - other, Number(amount)))) ? passage : undefined;
}

/** "The lock lasts twelve hours": from one moment of a record to the one that its key calls the end. */
function lasting(
  { base, size }: Extract<Value, { type: 'duration' }>,
  { entities }: EvidenceScope,
  { fields: { end } }: Vocabulary
): Statement | undefined {
  for (const { fields } of entities) {
    const moments = fields.flatMap(statement => {
      const day = statement.values.find(({ value }) => value.type === 'date')?.value;
      const time = statement.values.find(({ value }) => value.type === 'time')?.value;
      const at = day?.type === 'date' ? day.options[0] : undefined;
      const number = dayNumber(at);
      if (at === undefined || number === undefined) return [];
      const minutes = time?.type === 'time' ? time.minutes : undefined;
      const ends = (statement.field ?? '').split(/[._]/).some(word => end.has(word));
      return [{ statement, at, number, minutes, ends }];
    });
    const found = moments.find(
      last =>
        last.ends &&
        moments.some(first => {
          if (first.ends) return false;
          if (base === 'month') {
            const months = (last.at.year! - first.at.year!) * 12 + (last.at.month! - first.at.month!);
            return months === size && last.at.day === first.at.day;
          }
          const days = last.number - first.number;
          if (base !== 'minute') return false;
          if (last.minutes === undefined || first.minutes === undefined) return days * DAY_MINUTES === size;
          return days * DAY_MINUTES + last.minutes - first.minutes === size;
        })
    );
    if (found) return found.statement;
  }
  return undefined;
}

/** How many entries the clause names, and how many of two counts are left. */
function counted(
  wanted: number,
  after: string,
  clause: Clause,
  scope: EvidenceScope,
  v: Vocabulary
): Statement | undefined {
  const [first] = scope.named;
  const noun = v.stem(/^\s(\p{L}+)/u.exec(after)?.[1] ?? '');
  if (first && scope.named.length === wanted && noun === v.stem(first.list?.split('_').at(-1) ?? ''))
    return first.fields[0];
  // small numbers come about by chance
  if (wanted < 20 && !v.differences.test(clause.text)) return undefined;
  const numbers = numbersIn(scope);
  return numbers.find(({ amount, statement }) =>
    numbers.some(
      other =>
        other.statement.entity === statement.entity &&
        ((amount - other.amount === wanted && amount > wanted) ||
          (amount + other.amount === wanted && alike(statement, other.statement)))
    )
  )?.statement;
}

function spanned(
  size: number,
  bound: string | undefined,
  after: string,
  clause: Clause,
  scope: EvidenceScope
): Statement | undefined {
  const spans = spansIn(scope);
  if (bound === 'more') return outrun(size, spans);
  if (/^ (?:later|earlier|after|before|from|between)\b/.test(after) || /\btook\b/.test(clause.text))
    return apart(size, daysIn(scope), clause);
  const beyond = /\b(?:over|past|beyond|late|ago|exceed\w*|outside)\b/.test(clause.text);
  return beyond ? exceeded(size, spans) : left(size, spans);
}

/** "Three days later": the time between two days, those that the clause names where it names them. */
function apart(size: number, days: readonly Amount[], { terms }: Clause): Statement | undefined {
  const named = days.filter(({ statement: { says } }) =>
    terms.some(({ senses }) => senses.some(({ concept }) => says.has(concept)))
  );
  const left = new Set(named.map(({ statement }) => statement)).size > 1 ? named : days;
  const right = named.length > 0 ? named : days;
  return right.find(one => left.some(other => Math.abs(one.amount - other.amount) === size))?.statement;
}

/** "More than 30 days have passed": more have, and the window is of so many. */
function outrun(size: number, spans: readonly Amount[]): Statement | undefined {
  return spans.find(
    ({ statement, amount }) =>
      amount === size && limits(statement) && spans.some(other => since(other.statement) && other.amount > size)
  )?.statement;
}

/** "The window closed three days ago": by how much the days that have passed exceed a window. */
function exceeded(size: number, spans: readonly Amount[]): Statement | undefined {
  return spans.find(
    ({ statement, amount }) =>
      since(statement) && spans.some(other => limits(other.statement) && amount - other.amount === size)
  )?.statement;
}

/** "Ten days left": what is left of a window after the days that have passed. */
function left(size: number, spans: readonly Amount[]): Statement | undefined {
  return spans.find(
    ({ statement, amount }) =>
      !since(statement) && spans.some(other => since(other.statement) && amount - other.amount === size)
  )?.statement;
}

/** "Until 14 May": a day and the span that runs from it. */
function deadline(option: Day | undefined, scope: EvidenceScope): Statement | undefined {
  const spans = spansIn(scope).filter(({ statement }) => !since(statement));
  return daysIn(scope).find(({ amount }) =>
    spans.some(span => {
      const last = new Date((amount + span.amount) * DAY_MINUTES * 60_000);
      return (
        option?.day === last.getUTCDate() &&
        (option.month ?? last.getUTCMonth() + 1) === last.getUTCMonth() + 1 &&
        (option.year ?? last.getUTCFullYear()) === last.getUTCFullYear()
      );
    })
  )?.statement;
}

const alike = (one: Statement, other: Statement) =>
  one !== other && [...one.says.keys()].some(each => other.says.has(each));

const limits = ({ says }: Statement) => says.has('limit');

/** Days since 1970; undefined for a day that is not told in full. */
export function dayNumber(day: Day | undefined): number | undefined {
  return day && daysFrom(EPOCH, day);
}
