import { once } from '../../../../core/index.js';
import { entropyOf } from '../value-conditions.js';
import type { Candidate } from './candidates.js';
import { NEARBY, type Line } from './lines.js';
import { SPECIAL, type Shape } from './value-shape.js';

/** What is known of the file that a text stands in. */
export interface FileSigns {
  /** Which of the policy's sorts of files it is. */
  readonly sort: string;
  readonly path: string | undefined;
}

/** Which groups of the policy's telling words a text has, which is in small letters. */
export type Told = (text: string) => readonly string[];

/** Characters of its own line that are looked at before and behind a value. */
const BEFORE = 120;
const BEHIND = 80;
const LINES_ABOVE = 3;

/**
 * What speaks for and against a candidate, one name each: what it looks like, what it is called, what stands around it.
 * Nothing of the value itself is among it but the words that it is made of.
 */
export function signsOf(text: string, candidate: Candidate, file: FileSigns, around: LineSigns): readonly string[] {
  const value = text.slice(candidate.start, candidate.end);
  const signs = signsOfValue(value, candidate.shape);
  signsOfPlace(text, candidate, { file, around }, signs);
  return signs;
}

/** What the lines above one tell, which is the same for all that stands on it. */
export class LineSigns {
  readonly #above = once(() =>
    this.text
      .slice(Math.max(0, this.start - NEARBY), Math.max(0, this.start - 1))
      .split('\n')
      .slice(-LINES_ABOVE)
  );
  readonly words = once(() => [...new Set(wordsOf(this.#above().at(-1)!))].map(word => `above ${word}`));
  readonly tells = once(() => this.told(this.#above().join(' ').toLowerCase()));

  constructor(
    private readonly text: string,
    private readonly start: number,
    readonly told: Told
  ) {}
}

/** In which of the steps a number is. */
const step = (value: number, ...steps: readonly number[]): number => steps.filter(each => value >= each).length;

function signsOfValue(value: string, { sort, runs, digits, classes }: Shape): string[] {
  const { length } = value;
  const signs = [
    `sort ${sort}`,
    `runs ${runs.slice(0, 7)}`,
    `begins ${runs.slice(0, 2)}`,
    `ends ${runs.slice(-2)}`,
    `changes ${step(runs.length, 2, 3, 4, 5, 6, 8, 10, 14)}`,
    `length ${step(length, 7, 8, 10, 12, 14, 17, 20, 24, 32, 33, 40, 41, 64)}`,
    `digits ${step(digits, 1, 2, 3, 4, 5, 7)}`,
    `sort ${sort} digits ${step(digits, 1, 2, 3, 4, 5, 7)}`,
    `sort ${sort} length ${step(length, 8, 10, 14, 20, 32)}`,
    `classes ${classes}`,
    `classes ${classes} length ${step(length, 8, 10, 14, 20, 32)}`,
    `entropy ${step(entropyOf(value), 2, 2.5, 2.8, 3, 3.3, 3.6, 4, 4.4)}`
  ];
  if (SPECIAL.test(value)) signs.push('special');
  if (/(?:19|20)\d\d$/.test(value)) signs.push('year');
  for (const word of new Set(wordsOf(value))) if (word.length > 2) signs.push(`of ${word}`);
  return signs;
}

/** What stands between a name and its value, and the quotes behind that. */
const GIVEN = /(?:=>|:=|==|[-—–]>|[=:→(,/|>[{—–])$/;
const QUOTES = /["'`*«„“]{1,3}$/;
/** Characters of what may be a name, at most. */
const LONGEST_NAME = 60;
const NAME = /([\p{L}\d_.\-$@]+(?: [\p{L}\d_.-]+){0,2})["'`*\])]*$/u;
const COMMENT = /^\s*(?:#|\/\/|\/\*|\*|--|;|%|<!--)/;

function signsOfPlace(
  text: string,
  { start, end, line, standing, sign, shape: { sort } }: Candidate,
  { file: { sort: file, path }, around }: { readonly file: FileSigns; readonly around: LineSigns },
  signs: string[]
): void {
  const before = text.slice(Math.max(line.start, start - BEFORE), start);
  const behind = text.slice(end, Math.min(line.end, end + BEHIND));
  const left = before.replace(QUOTES, '').trimEnd();
  const given = GIVEN.exec(left)?.[0] ?? '';
  const by = given !== '' ? given : left === '' ? 'nothing' : 'space';
  const name =
    NAME.exec(
      left
        .slice(0, left.length - given.length)
        .trimEnd()
        .slice(-LONGEST_NAME)
    )?.[1] ?? '';
  const named = wordsOf(name);
  const last = named.at(-1) ?? '-';
  const tokens = tokensOf(before);
  const sorts = tokens.slice(-3).map(sortOfToken);
  const next = tokensOf(behind)[0];
  const one = sorts.at(-1) ?? '^';
  signs.push(
    `file ${file}`,
    `sort ${sort} file ${file}`,
    `standing ${standing} ${sign}`,
    `sort ${sort} standing ${standing}`,
    `by ${by}`,
    `by ${by} ${sign} file ${file}`,
    `sort ${sort} by ${by}`,
    `name ${last}`,
    `name ${named.slice(-2).join(' ')}`,
    `name ${last} by ${by}`,
    `after ${one}`,
    `after ${sorts.slice(-2).join(' ')}`,
    `after ${sorts.join(' ')}`,
    `sort ${sort} after ${one}`,
    `nth ${step(tokens.length, 1, 2, 3, 4, 6, 9)}`,
    `next ${next === undefined ? '$' : sortOfToken(next)}`,
    `behind ${/[^"'`*»”“]/.exec(behind)?.[0] ?? '$'}`
  );
  const tell = (where: string, groups: readonly string[]): void => {
    for (const group of groups.length === 0 ? ['nothing'] : groups)
      signs.push(`${where} tells ${group}`, `${where} tells ${group} sort ${sort}`);
  };
  tell('name', around.told(name.toLowerCase()));
  tell('line', line.told ? around.told(before.toLowerCase()) : []);
  tell('above', around.tells());
  for (const word of new Set(wordsOf(before).slice(-8))) signs.push(`before ${word}`);
  for (const word of new Set(wordsOf(behind).slice(0, 5))) signs.push(`behind ${word}`);
  signs.push(...around.words());
  for (const word of new Set(named)) signs.push(`in name ${word}`);
  if (COMMENT.test(text.slice(line.start, line.start + BEFORE))) signs.push('comment', `comment file ${file}`);
  if (isInBlock(text, start, end, line)) signs.push('block');
  if (path !== undefined) signs.push(`extension ${/\.([a-z0-9]{1,12})$/i.exec(path)?.[1]?.toLowerCase() ?? '-'}`);
}

/** Whether a value is a whole line, and the one above or below is as long: encoded data, or a list of such. */
function isInBlock(text: string, start: number, end: number, line: Line): boolean {
  if (start - line.start > 1 || line.end - end > 1) return false;
  const { length } = text.slice(line.start, line.end);
  const isLine = (at: number): boolean => at < 0 || at >= text.length || text[at] === '\n';
  const above = line.start - length - 1;
  const below = line.end + 1 + length;
  return (above >= 0 && isLine(above - 1)) || (below <= text.length && isLine(below));
}

const WORD = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu;

/** The words of a text, also those within names. */
const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).map(word => word.toLowerCase());

const tokensOf = (text: string): string[] => text.split(/[\s,(]+/).filter(token => token !== '');

const TOKENS: readonly (readonly [sort: string, pattern: RegExp])[] = [
  ['mail', /@.*\.[a-z]{2,}/i],
  ['url', /:\/\//],
  ['ip', /^["'`]*\d{1,3}(?:\.\d{1,3}){3}/],
  ['host', /^["'`]*[\w-]+(?:\.[\w-]+)*\.[\w-]*[a-z_-]["'`)]*$/i],
  ['number', /^\d+$/],
  ['text', /^["'`]/],
  ['flag', /^-{1,2}\w/],
  ['word', /^\p{L}+[:=]?$/u],
  ['name', /^[\p{L}\d_-]+[:=]?$/u]
];

const sortOfToken = (token: string): string => TOKENS.find(([, pattern]) => pattern.test(token))?.[0] ?? 'sign';
