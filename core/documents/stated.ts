import type { Problem } from '../errors.js';
import { didYouMean } from '../nearest.js';
import type { DocumentKind, StatedValue } from './kind.js';
import { identify, parse } from './parse.js';
import type { TextFile } from './read.js';

/** A value of another file, said by its name: `{{ setting.refund_window_days }}`. */
const STATED = /\{\{\s*setting\.([a-z0-9_.]+)\s*\}\}/g;
const MENTION = /\{\{\s*setting\./;

/**
 * The texts with what they say by name of other files, as it is today (UTC): a number that stands in one file is then said
 * nowhere else. Lines and their order stay. A name that no file states, or that several state differently, is a problem.
 */
export function withStated(
  texts: readonly TextFile[],
  kinds: readonly DocumentKind<unknown>[],
  problems: Problem[]
): readonly TextFile[] {
  const stating = new Map(kinds.flatMap(kind => (kind.states === undefined ? [] : [[kind.id, kind] as const])));
  if (stating.size === 0 || !texts.some(({ text }) => MENTION.test(text))) return texts;
  const { values, whole } = statedBy(texts, stating);
  return texts.map(file => {
    if (!MENTION.test(file.text) || stating.has(file.kind ?? '')) return file;
    const stated: StatedValue[] = [];
    const text = file.text.replace(STATED, (written: string, name: string, at: number) => {
      const [value, ...others] = values.get(name) ?? [];
      if (value !== undefined && others.length === 0) {
        stated.push({ name, value, line: placeAt(file.text, at).line });
        return value;
      }
      // Of a file that cannot be read nobody knows what it states; that it cannot be is told already.
      if (whole) problems.push({ ...strange(name, values), file: file.source.file, ...placeAt(file.text, at) });
      return whole ? written : '1';
    });
    const { source, ...same } = identify(file.source.file, text);
    return { ...file, ...same, written: file.digest, source: { ...source, stated } };
  });
}

type Values = ReadonlyMap<string, ReadonlySet<string>>;

/** What the files state, by name; `whole` where all of them could be read. */
function statedBy(texts: readonly TextFile[], stating: ReadonlyMap<string, DocumentKind<unknown>>) {
  const read = texts
    .filter(({ kind }) => kind === undefined || stating.has(kind))
    .map(text => parse(text, [])?.content);
  const today = new Date().toISOString().slice(0, 10);
  const of = (id: string) => read.filter(content => content?.['kind'] === id);
  const values: Values = new Map([...stating].flatMap(([id, kind]) => [...kind.states!(of(id), today)]));
  return { values, whole: read.every(content => content !== undefined) };
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
