export { RedactorAssembly } from './assembly.js';
export { compileRedactor, provenRedactor } from './compile-redactor.js';
export { evaluateRedaction, predictRedaction, redactionEvaluator } from './eval.js';
export type { RedactionPrediction, RedactionRow } from './eval.js';
export { RedactionRules } from './redaction-rules.js';
export type { RedactionFile } from './redaction-rules.js';
export type { RedactionFinding, Redactor } from './redactor.js';
