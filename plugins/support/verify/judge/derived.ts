import { groupBy } from '../../../../core/index.js';
import type { Support } from '../contract.js';
import { keyOf, POSITIVE, quantityOf, supportOf, type Statement } from '../evidence/model.js';
import type { EvidenceScope } from '../evidence/scope.js';
import { daysFrom, sameCurrency, type Day, type Value } from '../reading/values.js';
import type { Clause, Figure } from '../reading/clause.js';
import { singleWords, type Vocabulary } from '../reading/vocabulary.js';
import type { Against } from './figures.js';

const EPOCH = new Date(0);
const DAY_MINUTES = 1440;

interface Amount {
  readonly statement: Statement;
  readonly amount: number;
}

/** What carries a figure which no field holds, but which several fields make together. */
export function derived(figure: Figure, against: Against, v: Vocabulary): Support | undefined {
  const found = madeOf(figure, against, v);
  return found && supportOf(found);
}

function madeOf({ value, start, end }: Figure, { clause, scope }: Against, v: Vocabulary): Statement | undefined {
  const [before, after] = [clause.text.slice(0, start - clause.start), clause.text.slice(end - clause.start)];
  switch (value.type) {
    case 'money':
      return combined(value, clause, scope, v);
    case 'duration':
      return value.base === 'minute'
        ? spanned(value.size / DAY_MINUTES, after, clause, scope)
        : (lasting(value, scope) ?? multiplied(value, scope) ?? exceeding(value, clause, scope));
    case 'number': {
      const number = Number(value.amount);
      return (
        counted(number, after, scope, v) ??
        ofState(number, after, scope, v) ??
        ofClock(number, before, clause, scope) ??
        ofYear(number, before, scope) ??
        reckoned(number, clause, scope, v)
      );
    }
    case 'date':
      return reached(value.options, clause, scope);
    default:
      return undefined;
  }
}

/** Days since 1970; undefined for a day that is not told in full. */
export const dayNumber = (day: Day | undefined): number | undefined => day && daysFrom(EPOCH, day);

/** The fields of a record with what is read of their values; of a number in a name, nothing is. */
const amountsIn = ({ fields }: EvidenceScope, read: (value: Value) => number | undefined): Amount[] =>
  fields().flatMap(statement =>
    statement.values.flatMap(({ value, beside }) => {
      const amount = beside ? undefined : read(value);
      return amount === undefined ? [] : [{ statement, amount }];
    })
  );

const numberOf = (value: Value) => (value.type === 'number' ? Number(value.amount) : undefined);
const shareOf = (value: Value) => (value.type === 'percent' ? Number(value.amount) / 100 : undefined);
const dayOf = (value: Value) => (value.type === 'date' ? dayNumber(value.options[0]) : undefined);
const yearOf = (value: Value) => (value.type === 'date' ? value.options[0]?.year : undefined);
const minuteOf = (value: Value) => (value.type === 'time' ? value.minutes : undefined);
const measureOf = (base: string) => (value: Value) =>
  value.type === 'duration' && value.base === base ? value.size : undefined;

/** Spans of time in days. */
const spansIn = (scope: EvidenceScope): Amount[] =>
  amountsIn(scope, measureOf('minute')).map(({ statement, amount }) => ({ statement, amount: amount / DAY_MINUTES }));

/** Those that do not tell how much time has passed already. */
const windowsIn = (scope: EvidenceScope): Amount[] => spansIn(scope).filter(({ statement }) => !isSince(statement));

const close = (a: number, b: number) => Math.abs(a - b) < 0.005;

/** A sum, a difference, a product or a share: "together €165", "you are €11.50 short", "£24 for all three", "each". */
function combined(
  { amount: said, currencies }: Extract<Value, { type: 'money' }>,
  { text, figures }: Clause,
  scope: EvidenceScope,
  v: Vocabulary
): Statement | undefined {
  const wanted = Number(said);
  // "two would be £238"
  const times = figures.flatMap(({ value }) => (value.type === 'number' ? Number(value.amount) : []));
  const amounts = amountsIn(scope, value =>
    value.type === 'money' && sameCurrency(currencies, value.currencies) ? Number(value.amount) : undefined
  );
  const shares = amountsIn(scope, shareOf);
  const factors = [
    ...amountsIn(scope, numberOf).filter(({ statement, amount }) => amount > 1 && statement.says.has('quantity')),
    ...shares
  ];
  return (
    amounts.find(({ statement, amount }) => {
      const own = factors.filter(factor => factor.statement.entity === statement.entity || !statement.entity.parent);
      // what one of them costs, where no field says so
      const shared = v.shares.test(text);
      if (own.some(({ amount: by }) => close(amount * by, wanted) || (shared && close(amount / by, wanted))))
        return true;
      if (times.some(by => by > 1 && close(amount * by, wanted))) return true;
      if (shares.some(({ amount: by }) => close(amount * (1 + by), wanted) || close(amount * (1 - by), wanted)))
        return true;
      return amounts.some(
        other =>
          other.statement !== statement &&
          (related(statement, other.statement) || keyOf(other.statement) === keyOf(statement)) &&
          (close(amount - other.amount, wanted) ||
            (single(statement, other.statement) && close(amount + other.amount, wanted)))
      );
    })?.statement ?? listed(amounts, wanted)
  );
}

/** Of things that are several the price of one adds up to nothing. */
const single = (...statements: readonly Statement[]): boolean =>
  statements.every(({ entity }) => entity.parent === undefined || quantityOf(entity) === 1);

/** Whether one is said of a thing, and the other of the same or of what it is an entry of. */
const related = ({ entity: one }: Statement, { entity: other }: Statement): boolean =>
  one === other || one.parent === other || other.parent === one;

/** "The three orders come to €235": what the entries of a list make together, all or those of one state. */
function listed(amounts: readonly Amount[], wanted: number): Statement | undefined {
  const entries = amounts.filter(({ statement }) => statement.entity.parent !== undefined);
  const lists = groupBy(entries, ({ statement }) => `${statement.entity.list} ${keyOf(statement)}`);
  for (const list of lists.values()) {
    const states = new Set(list.flatMap(statesOf));
    for (const some of [list, ...[...states].map(state => list.filter(each => statesOf(each).includes(state)))]) {
      const sum = some.reduce((all, { statement, amount }) => all + amount * quantityOf(statement.entity), 0);
      if (some.length > 1 && close(sum, wanted)) return some[0]!.statement;
    }
  }
  return undefined;
}

/** What the other fields of its entry say in words. */
const statesOf = ({ statement: { entity } }: Amount): readonly string[] =>
  entity.fields.flatMap(({ text, values }) => (text === undefined || values.length > 0 ? [] : [text]));

/** "Half a kilo between them": so many times what one of them weighs, holds or measures. */
const multiplied = ({ base, size }: Extract<Value, { type: 'duration' }>, scope: EvidenceScope) =>
  amountsIn(scope, measureOf(base)).find(({ statement, amount }) => close(amount * quantityOf(statement.entity), size))
    ?.statement;

/** "1.2 kg over the 2 kg": by how much one exceeds the other. */
function exceeding({ base, size }: Extract<Value, { type: 'duration' }>, { text }: Clause, scope: EvidenceScope) {
  if (!BEYOND.test(text)) return undefined;
  const all = amountsIn(scope, measureOf(base));
  return all.find(one => all.some(other => close(one.amount - other.amount, size)))?.statement;
}

/** "The window closed on 9 February": a day and a span of time from it. */
function reached(options: readonly Day[], { text }: Clause, scope: EvidenceScope): Statement | undefined {
  if (!ENDING.test(text)) return undefined;
  const windows = windowsIn(scope);
  return amountsIn(scope, dayOf).find(({ amount }) =>
    windows.some(span => {
      const end = new Date((amount + span.amount) * DAY_MINUTES * 60_000);
      const known = { year: end.getUTCFullYear(), month: end.getUTCMonth() + 1, day: end.getUTCDate() };
      return options.some(
        ({ year = known.year, month, day }) => year === known.year && month === known.month && day === known.day
      );
    })
  )?.statement;
}

const ENDING =
  /\b(?:windows?|until|till|by|deadline|last day|clos\w+|end\w*|expir\w+|r[ua]ns? out|lapse\w*|at the latest)\b/i;

/** "A member since the summer of 2021". */
const ofYear = (year: number, before: string, scope: EvidenceScope): Statement | undefined =>
  year > 1990 && year < 2100 && /\b(?:since|in|of|from|until|till)\b[^,;.\d]{0,20}$/i.test(before)
    ? amountsIn(scope, yearOf).find(({ amount }) => amount === year)?.statement
    : undefined;

/** "Valid for two years", "three months after it was issued": from a day to the same one of another month. */
function lasting({ base, size }: Extract<Value, { type: 'duration' }>, scope: EvidenceScope): Statement | undefined {
  if (base !== 'month') return undefined;
  const days = scope.fields().flatMap(statement =>
    statement.values.flatMap(({ value }) => {
      const { year, month, day } = (value.type === 'date' && value.options[0]) || {};
      return year === undefined || month === undefined ? [] : [{ statement, months: year * 12 + month, day }];
    })
  );
  return days.find(one => days.some(other => one.day === other.day && other.months - one.months === size))?.statement;
}

/** "Seven articles altogether", "two orders": how many entries a list has, or how many pieces they are. */
function counted(wanted: number, after: string, scope: EvidenceScope, v: Vocabulary): Statement | undefined {
  const noun = /^\s{1,2}(?:\p{L}{3,12} of )?(\p{L}{3,})/u.exec(after)?.[1];
  if (noun === undefined) return undefined;
  const named = v.stem(noun.toLowerCase());
  const lists = v.pieces.has(named) ? () => true : (each: Statement) => v.stem(keyOf(each)) === named;
  return scope.fields().find(each => each.length === wanted && lists(each));
}

/** "One active and one paused": how many entries of a list say so. */
function ofState(wanted: number, after: string, scope: EvidenceScope, v: Vocabulary): Statement | undefined {
  const word = /^\s{1,2}(?:is |are |was |were |has been |have been )?(\p{L}{4,})/u.exec(after)?.[1];
  if (word === undefined) return undefined;
  const stem = v.stem(word.toLowerCase());
  const meant = new Set([stem, ...singleWords(stem, v).map(({ meaning }) => meaning)]);
  const roots = new Set(scope.entities.map(each => each.parent ?? each));
  for (const { entries } of roots)
    for (const list of groupBy(entries, each => each.list ?? '').values()) {
      const having = list.filter(({ fields }) => fields.some(field => saysOneOf(field, meant)));
      if (list.length > 1 && having.length === wanted) return having[0]?.fields[0];
    }
  return undefined;
}

/** A code that says what has become of a thing, as it is: `status: paused`. */
const saysOneOf = ({ text, values, says }: Statement, meant: ReadonlySet<string>): boolean =>
  text !== undefined && values.length === 0 && [...meant].some(each => says.get(each) === POSITIVE);

/** "20 points short of it", "with the pending ones added 1,460": the difference or the sum of two numbers of a record. */
function reckoned(wanted: number, { text }: Clause, scope: EvidenceScope, v: Vocabulary): Statement | undefined {
  const [less, more] = [v.lacking.test(text), v.joint.test(text)];
  if (!less && !more) return undefined;
  const numbers = amountsIn(scope, numberOf).filter(
    ({ statement, amount }) => statement.length === undefined && amount > 0
  );
  return numbers.find(one =>
    numbers.some(
      other =>
        one.statement !== other.statement &&
        related(one.statement, other.statement) &&
        ((less && one.amount - other.amount === wanted) || (more && one.amount + other.amount === wanted))
    )
  )?.statement;
}

const HOURS = /\b(?:between|from|until|till|by|before|after)\b[^,;.]{0,24}$/i;

/** "Between nine and five", of times. */
function ofClock(hour: number, before: string, { text }: Clause, scope: EvidenceScope): Statement | undefined {
  if (!Number.isInteger(hour) || hour < 1 || hour > 12 || !(HOURS.test(before) || /o'clock/i.test(text)))
    return undefined;
  return amountsIn(scope, minuteOf).find(({ amount }) => amount % 720 === (hour % 12) * 60)?.statement;
}

/** "Three days later" is the time between two days, "ten days left" what is left of a window, "ten days over" what goes beyond. */
function spanned(size: number, after: string, { text }: Clause, scope: EvidenceScope): Statement | undefined {
  const between = BETWEEN.test(after) || /\b(?:took|between|in a row)\b/.test(text);
  const into = /^ into\b/.test(after);
  const all = between ? amountsIn(scope, dayOf) : spansIn(scope);
  const found = all.find(
    one =>
      (between || !isSince(one.statement)) &&
      all.some(other => (between || into || isSince(other.statement)) && Math.abs(one.amount - other.amount) === size)
  );
  if (found !== undefined || !BEYOND.test(text)) return found?.statement;
  const days = amountsIn(scope, dayOf);
  const windows = windowsIn(scope);
  return days.find(one =>
    days.some(
      other =>
        other.amount > one.amount &&
        [0, ...windows.map(({ amount }) => amount)].some(of => Math.abs(other.amount - one.amount - of) === size)
    )
  )?.statement;
}

const BETWEEN = /^ (?:later|earlier|after|before|from|between|behind|ahead|since|in transit|on the way)\b/;
const BEYOND = /\b(?:over|too late|late|past|beyond|into|outside|left|remain\w*|to go|still have|behind|ahead)\b/;

/** Whether a span has passed already (`days_since_delivery`). */
export const isSince = ({ values }: Statement): boolean => values.some(({ value }) => value.type === 'days_away');
