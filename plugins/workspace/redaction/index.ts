export { compileRedactor, RedactorAssembly } from './assembly.js';
export {
  evaluateRedaction,
  predictRedaction,
  redactionEvaluator,
  redactionExplainer,
  redactionSection
} from './eval/evaluator.js';
export type { RedactionPrediction, RedactionRow } from './eval/eval.js';
export { RedactionRules } from './redaction-rules.js';
export type { RedactionFile } from './redaction-rules.js';
export type { RedactionFinding, Redactor } from './redactor.js';
