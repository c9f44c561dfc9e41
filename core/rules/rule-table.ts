import type { DocumentKind, Source } from '../documents/kind.js';
import type { Template } from '../templates/template.js';
import type { Condition } from './conditions.js';
import type { Dependency } from './dependencies.js';
import type { FactDeclaration } from './fact-declarations.js';
import type { Constant } from '../facts/operators.js';
import { checkDates, checkOrder } from './check-rule-table.js';
import { ruleTableSchema } from './rule-table-schema.js';
import { statedSettings } from './settings.js';
import type { SettingCase } from './setting-cases.js';
import type { Facts, FactType, FactValue, ValueType } from '../facts/typed-values.js';

/** A condition as the file writes it: exactly one of all, any, not, condition or fact. */
export interface ConditionText {
  readonly all?: readonly ConditionText[];
  readonly any?: readonly ConditionText[];
  readonly not?: ConditionText;
  readonly condition?: string;
  readonly fact?: string;
  readonly operator?: string;
  readonly value?: Constant | { readonly setting: string };
}

export type ParamText = boolean | number | string | { readonly fact: string };

/** Facts that differ from the baseline, and what they come to. */
export interface ExampleText {
  readonly expect?: Facts;
  readonly [fact: string]: FactValue | Facts | undefined;
}

export interface RuleText {
  readonly id: string;
  readonly ref: string;
  readonly priority: number;
  readonly tier?: Tier;
  readonly why: string;
  readonly when: 'always' | ConditionText;
  readonly then: { readonly decision: string; readonly reason: string } & Readonly<Record<string, ParamText>>;
  readonly says: string;
  readonly asks?: string;
  readonly examples?: { readonly fires?: readonly ExampleText[]; readonly near_misses?: readonly Facts[] };
}

/** A case in the list of a setting's values: facts with what they are there, and the value. */
export interface SettingCaseText {
  readonly is: Constant;
  readonly [fact: string]: Constant;
}

export interface Setting {
  readonly type: FactType;
  /** The usual value. */
  readonly value: Constant;
  /** The facts that tell cases with other values apart; a path stands for the fact that is read from there. */
  readonly by?: string | readonly string[];
  /** The value in each case; without `by`, the only texts that a string may be. */
  readonly values?: Readonly<Record<string, Constant>> | readonly SettingCaseText[] | readonly string[];
  /** Other values from a day on. */
  readonly from?: Readonly<Record<string, DatedValue>>;
  readonly meaning: string;
  readonly unit?: string;
}

/** What a setting is from a day on: a value, or values by case. */
export type DatedValue = Constant | Pick<Setting, 'value' | 'values'>;

/**
 * What a rule is among others. Where an exception fires, the standard rules above it do not count; a safeguard always does,
 * wherever it stands.
 */
export type Tier = 'safeguard' | 'exception' | 'standard';

/** Whether a table's decisions are acted on, or only recorded beside those of the table that is. */
export type Mode = 'enforce' | 'shadow';

/** What a decision may carry; money names the fact that holds its currency. */
export interface Given extends ValueType {
  readonly currency?: string;
}

/** When a table holds: both days included, in UTC; a day that is absent sets no bound. */
export interface Effective {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** `now`, or the fact whose date chooses the version. */
  readonly by: string;
}

/** A rule table as its file states it, before its facts are known. */
export interface RuleTableText {
  readonly version: number;
  readonly id: string;
  readonly title: string;
  readonly mode?: Mode;
  readonly effective_from?: string;
  readonly effective_until?: string;
  readonly effective_by?: string;
  readonly decides: readonly string[];
  readonly gives?: Readonly<Record<string, Given>>;
  readonly facts: readonly string[];
  readonly settings?: Readonly<Record<string, Setting>>;
  readonly conditions?: Readonly<Record<string, ConditionText>>;
  readonly baseline: Facts;
  readonly rules: readonly RuleText[];
}

/** One rule, ready to be decided. */
export interface Rule {
  readonly id: string;
  readonly ref: string;
  readonly priority: number;
  readonly tier: Tier;
  readonly why: string;
  /** Undefined: always. Only the last rule is. */
  readonly when: Condition | undefined;
  readonly decision: string;
  readonly reason: string;
  readonly params: Readonly<Record<string, ParamText>>;
  /** Knows `facts`, `settings` and `params` of the record. */
  readonly says: Template;
  /** The fact that what it says asks the customer for. */
  readonly asks?: string;
  /** RuleExample facts, the baseline included, with the place in the file where each stands. */
  readonly fires: readonly RuleExample[];
  readonly nearMisses: readonly RuleExample[];
  /** Where it stands in the table's file. */
  readonly pointer: string;
  /** 1-based line of the rule in the table's file. */
  readonly line: number;
}

export interface RuleExample {
  readonly facts: Readonly<Record<string, FactValue>>;
  /** Decision, reason and given values that must come of them. */
  readonly expect?: Facts;
  readonly pointer: string;
  readonly line: number;
}

/** A compiled rule table: conditions typed and expanded, rules in the order they are tried. */
export interface RuleTable {
  readonly id: string;
  /** Its name among the tables of one id: `refund`, `refund@2027-01-01`, `refund~shadow`. */
  readonly name: string;
  readonly title: string;
  readonly version: number;
  readonly source: Source;
  readonly mode: Mode;
  readonly effective: Effective;
  readonly decides: readonly string[];
  readonly gives: Readonly<Record<string, Given>>;
  readonly facts: ReadonlyMap<string, FactDeclaration>;
  /** Those of them that no rule looks at: they are only recorded. */
  readonly unused: readonly string[];
  /** What cannot be, as the facts files state it; it binds those who look at all the facts of one. */
  readonly dependencies: readonly Dependency[];
  /** What is usual. */
  readonly settings: Readonly<Record<string, Constant>>;
  /** Where a setting is something else. */
  readonly cases: ReadonlyMap<string, readonly SettingCase[]>;
  readonly baseline: Facts;
  readonly rules: readonly Rule[];
  /** Made of a file whose settings change on a day; its examples are those of the file and stand for the days before. */
  readonly derived?: boolean;
}

/**
 * Files of ordered rules. What one file alone can get wrong is checked here; its conditions need the declared
 * facts and are compiled by the `RuleTables` assembly.
 */
export const RuleTableKind: DocumentKind<RuleTableText> = {
  id: 'rule-table',
  version: 1,
  folder: 'policies',
  schema: ruleTableSchema,
  nameOf: tableName,
  oneLine: [['fact', 'operator', 'value'], ['condition']],
  examples: ({ rules }: RuleTableText) =>
    rules.flatMap(({ id, examples }, i) =>
      (['fires', 'near_misses'] as const).flatMap(list =>
        (examples?.[list] ?? []).map((_, k) => ({
          pointer: `/rules/${i}/examples/${list}/${k}`,
          name: `${id} ${list === 'fires' ? 'fires' : 'is just missed'} (${k + 1})`
        }))
      )
    ),
  states: statedSettings,
  compile(content: RuleTableText, report) {
    checkOrder(content.rules, report);
    checkDates(content, report);
    content.rules.forEach((rule, i) => {
      const at = `/rules/${i}`;
      if (!content.decides.includes(rule.then.decision))
        report(
          `${at}/then/decision`,
          'unknown_decision',
          `'${rule.then.decision}' is not among decides: ${content.decides.join(', ')}`
        );
      if (!rule.examples?.fires?.length)
        report(at, 'rule_without_example', `'${rule.id}' has no example that fires it; add one under examples.fires`);
      if (!rule.examples?.near_misses?.length)
        report(
          at,
          'rule_without_near_miss',
          `'${rule.id}' has no example that nearly fires it; add one under examples.near_misses`
        );
    });
    return content;
  }
};

/** Tables of one id stand side by side as versions of different days and as a shadow. */
export function tableName({ id, mode, effective_from }: Pick<RuleTableText, 'id' | 'mode' | 'effective_from'>): string {
  if (mode === 'shadow') return `${id}~shadow`;
  return effective_from === undefined ? id : `${id}@${effective_from}`;
}
