import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FEW_LESSONS } from '../../../harness/root.js';
import { readAll } from '../../../../core/documents/read.js';
import { validate } from '../../../../core/documents/schema.js';
import type { Problem, SetReport } from '../../../../core/index.js';
import { checkExamples, compileUnderstanding } from '../../../../plugins/support/understand/compile.js';
import type { EvalRow } from '../../../../plugins/support/eval/judge-intents.js';
import type { ExampleFile } from '../../../../plugins/support/understand/examples-kind.js';
import type { IntentEntry, UnderstandContent, Understander } from '../../../../plugins/support/understand/types.js';
import type { IntentVocabulary } from '../../../../plugins/support/understand/vocabulary.js';
import { VocabularyKind } from '../../../../plugins/support/understand/vocabulary-kind.js';

export interface Compiled {
  readonly understander: Understander;
  readonly problems: readonly Problem[];
  readonly intents: readonly IntentEntry[];
}

/** The shipped intents and vocabulary, with what a team would add in files of its own. */
export function compileShipped(
  more: readonly IntentEntry[] = [],
  words: readonly IntentVocabulary[] = [],
  mayLearn = true
): Compiled {
  const problems: Problem[] = [];
  // What was learned of the shipped files serves none but them: to learn anew from all examples would take long.
  const adds = mayLearn && more.length + words.length > 0;
  const files = readAll({ root: '.', folders: ['intents'] }, problems);
  const vocabularies = files.filter(({ content }) => content['kind'] === 'vocabulary');
  for (const { content, source } of vocabularies) {
    validate(VocabularyKind, content, (pointer, code, message) =>
      problems.push({ code, message, file: source.file, ...source.place(pointer) })
    );
  }
  const intents = files
    .filter(({ content }) => content['kind'] === 'intent')
    .map(({ content, source }) => ({
      name: content['name'] as string,
      understand: content['understand'] as UnderstandContent,
      source
    }));
  const all = [...intents, ...more];
  const report: SetReport = (source, pointer, code, message) =>
    problems.push({ code, message, file: source.file, ...source.place(pointer) });
  const understander = compileUnderstanding(
    {
      intents: all,
      vocabulary: [
        ...vocabularies.map(({ content, source }) => ({ source, value: content as unknown as IntentVocabulary })),
        ...words.map(value => ({ source: sourceOf(`intents/vocabulary/${value.name}.yaml`), value }))
      ],
      examples: files
        .filter(
          ({ content, source }) => content['kind'] === 'examples' && (!adds || FEW_LESSONS.has(basename(source.file)))
        )
        .map(({ content, source }) => ({ source, value: content as unknown as ExampleFile }))
    },
    { root: learnedHere(), mayLearn },
    report
  );
  if (understander !== undefined) checkExamples(all, understander, report);
  return { understander: understander as Understander, problems, intents };
}

let folder: string | undefined;

/** Where models of files that are not shipped are written: never beside the shipped ones, which other tests read. */
function learnedHere(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'bylaw-learned-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  return folder;
}

export const sourceOf = (file: string): IntentEntry['source'] => ({
  file,
  revision: '000000000000',
  place: pointer => ({ line: pointer.split('/').length, column: 1 })
});

let shared: Compiled | undefined;

/** The shipped files, compiled once for all tests that do not add to them. */
export const shipped = (): Understander => shippedParts().understander;

export const shippedParts = (): Compiled => (shared ??= compileShipped());

export const ownRows = (): EvalRow[] =>
  readFileSync('test/data/intents.jsonl', 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as EvalRow);
