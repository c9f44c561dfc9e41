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
export function derived({ value, end }: Figure, { clause, scope }: Against, v: Vocabulary): Support | undefined {
  const found =
    value.type === 'money'
      ? combined(value, clause, scope, v)
      : value.type === 'duration' && value.base === 'minute'
        ? spanned(value.size / DAY_MINUTES, clause.text.slice(end - clause.start), clause, scope)
        : undefined;
  return found && supportOf(found);
}

/** Days since 1970; undefined for a day that is not told in full. */
export const dayNumber = (day: Day | undefined): number | undefined => day && daysFrom(EPOCH, day);

/** What the fields of a record hold of one type: whole days, shares of one, or the number itself. */
const amountsIn = (
  { fields }: EvidenceScope,
  type: Value['type'],
  fits: (value: Value) => boolean = () => true
): Amount[] =>
  fields().flatMap(statement =>
    statement.values.flatMap(({ value, beside }) => {
      const amount = value.type === type && !beside && fits(value) ? amountOf(value) : undefined;
      return amount === undefined ? [] : [{ statement, amount }];
    })
  );

function amountOf(value: Value): number | undefined {
  if (value.type === 'money' || value.type === 'number') return Number(value.amount);
  if (value.type === 'percent') return Number(value.amount) / 100;
  if (value.type === 'date') return dayNumber(value.options[0]);
  return value.type === 'duration' && value.base === 'minute' ? value.size / DAY_MINUTES : undefined;
}

const close = (a: number, b: number) => Math.abs(a - b) < 0.005;

/** A sum, a difference, a product or a share: "together €165", "you are €11.50 short", "£24 for all three", "each". */
function combined(
  { amount: said, currencies }: Extract<Value, { type: 'money' }>,
  { text }: Clause,
  scope: EvidenceScope,
  v: Vocabulary
): Statement | undefined {
  const wanted = Number(said);
  const amounts = amountsIn(
    scope,
    'money',
    value => value.type === 'money' && sameCurrency(currencies, value.currencies)
  );
  const factors = [
    ...amountsIn(scope, 'number').filter(({ statement, amount }) => amount > 1 && statement.says.has('quantity')),
    ...amountsIn(scope, 'percent')
  ];
  const key = ({ field = '' }: Statement) => field.split('.').at(-1);
  return amounts.find(({ statement, amount }) => {
    const own = factors.filter(factor => factor.statement.entity === statement.entity || !statement.entity.parent);
    // what one of them costs, where no field says so
    const shared = v.shares.test(text);
    if (own.some(({ amount: by }) => close(amount * by, wanted) || (shared && close(amount / by, wanted)))) return true;
    return amounts.some(
      other =>
        other.statement !== statement &&
        (other.statement.entity === statement.entity || key(other.statement) === key(statement)) &&
        (close(amount - other.amount, wanted) || close(amount + other.amount, wanted))
    );
  })?.statement;
}

/** "Three days later" is the time between two days, "ten days left" what is left of a window. */
function spanned(size: number, after: string, { text }: Clause, scope: EvidenceScope): Statement | undefined {
  const between = /^ (?:later|earlier|after|before|from|between)\b/.test(after) || /\btook\b/.test(text);
  const all = amountsIn(scope, between ? 'date' : 'duration');
  return all.find(
    one =>
      (between || !since(one.statement)) &&
      all.some(other => (between || since(other.statement)) && Math.abs(one.amount - other.amount) === size)
  )?.statement;
}

/** Whether a span has passed already (`days_since_delivery`). */
const since = ({ values }: Statement) => values.some(({ value }) => value.type === 'days_away');
