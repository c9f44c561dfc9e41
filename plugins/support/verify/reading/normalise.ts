import { alternatives, type Vocabulary } from './vocabulary.js';

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bcan(?:'t|not)\b/gi, 'can not'],
  [/\bwon't\b/gi, 'will not'],
  [/\bshan't\b/gi, 'shall not'],
  [/\bain't\b/gi, 'is not'],
  [/n't\b/gi, ' not'],
  [/'ve\b/gi, ' have'],
  [/'ll\b/gi, ' will'],
  [/'re\b/gi, ' are'],
  [/'m\b/gi, ' am'],
  [/'d\b/gi, ' would'],
  [/\b(it|that|there|here|what|who|he|she|everything|nothing|no one|nobody|someone|somebody|everyone)'s\b/gi, '$1 is']
];

/** Rewrites a text so that one thing is written in one way: plain quotes, no contractions, figures for number words. */
export type Normalise = (text: string) => string;

export function normaliser({ numbers, units, months }: Vocabulary): Normalise {
  const { phrases, ordinals } = numbers;
  const small = alternatives([...numbers.words.keys()]);
  const nth = alternatives(ordinals);
  const any = (pattern: string) => new RegExp(pattern, 'giu');
  const phrase = any(`(?<![\\p{L}\\d])(?:${alternatives([...phrases.keys()])})(?![\\p{L}])`);
  // "two-factor" counts nothing
  const run = any(
    `(?<![\\p{L}\\d])(?:${small})(?:(?:[ -]|\\s{1,2}and\\s{1,2}){1}(?:${small})){0,8}(?![\\p{L}\\d]|-(?:${alternatives(numbers.uncounted)})(?![\\p{L}]))`
  );
  const ordinal = any(
    `(?<![\\p{L}-])(?:${nth})(?=(?: of)? (?:${alternatives([...months.keys()])})(?![\\p{L}]))|(?<=\\b(?:on|by|until) the )(?:${nth})(?=\\W{0,2}$|[.,;]| (?:and|but|or)\\b)`
  );
  // "€24 a month" is a rate
  const single = any(
    `(?<![\\p{L}-])(?<![\\d\\p{Sc}]\\s|\\bon )(?:an?|one)(?= (?:single )?(?:${alternatives([...units.keys()])})(?![\\p{L}]))`
  );
  const before = new RegExp(`(?:^|[^\\p{L}])(?:${alternatives(numbers.notOneBefore)})\\s{1,2}$`, 'iu');
  const after = new RegExp(
    `^\\s{1,2}(?:${alternatives(numbers.notOneAfter)})(?![\\p{L}])|^\\s{0,2}(?:[.,;:!?]|$)`,
    'iu'
  );
  return input => {
    let text = input
      .normalize('NFKC')
      .replace(/[\u2018\u2019\u02bc]/g, "'")
      .replace(/[\u201c\u201d\u00ab\u00bb]/g, '"')
      .replace(/[\u2010\u2011\u2012]/g, '-')
      .replace(/\*\*|__(?=\s|$)|`/g, '');
    for (const [pattern, plain] of CONTRACTIONS) text = text.replace(pattern, plain);
    text = text
      .replace(ordinal, found => `${ordinals.indexOf(found.toLowerCase()) + 1}th`)
      .replace(phrase, found => phrases.get(found.toLowerCase().replace(/\s+/g, ' ')) ?? found)
      .replace(/\bonce(?=\s*(?:[.,;!?]|$))/gi, '1 time')
      .replace(single, '1');
    return text.replace(run, (found: string, at: number) => {
      const loose = () => before.test(text.slice(Math.max(0, at - 12), at)) || after.test(text.slice(at + 3, at + 18));
      return /^one$/i.test(found) && loose() ? found : sum(found, numbers.words);
    });
  };
}

/** "one hundred and twenty-five" is 125; two numbers side by side that do not make one stay two. */
function sum(run: string, words: ReadonlyMap<string, number>): string {
  const out: number[] = [];
  let total = 0;
  let open = false;
  for (const part of run.toLowerCase().split(/[\s-]+/)) {
    const n = words.get(part);
    if (n === undefined) continue;
    if (n >= 100 && open) total = n === 100 ? total - (total % 100) + (total % 100) * 100 : total * n;
    else if (open && (total % 10 !== 0 || total === 0 || n >= 10) && !(total >= 100 && total % 100 === 0)) {
      out.push(total);
      total = n;
    } else total += n;
    open = true;
  }
  return [...out, total].join(' and ');
}
