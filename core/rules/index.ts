// Rule tables: files of ordered rules over declared facts, decided by one engine.

// The files, and the tables and policies that are built from them
export { FactDeclarationsKind } from './fact-declarations.js';
export type { FactDeclaration } from './fact-declarations.js';
export { namedCases } from './settings.js';
export { RuleTableKind, tableName } from './rule-table.js';
export type {
  ConditionText,
  Given,
  ParamText,
  Rule,
  RuleTable,
  RuleTableText,
  RuleText,
  Setting,
  SettingCaseText
} from './rule-table.js';
export { inForce, RulePolicies, RuleTables } from './rule-policies.js';
export type { RulePolicy } from './rule-policies.js';

// Deciding, and telling why
export { decide, decideClosely } from './decide.js';
export type { CloseDecision, DecisionRecord } from './decide.js';
export { dayOf, decidePolicy, sameOutcome, saysOf, versionOf } from './decide-policy.js';
export type { ShadowRecord } from './decide-policy.js';
export { explain as explainRules, formatExplanation } from './explain.js';
export type { ExplainedCondition } from './explain.js';

// Looking at all cases there can be
export { predicate, winnerOf } from './closures.js';
export { comparisonsIn, factsIn } from './conditions.js';
export type { Comparison, Condition, Group } from './conditions.js';
export { brokenDependency } from './dependencies.js';
export type { Dependency } from './dependencies.js';
export { findCase, pastRulesAbove } from './find-case.js';
export { TESTS } from '../facts/operators.js';

// Values of facts
export { dayBeside, isDate, misfit } from '../facts/typed-values.js';
export type { Facts, FactType, FactValue } from '../facts/typed-values.js';
