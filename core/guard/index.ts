import { later } from '../later.js';

export type { EvalRow as InjectionRow, EvalSummary, Prediction } from './eval.js';
export { defuseFences, fence } from './fence.js';
export { compileGuard, GuardAssembly } from './assembly.js';
export type { Assessment, Explanation, Finding, Guard } from './guard.js';
export { injectionPatterns } from './injection-patterns.js';
export { InjectionRules } from './injection-kind.js';
export { CHANNELS } from './injection-rules.js';
export type { Channel, InjectionFile } from './injection-rules.js';
export { noisyOr } from './vote.js';

const disclosure = later<typeof import('./disclosure.js')>(import.meta.url, './disclosure.js');
export const compileDisclosure = disclosure('compileDisclosure');

const evaluation = later<typeof import('./eval.js')>(import.meta.url, './eval.js');
export const predictInjection = evaluation('predict');
export const summariseInjection = evaluation('summarise');
