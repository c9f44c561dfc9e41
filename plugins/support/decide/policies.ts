import {
  FactDeclarationsKind,
  RuleTableKind,
  RuleTables,
  type Assembly,
  type FactType,
  type RuleTable,
  type Source
} from '../../../core/index.js';
import { ORDER_FACTS } from './derive.js';
import { LINE_FACTS } from './lines.js';

/** The tables that decide for the store. */
export interface StorePolicies {
  readonly refund: RuleTable;
  readonly return: RuleTable;
  readonly cancel: RuleTable;
  readonly change: RuleTable;
  /** Judges one line at a time. */
  readonly order_line: RuleTable;
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
  after: [RuleTables],
  build(set, report) {
    const tables = set.get(RuleTables);
    const texts = set.of(RuleTableKind);
    for (const [id, { facts, decisions, gives }] of Object.entries(ROLES)) {
      const table = tables.get(id);
      if (table === undefined) {
        report(
          texts[0]?.source ?? NO_FILE,
          '/id',
          'policy_missing',
          `no rule table has the id '${id}'; the store cannot decide without it`
        );
        continue;
      }
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
      const given = texts.find(({ source }) => source === table.source)!.value.gives ?? {};
      for (const [name, { type }] of Object.entries(given))
        if (gives[name] !== type)
          at(
            `/gives/${name}`,
            'unknown_param',
            `'${id}' can give ${
              Object.entries(gives)
                .map(g => g.join(': '))
                .join(', ') || 'nothing'
            }`
          );
    }
    return Object.fromEntries(Object.keys(ROLES).map(id => [id, tables.get(id)])) as unknown as StorePolicies;
  }
};

const NO_FILE: Source = { file: 'policies', revision: '', place: () => ({ line: 1, column: 1 }) };
