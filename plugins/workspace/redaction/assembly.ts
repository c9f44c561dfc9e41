import { type Assembly, later, type Loaded, once } from '../../../core/index.js';
import { RedactionRules, type RedactionFile } from './redaction-rules.js';
import type { Redactor } from './redactor.js';

const compiler = later<typeof import('./compile-redactor.js')>(import.meta.url, './compile-redactor.js');
export const compileRedactor = compiler('compileRedactor');
const uncheckedRedactor = compiler('uncheckedRedactor');

/** The redactor of sound files. It is made when it is first used. */
function redactorOf(files: readonly Loaded<RedactionFile>[]): Redactor {
  const redactor = once(() => uncheckedRedactor(files));
  return {
    redact: (text, path, until) => redactor().redact(text, path, until),
    explain: (text, path) => redactor().explain(text, path),
    get overlap() {
      return redactor().overlap;
    },
    get document() {
      return redactor().document;
    },
    get near() {
      return redactor().near;
    }
  };
}

/** The redactor of a set of files. */
export const RedactorAssembly: Assembly<Redactor> = {
  id: 'redactor',
  kinds: [RedactionRules],
  build: set => redactorOf(set.of(RedactionRules)),
  check: (_redactor, set, report) => void compileRedactor(set.of(RedactionRules), report)
};
