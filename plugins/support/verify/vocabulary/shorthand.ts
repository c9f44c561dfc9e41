import type { Condition, Meaning, Proof, VerificationFile } from './policy-file.js';

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };
/** A file as it is written. */
type Columns = Readonly<Record<string, Value>>;

/** Maps of words to words; every other text in a file is a list parted by commas. */
const SINGLE = new Set(['irregular', 'phrases', 'bounds', 'kind', 'name', 'id', 'as', 'by', 'field', 'base']);

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
    const [, size, base] = key === 'unit' ? (/^([\d.]+) (\w+)$/.exec(value) ?? []) : [];
    if (base !== undefined) return { base, size: Number(size) };
    return SINGLE.has(key) ? value : value.split(/,\s+/).filter(each => each !== '');
  }
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each: Value) => (typeof each === 'string' ? each : lists(each, key)));
  const inside = (name: string) => (SINGLE.has(key) ? key : key === 'units' ? 'unit' : name);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, lists(each, inside(name))]));
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
