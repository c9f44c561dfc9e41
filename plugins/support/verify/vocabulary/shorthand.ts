import type { Condition, Meaning, Proof, VerificationFile } from './policy-file.js';

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };
/** A file as it is written. */
type Columns = Readonly<Record<string, Value>>;

/** These are texts; every other text in a file is a list parted by commas. */
const SINGLE = new Set(['kind', 'name', 'id', 'as', 'by', 'field']);
/** Lists of `word=value`, with what a value is. */
const PAIRS: Readonly<Record<string, (value: string) => unknown>> = {
  irregular: String,
  bounds: String,
  overstating: String,
  'numbers.words': Number,
  'numbers.phrases': String,
  months: Number,
  weekdays: Number,
  relative_days: Number,
  currencies: value => value.split(' '),
  units: value => ({ base: value.split(' ')[1], size: Number(value.split(' ')[0]) })
};

/** A file as the rest reads it: texts become lists, and what stands in columns by the id of a meaning is put together. */
export function expand(file: Columns): VerificationFile {
  const { words = {}, opposites = {}, states = {}, flags = {}, proofs = {}, meanings = [], ...rest } = file;
  const columns: Record<string, Record<string, unknown>> = {};
  const put = (id: string, key: string, value: unknown) => (columns[id] = { ...(columns[id] ?? { id }), [key]: value });
  for (const [key, column] of Object.entries({ words, opposite: opposites, states }))
    for (const [id, list] of Object.entries(column)) put(id, key, lists(list, key));
  for (const [flag, ids] of Object.entries(flags)) for (const id of lists(ids, flag) as string[]) put(id, flag, true);
  for (const [id, forms] of Object.entries(proofs))
    put(id, 'proofs', Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, proofOf(String(text))])));
  const own = (lists(meanings, 'meanings') as Meaning[]).map(each => ({ ...each, words: each.words ?? [] }));
  const joined = Object.values(columns).map(each => ({ words: [], ...each }) as unknown as Meaning);
  return { ...(lists(rest, '') as VerificationFile), meanings: [...joined, ...own] };
}

function lists(value: Value, key: string): unknown {
  if (typeof value === 'string') {
    if (SINGLE.has(key)) return value;
    const words = value.split(/,\s+/).filter(each => each !== '');
    const read = PAIRS[key];
    return read ? Object.fromEntries(words.map(each => each.split('=')).map(([a, b = '']) => [a, read(b)])) : words;
  }
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each: Value) => (typeof each === 'string' ? each : lists(each, key)));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, lists(each, key === 'numbers' ? `numbers.${name}` : name)])
  );
}

/** `shipped_at | status=shipped,sent & paid unless status=lost`. */
function proofOf(text: string): Proof {
  const [proved = '', denied = ''] = ` ${text} `.split(/ unless /);
  const conditions = (side: string) => side.split('|').flatMap(each => (each.trim() === '' ? [] : [conditionOf(each)]));
  return { proved: conditions(proved), denied: conditions(denied) };
}

function conditionOf(text: string): Condition {
  const [first, ...and] = text.split('&').map((each): Condition => {
    const [field = '', values] = each.trim().split('=');
    const allowed = values?.split(/,\s*/);
    return allowed === undefined ? { field } : { field, in: allowed.includes('null') ? [...allowed, ''] : allowed };
  });
  return and.length > 0 ? { ...first!, and } : first!;
}
