import { type Assembly, type DocumentSet, later, type Loaded, once, type SetReport } from '../../../core/index.js';
import { LessonError, type Model } from '../../../core/learn/index.js';
import { RedactionRules, type RedactionFile } from './redaction-rules.js';
import type { Redactor } from './redactor.js';

const compiler = later<typeof import('./compile-redactor.js')>(import.meta.url, './compile-redactor.js');
export const compileRedactor = compiler('compileRedactor');
const uncheckedRedactor = compiler('uncheckedRedactor');
const readerOfFiles = compiler('readerOfFiles');
const lessons = later<typeof import('./reader/lessons.js')>(import.meta.url, './reader/lessons.js');
const lessonsOf = lessons('lessonsOf');
const isLearned = lessons('isLearned');
const learn = later<typeof import('./reader/learn.js')>(import.meta.url, './reader/learn.js')('learn');
const readerModel = lessons('readerModel');

/** The redactor of sound files. It is made when it is first used. */
function redactorOf(files: readonly Loaded<RedactionFile>[], model: (() => Model) | undefined): Redactor {
  const redactor = once(() => uncheckedRedactor(files, model));
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

/** What the reader of a set learned, read when it is first wanted; a problem where it has to be learned first and may not. */
function learned(set: DocumentSet, report: SetReport): (() => Model) | undefined {
  const { root, mayLearn } = set.origin;
  const files = set.of(RedactionRules);
  const owner = files.find(({ value }) => value.reader !== undefined);
  if (owner?.value.reader === undefined) return undefined;
  const taught = lessonsOf(root, owner.value.reader);
  try {
    if (!isLearned(taught, root)) {
      const reader = mayLearn ? readerOfFiles(files, report) : undefined;
      if (reader !== undefined) learn(taught, root, reader);
      else if (!mayLearn)
        report(owner.source, '/reader', 'not_learned', 'the texts with secrets have changed; run "bylaw learn"');
    }
  } catch (error) {
    if (!(error instanceof LessonError)) throw error;
    report(owner.source, '/reader', 'bad_lesson', error.message);
  }
  return once(() => readerModel(taught.key, root));
}

/** The redactor of a set of files. */
export const RedactorAssembly: Assembly<Redactor> = {
  id: 'redactor',
  // What its reader learned from stands in the root.
  lasting: 'in its root',
  kinds: [RedactionRules],
  build: (set, report) => redactorOf(set.of(RedactionRules), learned(set, report)),
  check: (_redactor, set, report) => void compileRedactor(set.of(RedactionRules), report)
};
