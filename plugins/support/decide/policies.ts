import { CalendarKind, compileFacts, type DeclaredFact } from '../../../core/facts/index.js';
import type { Assembly, DocumentSet, SetReport, Source } from '../../../core/index.js';
import {
  FactDeclarationsKind,
  type FactType,
  RulePolicies,
  type RulePolicy,
  type RuleTable,
  RuleTableKind
} from '../../../core/rules/index.js';
import { COMPUTED } from './case-facts.js';
import { caseShapes } from './case-shapes.js';
import { RecordAttributesKind } from '../kinds/record-attributes.js';

/** The tables that decide for the store. */
export interface StorePolicies {
  readonly refund: RulePolicy;
  readonly return: RulePolicy;
  readonly cancel: RulePolicy;
  readonly change: RulePolicy;
  /** Judges one line at a time. */
  readonly order_line: RulePolicy;
  /** Every fact that the files compute from records. */
  readonly facts: ReadonlyMap<string, DeclaredFact>;
}

/** The policies alone, by the ids of their tables. */
export function tablesOf({ facts: _facts, ...tables }: StorePolicies): Readonly<Record<string, RulePolicy>> {
  return tables;
}

type TableId = Exclude<keyof StorePolicies, 'facts'>;

const DECISIONS = ['eligible', 'not_eligible', 'human_review', 'need_info'];
const VERDICTS = ['unclear', 'damaged_or_wrong', 'excluded', 'not_resaleable', 'returnable'];
const GIVES: Readonly<Record<string, FactType>> = { amount: 'money', lines: 'string', partial: 'boolean' };

interface Role {
  readonly decisions: readonly string[];
  readonly gives: Readonly<Record<string, FactType>>;
}

const REQUEST: Role = { decisions: DECISIONS, gives: GIVES };
const LINE: Role = { decisions: VERDICTS, gives: {} };
const ROLES: Readonly<Record<TableId, Role>> = {
  refund: REQUEST,
  return: REQUEST,
  cancel: REQUEST,
  change: REQUEST,
  order_line: LINE
};

/** Finds the store's tables by id and holds them to the facts that the code derives and the decisions it can act on. */
export const StorePolicyTables: Assembly<StorePolicies> = {
  id: 'store-policies',
  kinds: [FactDeclarationsKind, CalendarKind, RecordAttributesKind, RuleTableKind],
  after: [RulePolicies],
  build(set, report) {
    const policies = set.get(RulePolicies);
    const texts = set.of(RuleTableKind);
    const facts = declaredFacts(set, report);
    for (const [id, role] of Object.entries(ROLES)) {
      const policy = policies.get(id);
      if (policy === undefined)
        report(
          texts[0]?.source ?? NO_FILE,
          '/id',
          'policy_missing',
          `no rule table has the id '${id}'; the store cannot decide without it`
        );
      else {
        checkFacts(policy, facts, set, report);
        for (const table of [...policy.versions, policy.shadow])
          if (table !== undefined) checkRole(table, role, report);
      }
    }
    const tables = Object.fromEntries(Object.keys(ROLES).map(id => [id, policies.get(id)]));
    return { ...tables, facts } as unknown as StorePolicies;
  }
};

type DeclaredFacts = StorePolicies['facts'];

/** Compiles the facts of all files against the records that the store has. */
function declaredFacts(set: DocumentSet, report: SetReport): DeclaredFacts {
  const files = set.of(FactDeclarationsKind);
  return compileFacts({
    facts: new Map(files.flatMap(({ value }) => [...value.facts])),
    shapes: caseShapes(set.of(RecordAttributesKind).map(({ value }) => value)),
    calendars: new Map(set.of(CalendarKind).map(({ value }) => [value.id, value])),
    report: name => (pointer, code, message) => {
      const { source } = files.find(({ value }) => value.facts.has(name))!;
      report(source, `/facts/${name}${pointer}`, code, message);
    }
  });
}

/** Every fact of a store table comes from records, or code computes it; what judges lines cannot look at its own verdict. */
function checkFacts(policy: RulePolicy, facts: DeclaredFacts, set: DocumentSet, report: SetReport): void {
  for (const [name, { type, from, computed }] of policy.facts) {
    const { source } = set.of(FactDeclarationsKind).find(({ value }) => value.facts.has(name))!;
    const at = (pointer: string, code: string, message: string) =>
      report(source, `/facts/${name}${pointer}`, code, message);
    const code = Object.hasOwn(COMPUTED, name) ? COMPUTED[name as keyof typeof COMPUTED] : undefined;
    if (from === undefined && code === undefined) {
      const how = computed === 'code' ? 'no code computes it: remove computed, and say' : 'say';
      at(
        '',
        'fact_not_derived',
        `nothing computes '${name}' for the table '${policy.id}'; ${how} where it comes from, such as from: customer.attributes.${name}`
      );
    } else if (from === undefined && code !== type)
      at('/type', 'fact_type', `'${name}' is computed as ${code}, but declared as ${type}`);
    const paths = facts.get(name)?.paths ?? new Set();
    if (policy.id === 'order_line' && (paths.has('line.verdict') || paths.has('lines.verdict')))
      at('', 'fact_not_derived', `'${name}' reads the verdict of 'order_line', so that table cannot look at it`);
  }
}

/** Holds one table to the decisions that the code can act on. */
function checkRole(table: RuleTable, { decisions, gives }: Role, report: SetReport): void {
  const { id } = table;
  const at = (pointer: string, code: string, message: string) => report(table.source, pointer, code, message);
  table.decides.forEach((decision, i) => {
    if (!decisions.includes(decision))
      at(`/decides/${i}`, 'unknown_decision', `'${id}' decides one of ${decisions.join(', ')}`);
  });
  const possible = Object.entries(gives).map(g => g.join(': '));
  for (const [name, { type }] of Object.entries(table.gives))
    if (gives[name] !== type)
      at(`/gives/${name}`, 'unknown_param', `'${id}' can give ${possible.join(', ') || 'nothing'}`);
}

const NO_FILE: Source = { file: 'policies', revision: '', place: () => ({ line: 1, column: 1 }) };
