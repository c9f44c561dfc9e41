import { decimal, identifier, type Day, type Found, type Value } from './values.js';
import { alternatives, type Vocabulary } from './vocabulary.js';

/** Finds every typed value in a normalised text, in order; a character belongs to one value at most. */
export type Extract = (text: string) => readonly Found[];

type Read = (match: RegExpExecArray) => Value | undefined;

/** A pattern, how to read it, and what a text must have for the pattern to be worth a try. */
type Notation = readonly [source: string, read: Read, needed?: RegExp];

const NUMBER = String.raw`\d{1,3}(?:[,.' \u00a0\u202f]\d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)|\d{1,12}(?:[.,]\d{1,4})?`;
// 0-9 here, so that a pattern that says \d is one that needs a digit
const END = String.raw`(?![\p{L}0-9])`;
const START = String.raw`(?<![\p{L}0-9])`;
const DOMAIN = String.raw`[a-z0-9][\w-]{1,62}(?:\.[a-z0-9][\w-]{1,62}){0,4}\.(?:com|net|org|io|shop|store|example|co|eu|de|fr|es|uk|info|test)(?:\/[^\s<>"']{0,200})?`;

export function extractor(vocabulary: Vocabulary): Extract {
  const { weekdays, relativeDays, months, dayParts } = vocabulary;
  const word = [weekdays, relativeDays, months, dayParts].flatMap(all => [...all.keys()]);
  const worded = new RegExp(`${START}(?:${alternatives(word)})${END}`, 'iu');
  const list = [...CONTACTS, ...days(vocabulary), ...times(vocabulary), ...amounts(vocabulary), ...NAMES].map(
    ([source, read, needed]) => ({ pattern: new RegExp(source, 'giu'), read, needed, digits: source.includes('\\d') })
  );
  return text => {
    const digital = /\d/.test(text);
    if (!digital && !/[@_]|\b(?:www|https?)\b|\.[a-z]/.test(text) && !worded.test(text)) return [];
    const taken = new Uint8Array(text.length);
    const found: Found[] = [];
    for (const { pattern, read, needed, digits } of list) {
      if ((digits && !digital) || (needed && !needed.test(text))) continue;
      for (const match of text.matchAll(pattern)) {
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

const int = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const plain = (text: string | undefined) => (text ?? '').toLowerCase().replace(/\s+/g, ' ');
const id: Read = match => ({ type: 'identifier', id: identifier(match[0].replace(/[.,;:!?)]+$/, '')) });

function date(...options: readonly Day[]): Value | undefined {
  const valid = options.filter(({ month = 1, day = 1 }) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
  return valid.length ? { type: 'date', options: valid } : undefined;
}

const CONTACTS: readonly Notation[] = [
  [String.raw`[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}`, id, /@/],
  [String.raw`(?:https?:\/\/|www\.)[^\s<>"']{1,300}|${START}${DOMAIN}${END}`, id, /:\/\/|\.[a-z]{2}/i]
];

const NAMES: readonly Notation[] = [
  [
    String.raw`(?<![\p{L}\d])\+?(?:\(?\d{1,5}\)?[\s.\/-]){1,6}\d{2,8}(?!\d)`,
    m => (m[0].replace(/\D/g, '').length >= 7 ? id(m) : undefined)
  ],
  [
    String.raw`(?<=(?:ending|ends|end)(?:\s(?:in|with|on))?\s{1,2})\d{2,6}${END}`,
    m => ({ type: 'identifier', id: identifier(m[0]), partial: true }),
    /end/i
  ],
  [
    String.raw`${START}#?(?=[\w-]{0,40}\d)(?=[\w-]{0,40}[\p{L}_])[\p{L}\d][\w-]{2,60}${END}`,
    m => (/^\d{1,4}(?:st|nd|rd|th|x|-\w+)$/i.test(m[0]) ? undefined : id(m))
  ],
  [
    String.raw`${START}#?\d{5,}${END}`,
    m => (/^\d{5,6}$/.test(m[0]) ? { type: 'number', amount: decimal(m[0]) } : id(m))
  ],
  [String.raw`(?<![\p{L}\d.,])-?(${NUMBER})x?${END}`, m => ({ type: 'number', amount: decimal(m[1] ?? '') })]
];

function days({ months, monthParts, weekdays, relativeDays }: Vocabulary): Notation[] {
  const month = alternatives([...months.keys()]);
  const named = new RegExp(month, 'iu');
  const monthOf = (name: string | undefined) => months.get(plain(name));
  return [
    // the time of an ISO timestamp is left for the time pattern
    [
      String.raw`${START}(\d{4})[-\/.](\d{1,2})[-\/.](\d{1,2})(?=T\d\d:|[^\d]|$)`,
      m => date({ year: int(m[1]), month: int(m[2]), day: int(m[3]) }),
      /\d{4}[-/.]/
    ],
    [
      String.raw`${START}(\d{1,2})([\/.-])(\d{1,2})\2(\d{4}|\d{2})${END}`,
      m => {
        const [one, two, year] = [Number(m[1]), Number(m[3]), Number(m[4]!.padStart(4, '20'))];
        return date({ year, month: two, day: one }, { year, month: one, day: two });
      },
      /\d[/.-]\d/
    ],
    [
      String.raw`${START}(\d{1,2})(?:st|nd|rd|th|\.|er|º|°)?(?:\s{1,2}(?:of\s|de\s)?|-)(${month})\.?(?:(?:-|,?\s{1,2}(?:de\s|of\s)?)(\d{4})(?!\d))?(?![\p{L}])`,
      // "a fee of €6 may apply"
      m =>
        m[2] === 'may' && m[3] === undefined
          ? undefined
          : date({ year: int(m[3]), month: monthOf(m[2]), day: int(m[1]) }),
      named
    ],
    [
      String.raw`${START}(${month})\.?\s{1,2}(?:the\s)?(\d{1,2})(?:st|nd|rd|th)?(?:,?\s{1,2}(\d{4})(?!\d))?${END}`,
      m => date({ year: int(m[3]), month: monthOf(m[1]), day: int(m[2]) }),
      named
    ],
    // "between 3 and 5 May"
    [
      String.raw`${START}(\d{1,2})(?:st|nd|rd|th)?(?=\s?(?:and|to|or|-|–)\s?\d{1,2}(?:st|nd|rd|th)?(?:\sof)?\s(${month})${END})`,
      m => date({ month: monthOf(m[2]), day: int(m[1]) }),
      named
    ],
    // some days of a month, or all of it
    [
      String.raw`${START}(?:(${alternatives([...monthParts.keys()])})(?:\sof|\sin|-)?\s?|(?:in|of|since|during|this|last|next)\s)(${month})(?:,?\s([0-9]{4}))?${END}|${START}(${month})\.?,?\s{1,2}(?:of\s)?([0-9]{4})${END}`,
      m => {
        const [first = 1, last = 0] = monthParts.get(plain(m[1])) ?? [];
        const whole = { year: int(m[3] ?? m[5]), month: monthOf(m[2] ?? m[4]) };
        const some = Array.from({ length: last - first + 1 }, (_, i) => ({ ...whole, day: first + i }));
        return date(...(some.length > 0 ? some : [whole]));
      },
      named
    ],
    [
      String.raw`${START}(?:in\s(\d{1,3})\s(days?|weeks?)(?:'\stime)?|(\d{1,3})\s(days?|weeks?)\s(ago|from\s(?:today|now)))${END}`,
      m => {
        const size = Number(m[1] ?? m[3]) * (/week/i.test(m[2] ?? m[4]!) ? 7 : 1);
        return { type: 'days_away', days: /ago/i.test(m[5] ?? '') ? -size : size };
      },
      /day|week/i
    ],
    [
      `${START}(?:${alternatives([...weekdays.keys()])})${END}`,
      m => ({ type: 'weekday', weekday: weekdays.get(plain(m[0])) ?? 0 })
    ],
    [
      `${START}(?:${alternatives([...relativeDays.keys()])})${END}`,
      m => ({ type: 'days_away', days: relativeDays.get(plain(m[0])) ?? 0 })
    ],
    [String.raw`${START}(\d{1,2})(?:st|nd|rd|th)${END}`, m => date({ day: int(m[1]) })]
  ];
}

function times({ dayParts, units }: Vocabulary): Notation[] {
  const clock: Read = m => ({ type: 'time', minutes: Number(m[1]) * 60 + Number(m[2]) });
  return [
    [String.raw`(?<=T)(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,6})?)?Z?`, clock, /T\d/i],
    [
      String.raw`${START}(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s?(a\.?m\.?|p\.?m\.?)${END}`,
      m => {
        const noon = /p/i.test(m[3] ?? '') ? 720 : 0;
        return { type: 'time', minutes: (Number(m[1]) % 12) * 60 + noon + Number(m[2] ?? 0) };
      },
      /\d\s?[ap]\.?m/i
    ],
    [
      String.raw`${START}(?:(half|quarter|\d{1,2})(?:\sminutes)?\s(past|to)\s)?(\d{1,2})(?::(\d{2}))?(?:\so'clock)?\s(?:in\sthe\s|this\s)?(${alternatives([...dayParts.keys()])})${END}`,
      m => {
        const [, last = 1440] = dayParts.get(plain(m[5])) ?? [];
        const away = { '': Number(m[4] ?? 0), half: 30, quarter: 15 }[plain(m[1])] ?? Number(m[1]);
        const hours = (Number(m[3]) % 12) * 60 + (last > 720 ? 720 : 0);
        return { type: 'time', minutes: hours + (m[2] === 'to' ? -away : away) };
      },
      /\d\s/
    ],
    // "five past two"
    [
      String.raw`${START}(\d{1,2})(?:\sminutes)?\s(past|to)\s(\d{1,2})(?:\so'clock)?${END}(?!\s?(?:[%:]|\.\d|(?:${alternatives([...units.keys()])})(?![\p{L}])))`,
      m => {
        const [away, hour] = [Number(m[1]), Number(m[3])];
        if (hour < 1 || hour > 12 || away > 30 || (m[2] === 'to' && away % 5 !== 0)) return undefined;
        return { type: 'time', minutes: (hour % 12) * 60 + (m[2] === 'to' ? -away : away), twelve: true };
      },
      /\d\s(?:minutes\s)?(?:past|to)\s\d/
    ],
    [String.raw`${START}(\d{1,2}):(\d{2})(?::\d{2})?${END}`, clock, /\d:\d/]
  ];
}

function amounts({ units, currencies }: Vocabulary): Notation[] {
  const currency = alternatives([...currencies.keys()]);
  // "24 euros 1 month": a name follows its figure, a sign or code may lead it
  const leading = alternatives([...currencies.keys()].filter(name => !/^[a-z ]{4,}$/.test(name)));
  const paying = new RegExp(currency, 'iu');
  const unit = alternatives([...units.keys()]);
  const money = (amount: string | undefined, name: string | undefined): Value => ({
    type: 'money',
    amount: decimal(amount ?? ''),
    currencies: currencies.get(plain(name)) ?? []
  });
  return [
    // a name only where a word begins: an identifier may end in kr7 or _cad00; a sign also after letters, as in US$5
    [String.raw`(?:${START}(?<!_)|(?=\p{Sc}))(${leading})\s?(${NUMBER})${END}`, m => money(m[2], m[1]), paying],
    [
      String.raw`${START}(?<!_)(${NUMBER})\s{0,2}(${currency})(?!(?<=\p{L})\d)(?:\s(?:and\s)?(\d{1,2})\s(?:cents?|pence|p))?(?![\p{L}])`,
      m => money(m[3] ? `${m[1]}.${m[3].padStart(2, '0')}` : m[1], m[2]),
      paying
    ],
    [
      String.raw`${START}(${NUMBER})\s?(?:%|percent${END}|per\scent${END})`,
      m => ({ type: 'percent', amount: decimal(m[1] ?? '') }),
      /%|percent|per\scent/i
    ],
    [
      String.raw`${START}(\d{1,5})(?=\s?(?:to|-|–|and|or)\s?\d{1,5}[\s-]{1,2}(${unit})${END})|${START}(${NUMBER})[\s-]{1,2}(?:(?:full|whole|single|more|further|extra|additional)\s)?(${unit})${END}`,
      m => {
        const known = units.get(plain(m[2] ?? m[4]));
        return known && { type: 'duration', base: known.base, size: Number(decimal(m[1] ?? m[3]!)) * known.size };
      }
    ]
  ];
}
