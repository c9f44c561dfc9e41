import { later } from '../later.js';

export type { DecisionRecord } from './decide.js';
export type { ShadowRecord } from './decide-policy.js';
export { FactDeclarationsKind } from './fact-declarations.js';
export { RulePolicies } from './rule-policies.js';
export type { RulePolicy } from './rule-policies.js';
export { RuleTableKind } from './rule-table.js';
export type { RuleTable } from './rule-table.js';
export { RuleTables } from './rule-tables.js';
export { isDate } from './typed-values.js';
export type { Facts, FactType, FactValue } from './typed-values.js';

export const decide = later<typeof import('./decide.js')>(import.meta.url, './decide.js')('decide');
const policies = later<typeof import('./decide-policy.js')>(import.meta.url, './decide-policy.js');
export const decidePolicy = policies('decidePolicy');
export const saysOf = policies('saysOf');
export const ruleChanges = later<typeof import('./rule-changes.js')>(
  import.meta.url,
  './rule-changes.js'
)('ruleChanges');
export const rulesExplainer = later<typeof import('./rules-explainer.js')>(
  import.meta.url,
  './rules-explainer.js'
)('rulesExplainer');
const explaining = later<typeof import('./explain.js')>(import.meta.url, './explain.js');
export const explainRules = explaining('explain');
export const formatExplanation = explaining('formatExplanation');
