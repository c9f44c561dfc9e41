import type { Assembly } from '../documents/assembly.js';
import { compileGuard, type Guard } from './guard.js';
import { InjectionRules } from './injection-rules.js';

/** The guard of a set of files. */
export const GuardAssembly: Assembly<Guard> = {
  id: 'guard',
  kinds: [InjectionRules],
  build: (set, report) => compileGuard(set.of(InjectionRules), report)
};
