import type { Problem } from '../errors.js';
import { didYouMean } from '../nearest.js';
import type { DocumentKind, StatedValue } from './kind.js';
import { identify, parse } from './parse.js';
import type { TextFile } from './read.js';

/** A value of another file, said by its name: `{{ setting.refund_window_days }}`. */
const STATED = /\{\{\s*setting\.([a-z0-9_.]+)\s*\}\}/g;
const MENTION = /\{\{\s*setting\./;
const DAY = /\b\d{4}-\d{2}-\d{2}\b/g;
const DAY_MS = 86_400_000;

/** YYYY-MM-DD. */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

const NAME_CODES = new Set(['setting_name_unknown', 'setting_name_ambiguous']);

/** Texts, and what they say by name of other files: it may be otherwise on another day. */
export interface StatedTexts {
  /**
   * The texts as they are on a day (YYYY-MM-DD): a number that stands in one file is then said nowhere else. Lines and their
   * order stay. A name that no file states, or that several state differently, is a problem.
   */
  on(day: string, problems: Problem[]): readonly TextFile[];
  /** The days after one on which they come to say something else, in order. */
  daysAfter(day: string): readonly string[];
  /** Of all problems, those that do not only follow from what is wrong with a file that states values. */
  causes(problems: readonly Problem[]): readonly Problem[];
}

export function statedTexts(texts: readonly TextFile[], kinds: readonly DocumentKind<unknown>[]): StatedTexts {
  const stating = new Map(kinds.flatMap(kind => (kind.states === undefined ? [] : [[kind.id, kind] as const])));
  const saying = texts.filter(({ kind = '', text }) => MENTION.test(text) && !stating.has(kind));
  if (stating.size === 0 || saying.length === 0)
    return { on: () => texts, daysAfter: () => [], causes: problems => problems };
  const sources = texts.filter(({ kind }) => kind === undefined || stating.has(kind));
  const read = sources.map(text => parse(text, [])?.content);
  // Of a file that cannot be read nobody knows what it states; that it cannot be is told already.
  const whole = read.every(content => content !== undefined);
  const valuesOn = (day: string): Values =>
    new Map(
      [...stating].flatMap(([id, kind]) => [
        ...kind.states!(
          read.filter(content => content?.['kind'] === id),
          day
        )
      ])
    );
  const stated = new Set(sources.map(({ source }) => source.file));
  const names = new Set(saying.flatMap(({ text }) => [...text.matchAll(STATED)].map(([, name]) => name!)));
  return {
    on(day, problems) {
      const values = valuesOn(day);
      const changed = new Map(saying.map(file => [file, filled(file, values, whole ? problems : undefined)]));
      return texts.map(file => changed.get(file) ?? file);
    },
    daysAfter(day) {
      const written = sources.flatMap(({ text }) => text.match(DAY) ?? []).map(each => Date.parse(each));
      // What holds until a day is otherwise on the next one.
      const times = written.filter(each => !Number.isNaN(each)).flatMap(each => [each, each + DAY_MS]);
      const days = [...new Set(times.map(each => utcDay(new Date(each))))].filter(each => each > day).sort();
      const said = (values: Values) => [...names].map(name => [...(values.get(name) ?? [])].join()).join('\n');
      let last = said(valuesOn(day));
      return days.filter(each => {
        const before = last;
        last = said(valuesOn(each));
        return last !== before;
      });
    },
    causes(problems) {
      const unsound = problems.some(({ code, file = '' }) => code === 'schema' && stated.has(file));
      return unsound ? problems.filter(({ code }) => !NAME_CODES.has(code)) : problems;
    }
  };
}

type Values = ReadonlyMap<string, ReadonlySet<string>>;

function filled(file: TextFile, values: Values, problems: Problem[] | undefined): TextFile {
  const stated: StatedValue[] = [];
  const text = file.text.replace(STATED, (written: string, name: string, at: number) => {
    const [value, ...others] = values.get(name) ?? [];
    if (value !== undefined && others.length === 0) {
      stated.push({ name, value, line: placeAt(file.text, at).line });
      return value;
    }
    problems?.push({ ...strange(name, values), file: file.source.file, ...placeAt(file.text, at) });
    return problems === undefined ? '1' : written;
  });
  const { source, ...same } = identify(file.source.file, text);
  return { ...file, ...same, written: file.digest, source: { ...source, stated } };
}

function strange(name: string, values: Values): Pick<Problem, 'code' | 'message'> {
  const is = values.get(name);
  if (is === undefined) {
    const near = didYouMean(name, values.keys());
    return { code: 'setting_name_unknown', message: `no rule table has a setting '${name}' with one value${near}` };
  }
  const whole = [...values.keys()].filter(each => each.endsWith(`.${name}`));
  return {
    code: 'setting_name_ambiguous',
    message: `'${name}' is ${[...is].join(' in one table and ')} in another; say ${whole.map(each => `{{ setting.${each} }}`).join(' or ')}`
  };
}

function placeAt(text: string, at: number) {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
