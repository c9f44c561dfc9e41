import type { Assembly } from '../documents/assembly.js';
import { compileRedactor } from './compile-redactor.js';
import { RedactionRules } from './redaction-rules.js';
import type { Redactor } from './redactor.js';

/** The redactor of a set of files. */
export const RedactorAssembly: Assembly<Redactor> = {
  id: 'redactor',
  kinds: [RedactionRules],
  build: (set, report) => compileRedactor(set.of(RedactionRules), report)
};
