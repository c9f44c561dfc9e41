/** Changes one thing of a reply; `where` and `what` choose place and value. Undefined where there is nothing to change. */
export type Mutation = (reply: string, where: number, what: number) => string | undefined;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December'
];
const DATE = new RegExp(`\\b(\\d{1,2}) (${MONTHS.join('|')}) (\\d{4})\\b`, 'g');
const IDENTIFIER = /\b(?:[A-Z]{2,4}-\d{3,}|[A-Z]{2}\d{6,})\b/g;
const STATUSES = ['delivered', 'shipped', 'cancelled', 'processing', 'refunded', 'returned'];

/** Replaces one occurrence. Places inside a date or an identifier belong to those, not to plain figures. */
function one(
  reply: string,
  pattern: RegExp,
  where: number,
  change: (match: RegExpMatchArray) => string | undefined
): string | undefined {
  const matches = [...reply.matchAll(pattern)];
  const match = matches[where % Math.max(1, matches.length)];
  const changed = match && change(match);
  return match === undefined || changed === undefined
    ? undefined
    : reply.slice(0, match.index) + changed + reply.slice(match.index + match[0].length);
}

const digitChanged = (text: string, where: number, what: number) => {
  const digits = [...text.matchAll(/\d/g)];
  const at = digits[where % digits.length]!.index;
  return text.slice(0, at) + String((Number(text[at]) + 1 + (what % 9)) % 10) + text.slice(at + 1);
};

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  figure(reply, where, what) {
    const taken = [...reply.matchAll(DATE), ...reply.matchAll(IDENTIFIER)].map(
      m => [m.index, m.index + m[0].length] as const
    );
    const free = [...reply.matchAll(/\d+(?:[.,]\d+)*/g)].filter(
      m => !taken.some(([from, to]) => m.index >= from && m.index < to)
    );
    const match = free[where % Math.max(1, free.length)];
    if (match === undefined) return undefined;
    const changed = digitChanged(match[0], what, where);
    return /^0\d/.test(changed)
      ? undefined
      : reply.slice(0, match.index) + changed + reply.slice(match.index + match[0].length);
  },
  identifier: (reply, where, what) => one(reply, IDENTIFIER, where, ([id]) => digitChanged(id, what, where)),
  day: (reply, where, what) =>
    one(reply, DATE, where, ([, day, month, year]) => `${((Number(day) + what) % 28) + 1} ${month} ${year}`),
  month: (reply, where, what) =>
    one(
      reply,
      DATE,
      where,
      ([, day, month, year]) => `${day} ${MONTHS[(MONTHS.indexOf(month!) + 1 + (what % 11)) % 12]} ${year}`
    ),
  year: (reply, where, what) =>
    one(reply, DATE, where, ([, day, month, year]) => `${day} ${month} ${Number(year) + 1 + (what % 9)}`),
  currency: (reply, where, what) =>
    one(reply, /\bUSD\b|\$(?=\d)/g, where, ([sign]) =>
      sign === '$' ? ['€', '£'][what % 2]! : ['EUR', 'GBP', 'CAD'][what % 3]!
    ),
  'not inserted': (reply, where) =>
    one(reply, /\b(?:is|was|are|can|has been|have been|will)\b(?! (?:not|no)\b)/g, where, ([verb]) =>
      verb.replace(/^\w+/, '$& not')
    ),
  'not removed': (reply, where) =>
    one(
      reply,
      /\b(cannot|can no longer|do not|does not|did not|is not|has not|are not|never)\b/g,
      where,
      ([words]) =>
        ({
          cannot: 'can',
          'can no longer': 'can still',
          'do not': 'do',
          'does not': 'does',
          'did not': 'did',
          'is not': 'is',
          'has not': 'has',
          'are not': 'are',
          never: 'always'
        })[words]
    ),
  'status swapped': (reply, where, what) =>
    one(
      reply,
      new RegExp(`\\b(?:${STATUSES.join('|')})\\b`, 'g'),
      where,
      ([status]) => STATUSES.filter(other => other !== status)[what % (STATUSES.length - 1)]
    )
};
