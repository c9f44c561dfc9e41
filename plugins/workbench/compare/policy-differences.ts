import { inForce, type Rule, type RulePolicy, type RuleTable } from '../../../core/rules/index.js';
import { neighbour } from './ranges.js';
import type { CompareOptions } from './compare-tables.js';
import { tableDifference, type TableDifference } from './table-difference.js';

/**
 * What a change of rule tables means: each version that holds on some day is compared with the one that held on that
 * day before, and a shadow that is new or changed with the table it stands beside.
 */
export async function policyDifferences(
  before: ReadonlyMap<string, RulePolicy>,
  after: ReadonlyMap<string, RulePolicy>,
  today: string,
  options: CompareOptions = {}
): Promise<readonly TableDifference[]> {
  const found: TableDifference[] = [];
  for (const [id, policy] of after) {
    const old = before.get(id);
    // A table that is new decides nothing otherwise; its file is listed as added.
    if (old === undefined) continue;
    let last = '';
    let open: number | undefined;
    for (const day of days(old, policy)) {
      const [was, is] = [inForce(old, day), inForce(policy, day)];
      const pair = `${meaning(was)} ${meaning(is)}`;
      if (pair === last) continue;
      last = pair;
      // What differed until now ends with the day before.
      if (open !== undefined) found[open] = { ...found[open]!, until: neighbour('date', day, -1) as string };
      open = meaning(was) === meaning(is) ? undefined : found.length;
      if (meaning(was) !== meaning(is)) found.push(await tableDifference(was, is, { ...options, from: day }));
    }
    const { shadow } = policy;
    if (shadow !== undefined && shadow.source.revision !== old.shadow?.source.revision)
      found.push(await tableDifference(inForce(policy, today), shadow, { ...options, shadow: true }));
  }
  return found;
}

/** The file, or the rules of a version whose days may have moved, and what its facts are declared to be elsewhere. */
const meaning = ({ source, effective, settings, rules, facts }: RuleTable) =>
  JSON.stringify([
    effective.from === undefined ? source.revision : [settings, rules.map(outcomes)],
    [...facts].map(([name, { type, values }]) => [name, type, values])
  ]);

/** Since ever, and every day on which another version may begin to hold. */
function days(...policies: readonly RulePolicy[]): readonly (string | null)[] {
  const starts = policies.flatMap(({ versions }) =>
    versions.flatMap(({ effective: { from, until } }) => [
      from,
      until === undefined ? undefined : (neighbour('date', until, 1) as string)
    ])
  );
  return [null, ...[...new Set(starts.filter(day => day !== undefined))].sort()];
}

const outcomes = ({ id, when, decision, reason, params, says }: Rule) =>
  JSON.stringify({ id, when, decision, reason, params, says: says.text }, (key, value: unknown) =>
    key === 'line' ? 0 : value
  );
