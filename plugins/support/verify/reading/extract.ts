import { decimal, identifier, type Day, type Found, type Value } from './values.js';
import { alternatives, type Vocabulary } from './vocabulary.js';

/** Finds every typed value in a normalised text, in order; a character belongs to one value at most. */
export type Extract = (text: string) => readonly Found[];

type Read = (match: RegExpExecArray) => Value | undefined;

/** A pattern, how to read it, and what a text must have for the pattern to be worth a try. */
type Notation = readonly [RegExp, Read, RegExp?];

const NUMBER = String.raw`\d{1,3}(?:[,.' \u00a0\u202f]\d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)|\d{1,12}(?:[.,]\d{1,4})?`;
// 0-9 here, so that a pattern that says \d is one that needs a digit
const END = String.raw`(?![\p{L}0-9])`;
const START = String.raw`(?<![\p{L}0-9])`;

export function extractor(vocabulary: Vocabulary): Extract {
  const readers = patterns(vocabulary);
  const undigital = readers.list.filter(([pattern]) => !pattern.source.includes('\\d'));
  return text => {
    if (!/[\d@]|[A-Za-z]_|\b(?:www|https?)\b|\.[a-z]/.test(text) && !readers.word.test(text)) return [];
    const taken = new Uint8Array(text.length);
    const found: Found[] = [];
    for (const [pattern, read, needed] of /\d/.test(text) ? readers.list : undigital) {
      if (needed && !needed.test(text)) continue;
      pattern.lastIndex = 0;
      for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
        if (match[0] === '') {
          pattern.lastIndex++;
          continue;
        }
        const start = match.index;
        const end = start + match[0].length;
        if (taken[start] || taken[end - 1]) continue;
        const value = read(match);
        if (!value) continue;
        taken.fill(1, start, end);
        found.push({ start, end, text: match[0].replace(/[\s.,]+$/, '').trim(), value });
      }
    }
    return found.sort((a, b) => a.start - b.start);
  };
}

function patterns({ units, months, monthParts, dayParts, weekdays, relativeDays, currencies }: Vocabulary): {
  list: readonly Notation[];
  word: RegExp;
} {
  const unit = alternatives([...units.keys()]);
  const month = alternatives([...months.keys()]);
  const part = alternatives([...monthParts.keys()]);
  const dayPart = alternatives([...dayParts.keys()]);
  const weekday = alternatives([...weekdays.keys()]);
  const relative = alternatives([...relativeDays.keys()]);
  const currency = alternatives([...currencies.keys()]);
  // "24 euros 1 month": a name follows its figure, a sign or code may lead it
  const leading = alternatives([...currencies.keys()].filter(name => !/^[a-z ]{4,}$/.test(name)));
  const on = (source: string) => new RegExp(source, 'giu');
  const named = new RegExp(month, 'iu');
  const paying = new RegExp(currency, 'iu');
  const money = (amount: string | undefined, name: string | undefined): Value => ({
    type: 'money',
    amount: decimal(amount ?? ''),
    currencies: currencies.get((name ?? '').toLowerCase()) ?? []
  });
  const monthOf = (name: string | undefined) => months.get((name ?? '').toLowerCase().replace(/\.$/, ''));
  const date = (...options: Day[]): Value | undefined => {
    const valid = options.filter(
      ({ month, day }) => (month ?? 1) >= 1 && (month ?? 1) <= 12 && (day ?? 1) >= 1 && (day ?? 1) <= 31
    );
    return valid.length ? { type: 'date', options: valid } : undefined;
  };
  const int = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const year = (text: string | undefined) =>
    text === undefined ? undefined : text.length === 2 ? 2000 + Number(text) : Number(text);
  const duration = (count: string | undefined, name: string | undefined): Value | undefined => {
    const known = units.get((name ?? '').toLowerCase().replace(/\s+/g, ' '));
    return known && { type: 'duration', base: known.base, size: Number(decimal(count ?? '')) * known.size };
  };
  const id: Read = match => ({ type: 'identifier', id: identifier(match[0].replace(/[.,;:!?)]+$/, '')) });
  const list: Notation[] = [
    [on(String.raw`[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}`), id, /@/],
    [on(String.raw`(?:https?:\/\/|www\.)[^\s<>"']{1,300}`), id, /:\/\/|www\./i],
    [
      on(
        String.raw`${START}[a-z0-9][\w-]{1,62}(?:\.[a-z0-9][\w-]{1,62}){0,4}\.(?:com|net|org|io|shop|store|example|co|eu|de|fr|es|uk|info|test)(?:\/[^\s<>"']{0,200})?${END}`
      ),
      id,
      /\.[a-z]{2}/i
    ],
    // the time of an ISO timestamp is left for the time pattern
    [
      on(String.raw`${START}(\d{4})[-\/.](\d{1,2})[-\/.](\d{1,2})(?=T\d\d:|[^\d]|$)`),
      m => date({ year: int(m[1]), month: int(m[2]), day: int(m[3]) }),
      /\d{4}[-/.]/
    ],
    [
      on(String.raw`${START}(\d{1,2})([\/.-])(\d{1,2})\2(\d{4}|\d{2})${END}`),
      m =>
        date(
          { year: year(m[4]), month: int(m[3]), day: int(m[1]) },
          { year: year(m[4]), month: int(m[1]), day: int(m[3]) }
        ),
      /\d[/.-]\d/
    ],
    [
      on(
        String.raw`${START}(\d{1,2})(?:st|nd|rd|th|\.|er|º|°)?\s{1,2}(?:of\s|de\s)?(${month})\.?(?:,?\s{1,2}(?:de\s|of\s)?(\d{4})(?!\d))?(?![\p{L}])`
      ),
      // "a fee of €6 may apply"
      m =>
        m[2] === 'may' && m[3] === undefined
          ? undefined
          : date({ year: int(m[3]), month: monthOf(m[2]), day: int(m[1]) }),
      named
    ],
    [
      on(String.raw`${START}(${month})\.?\s{1,2}(?:the\s)?(\d{1,2})(?:st|nd|rd|th)?(?:,?\s{1,2}(\d{4})(?!\d))?${END}`),
      m => date({ year: int(m[3]), month: monthOf(m[1]), day: int(m[2]) }),
      named
    ],
    [
      on(
        String.raw`${START}(\d{1,2})(?:st|nd|rd|th)?(?=\s?(?:and|to|or|-|–)\s?\d{1,2}(?:st|nd|rd|th)?(?:\sof)?\s(${month})${END})`
      ),
      m => date({ month: monthOf(m[2]), day: int(m[1]) }),
      named
    ],
    [
      on(String.raw`${START}(\d{1,2})[-](${month})[-](\d{4}|\d{2})${END}`),
      m => date({ year: year(m[3]), month: monthOf(m[2]), day: int(m[1]) }),
      named
    ],
    [
      on(String.raw`${START}(${part})(?:\sof|\sin|-)?\s?(${month})(?:,?\s(\d{4}))?${END}`),
      m => {
        const [first = 1, last = 31] = monthParts.get((m[1] ?? '').toLowerCase()) ?? [];
        const days = Array.from({ length: last - first + 1 }, (_, i) => first + i);
        return date(...days.map(day => ({ year: int(m[3]), month: monthOf(m[2]), day })));
      },
      named
    ],
    [
      on(String.raw`${START}(${month})\.?,?\s{1,2}(?:of\s)?(\d{4})${END}`),
      m => date({ year: int(m[2]), month: monthOf(m[1]) }),
      named
    ],
    [
      on(String.raw`${START}(?:in|of|since|during|this|last|next)\s(${month})${END}`),
      m => date({ month: monthOf(m[1]) }),
      named
    ],
    [
      on(String.raw`(?<=T)(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,6})?)?Z?`),
      m => ({ type: 'time', minutes: Number(m[1]) * 60 + Number(m[2]) }),
      /T\d/i
    ],
    [
      on(String.raw`${START}(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s?(a\.?m\.?|p\.?m\.?)${END}`),
      m => ({
        type: 'time',
        minutes: ((Number(m[1]) % 12) + (/p/i.test(m[3] ?? '') ? 12 : 0)) * 60 + Number(m[2] ?? 0)
      }),
      /\d\s?[ap]\.?m/i
    ],
    [
      on(
        String.raw`${START}(?:(half|quarter|\d{1,2})(?:\sminutes)?\s(past|to)\s)?(\d{1,2})(?::(\d{2}))?(?:\so'clock)?\s(?:in\sthe\s|this\s)?(${dayPart})${END}`
      ),
      m => {
        const [, last = 1440] = dayParts.get((m[5] ?? '').toLowerCase()) ?? [];
        const away =
          m[1] === undefined ? Number(m[4] ?? 0) : ({ half: 30, quarter: 15 }[m[1].toLowerCase()] ?? Number(m[1]));
        const minutes = (Number(m[3]) % 12) * 60 + (last > 720 ? 720 : 0) + (m[2] === 'to' ? -away : away);
        return { type: 'time', minutes };
      },
      /\d\s/
    ],
    [
      on(String.raw`(?<!\bgood\s)${START}(?:in\sthe\s)?(${dayPart})${END}`),
      m => {
        const [minutes = 0, to = 1440] = dayParts.get((m[1] ?? '').toLowerCase()) ?? [];
        return { type: 'time', minutes, to };
      }
    ],
    [
      on(String.raw`${START}(\d{1,2})\s?o'clock${END}`),
      m => ({ type: 'time', minutes: Number(m[1]) * 60, half: true }),
      /o'clock/i
    ],
    [
      on(String.raw`${START}(\d{1,2}):(\d{2})(?::\d{2})?${END}`),
      m => ({ type: 'time', minutes: Number(m[1]) * 60 + Number(m[2]) }),
      /\d:\d/
    ],
    // a name only where a word begins: an identifier may end in kr7 or _cad00; a sign also after letters, as in US$5
    [on(String.raw`(?:${START}(?<!_)|(?=\p{Sc}))(${leading})\s?(${NUMBER})${END}`), m => money(m[2], m[1]), paying],
    [
      on(
        String.raw`${START}(?<!_)(${NUMBER})\s{0,2}(${currency})(?!(?<=\p{L})\d)(?:\s(?:and\s)?(\d{1,2})\s(?:cents?|pence|p))?(?![\p{L}])`
      ),
      m => money(m[3] ? `${m[1]}.${m[3].padStart(2, '0')}` : m[1], m[2]),
      paying
    ],
    [
      on(String.raw`${START}(${NUMBER})\s?(?:%|percent${END}|per\scent${END})`),
      m => ({ type: 'percent', amount: decimal(m[1] ?? '') }),
      /%|percent|per\scent/i
    ],
    [
      on(
        String.raw`${START}(?:in\s(\d{1,3})\s(days?|weeks?)(?:'\stime)?|(\d{1,3})\s(days?|weeks?)\s(ago|from\s(?:today|now)))${END}`
      ),
      m => {
        const week = /week/i.test(m[2] ?? m[4] ?? '') ? 7 : 1;
        return {
          type: 'days_away',
          days: (m[1] ? Number(m[1]) : Number(m[3]) * (/ago/i.test(m[5] ?? '') ? -1 : 1)) * week
        };
      },
      /day|week/i
    ],
    [
      on(
        String.raw`${START}(\d{1,5})(?=\s?(?:to|-|–|and|or)\s?\d{1,5}[\s-]{1,2}(?:(?:more|further|extra|additional)\s)?(${unit})${END})`
      ),
      m => duration(m[1], m[2])
    ],
    [
      on(
        String.raw`${START}(${NUMBER})[\s-]{1,2}(?:(?:full|whole|single|more|further|extra|additional)\s)?(${unit})${END}`
      ),
      m => duration(m[1], m[2])
    ],
    [
      on(String.raw`(?<![\p{L}\d])\+?(?:\(?\d{1,5}\)?[\s.\/-]){1,6}\d{2,8}(?!\d)`),
      m => (m[0].replace(/\D/g, '').length >= 7 ? id(m) : undefined)
    ],
    [
      on(String.raw`(?<=(?:ending|ends|end)(?:\s(?:in|with|on))?\s{1,2})\d{2,6}${END}`),
      m => ({ type: 'identifier', id: identifier(m[0]), partial: true }),
      /end/i
    ],
    [new RegExp(String.raw`${START}[A-Z]{2,5}\s\d{4,}${END}`, 'gu'), id],
    [
      on(String.raw`${START}#?(?=[\w-]{0,40}\d)(?=[\w-]{0,40}[\p{L}_])[\p{L}\d][\w-]{2,60}${END}`),
      m => (/^\d{1,4}(?:st|nd|rd|th|x|-\w+)$/i.test(m[0]) ? undefined : id(m))
    ],
    [on(String.raw`${START}[\p{L}\d]{1,20}(?:_[\p{L}\d]{1,40}){1,4}${END}`), id],
    [
      on(String.raw`${START}(?:${weekday})${END}`),
      m => ({ type: 'weekday', weekday: weekdays.get(m[0].toLowerCase()) ?? 0 })
    ],
    [
      on(String.raw`${START}(?:${relative})${END}`),
      m => ({ type: 'days_away', days: relativeDays.get(m[0].toLowerCase().replace(/\s+/g, ' ')) ?? 0 })
    ],
    [on(String.raw`${START}(\d{1,2})(?:st|nd|rd|th)${END}`), m => date({ day: int(m[1]) })],
    [
      on(String.raw`${START}#?\d{5,}${END}`),
      m => (/^\d{5,}$/.test(m[0]) && m[0].length < 7 ? { type: 'number', amount: decimal(m[0]) } : id(m))
    ],
    [on(String.raw`(?<![\p{L}\d.,])-?(${NUMBER})x?${END}`), m => ({ type: 'number', amount: decimal(m[1] ?? '') })]
  ];
  return { list, word: new RegExp(`${START}(?:${relative}|${weekday}|${month}|${dayPart})${END}`, 'iu') };
}
