import type { Assembly, SetReport, Source } from '../../../core/index.js';
import {
  FactDeclarationsKind,
  type FactType,
  RulePolicies,
  type RulePolicy,
  type RuleTable,
  RuleTableKind
} from '../../../core/rules/index.js';
import { ORDER_FACTS } from './derive.js';
import { LINE_FACTS } from './lines.js';

/** The tables that decide for the store. */
export interface StorePolicies {
  readonly refund: RulePolicy;
  readonly return: RulePolicy;
  readonly cancel: RulePolicy;
  readonly change: RulePolicy;
  /** Judges one line at a time. */
  readonly order_line: RulePolicy;
}

const DECISIONS = ['eligible', 'not_eligible', 'human_review', 'need_info'];
const VERDICTS = ['unclear', 'damaged_or_wrong', 'excluded', 'not_resaleable', 'returnable'];
const GIVES: Readonly<Record<string, FactType>> = { amount: 'money', lines: 'string', partial: 'boolean' };

interface Role {
  readonly facts: Readonly<Record<string, FactType>>;
  readonly decisions: readonly string[];
  readonly gives: Readonly<Record<string, FactType>>;
}

const REQUEST: Role = { facts: ORDER_FACTS, decisions: DECISIONS, gives: GIVES };
const LINE: Role = { facts: LINE_FACTS, decisions: VERDICTS, gives: {} };
const ROLES: Readonly<Record<keyof StorePolicies, Role>> = {
  refund: REQUEST,
  return: REQUEST,
  cancel: REQUEST,
  change: REQUEST,
  order_line: LINE
};

/** Finds the store's tables by id and holds them to the facts that the code derives and the decisions it can act on. */
export const StorePolicyTables: Assembly<StorePolicies> = {
  id: 'store-policies',
  kinds: [FactDeclarationsKind, RuleTableKind],
  after: [RulePolicies],
  build(set, report) {
    const policies = set.get(RulePolicies);
    const texts = set.of(RuleTableKind);
    for (const [id, role] of Object.entries(ROLES)) {
      const policy = policies.get(id);
      if (policy === undefined)
        report(
          texts[0]?.source ?? NO_FILE,
          '/id',
          'policy_missing',
          `no rule table has the id '${id}'; the store cannot decide without it`
        );
      else
        for (const table of [...policy.versions, policy.shadow])
          if (table !== undefined) checkRole(table, role, report);
    }
    return Object.fromEntries(Object.keys(ROLES).map(id => [id, policies.get(id)])) as unknown as StorePolicies;
  }
};

/** Holds one table to the facts that the code derives and the decisions it can act on. */
function checkRole(table: RuleTable, { facts, decisions, gives }: Role, report: SetReport): void {
  const { id } = table;
  const at = (pointer: string, code: string, message: string) => report(table.source, pointer, code, message);
  [...table.facts].forEach(([name, { type }], i) => {
    const derived = facts[name];
    if (derived === undefined)
      at(`/facts/${i}`, 'fact_not_derived', `nothing computes '${name}' for the table '${id}'`);
    else if (derived !== type)
      at(`/facts/${i}`, 'fact_type', `'${name}' is computed as ${derived}, but declared as ${type}`);
  });
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
