import type { Assembly } from '../documents/assembly.js';
import { isProven } from '../documents/proven.js';
import { compileGuard, provenGuard, type Guard } from './guard.js';
import { InjectionRules } from './injection-rules.js';

/** The guard of a set of files. */
export const GuardAssembly: Assembly<Guard> = {
  id: 'guard',
  kinds: [InjectionRules],
  build(set, report) {
    const files = set.of(InjectionRules);
    return isProven(this.id, files) ? provenGuard(files) : compileGuard(files, report);
  }
};
