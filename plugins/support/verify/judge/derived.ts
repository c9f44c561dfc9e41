import type { Support } from '../contract.js';
import { supportOf, type Statement } from '../evidence/model.js';
import type { EvidenceScope } from '../evidence/scope.js';
import { daysFrom, sameCurrency, type Day, type Value } from '../reading/values.js';
import type { Clause, Figure } from '../reading/clause.js';
import type { Vocabulary } from '../reading/vocabulary.js';
import type { Against } from './figures.js';

const EPOCH = new Date(0);
const DAY_MINUTES = 1440;

interface Amount {
  readonly statement: Statement;
  readonly amount: number;
}

/** The field that carries a figure which no field holds, but which several fields make together. */
export function derived({ value, bound, end }: Figure, { clause, scope }: Against, v: Vocabulary): Support | undefined {
  const found = (() => {
    switch (value.type) {
      case 'money':
        return combined(value, clause, scope, v);
      case 'number':
        return counted(Number(value.amount), clause, scope, v);
      case 'date':
        return bound === 'at_most' ? deadline(value.options[0], scope) : undefined;
      case 'days_away':
        return value.days < 0 ? leftOf(-value.days, scope) : undefined;
      case 'duration':
        return value.base === 'minute'
          ? spanned(value.size / DAY_MINUTES, clause.text.slice(end - clause.start), clause, scope)
          : undefined;
      default:
        return undefined;
    }
  })();
  return found && supportOf(found);
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

/** A sum, a difference, a product or a share: "together €165", "you are €11.50 short", "£24 for all three", "each". */
function combined(
  { amount: said, currencies }: Extract<Value, { type: 'money' }>,
  clause: Clause,
  scope: EvidenceScope,
  v: Vocabulary
): Statement | undefined {
  const wanted = Number(said);
  const amounts = amountsIn(scope, { type: 'money', amount: '0', currencies: [] }, each =>
    each.type === 'money' && sameCurrency(currencies, each.currencies) ? Number(each.amount) : undefined
  );
  const factors = [
    ...numbersIn(scope).filter(({ statement, amount }) => amount > 1 && statement.says.has('quantity')),
    ...percentsIn(scope)
  ];
  const key = ({ field = '' }: Statement) => field.split('.').at(-1);
  return amounts.find(({ statement, amount }) => {
    const own = factors.filter(factor => factor.statement.entity === statement.entity || !statement.entity.parent);
    if (own.some(factor => close(amount * factor.amount, wanted))) return true;
    if (own.some(factor => factor.amount < 1 && close(amount * (1 - factor.amount), wanted))) return true;
    // what one of them costs, where no field says so
    if (v.shares.test(clause.text) && own.some(factor => close(amount / factor.amount, wanted))) return true;
    const kin = amounts.filter(other => key(other.statement) === key(statement));
    const pair = amounts.some(
      other =>
        other.statement !== statement &&
        (other.statement.entity === statement.entity || kin.includes(other)) &&
        (close(amount - other.amount, wanted) || close(amount + other.amount, wanted))
    );
    return (
      pair ||
      (kin.length > 1 &&
        close(
          kin.reduce((total, other) => total + other.amount, 0),
          wanted
        ))
    );
  })?.statement;
}

/** The difference or the sum of two counts of one record; small numbers come about by chance. */
function counted(wanted: number, { text }: Clause, scope: EvidenceScope, v: Vocabulary): Statement | undefined {
  if (wanted < 20 && !v.differences.test(text)) return undefined;
  const numbers = numbersIn(scope);
  return numbers.find(({ amount, statement }) =>
    numbers.some(
      other =>
        other.statement !== statement &&
        other.statement.entity === statement.entity &&
        (amount - other.amount === wanted || amount + other.amount === wanted)
    )
  )?.statement;
}

/** "Three days later" is the time between two days, "ten days left" what is left of a window. */
function spanned(size: number, after: string, { text, terms }: Clause, scope: EvidenceScope): Statement | undefined {
  if (!/^ (?:later|earlier|after|before|from|between)\b/.test(after) && !/\btook\b/.test(text))
    return leftOf(size, scope);
  const days = daysIn(scope);
  const named = days.filter(({ statement: { says } }) =>
    terms.some(({ senses }) => senses.some(({ concept }) => says.has(concept)))
  );
  return (named.length > 1 ? named : days).find(one => days.some(other => Math.abs(one.amount - other.amount) === size))
    ?.statement;
}

/** By how much a window exceeds the days that have passed, or they exceed it. */
function leftOf(size: number, scope: EvidenceScope): Statement | undefined {
  const spans = spansIn(scope);
  return spans.find(
    ({ statement, amount }) =>
      !since(statement) && spans.some(other => since(other.statement) && Math.abs(amount - other.amount) === size)
  )?.statement;
}

/** Whether a span has passed already (`days_since_delivery`). */
const since = ({ values }: Statement) => values.some(({ value }) => value.type === 'days_away');

/** "Until 14 May": a day and the span that runs from it, by a record or a rule. */
function deadline(option: Day | undefined, scope: EvidenceScope): Statement | undefined {
  const ruled = scope.entities.flatMap(({ passages }) =>
    passages.flatMap(statement =>
      statement.values.flatMap(({ value }) =>
        value.type === 'duration' && value.base === 'minute' ? [{ statement, amount: value.size / DAY_MINUTES }] : []
      )
    )
  );
  const spans = [...spansIn(scope).filter(({ statement }) => !since(statement)), ...ruled];
  return daysIn(scope).find(({ amount }) =>
    spans.some(span => {
      const last = new Date((amount + span.amount) * DAY_MINUTES * 60_000);
      const [day, month, year] = [last.getUTCDate(), last.getUTCMonth() + 1, last.getUTCFullYear()];
      return option?.day === day && (option.month ?? month) === month && (option.year ?? year) === year;
    })
  )?.statement;
}

/** Days since 1970; undefined for a day that is not told in full. */
export const dayNumber = (day: Day | undefined): number | undefined => day && daysFrom(EPOCH, day);
