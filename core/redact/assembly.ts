import type { Assembly } from '../documents/assembly.js';
import { isProven } from '../documents/proven.js';
import { compileRedactor, provenRedactor } from './compile-redactor.js';
import { RedactionRules } from './redaction-rules.js';
import type { Redactor } from './redactor.js';

/** The redactor of a set of files. */
export const RedactorAssembly: Assembly<Redactor> = {
  id: 'redactor',
  kinds: [RedactionRules],
  build(set, report) {
    const files = set.of(RedactionRules);
    return isProven(this.id, files) ? provenRedactor(files) : compileRedactor(files, report);
  }
};
