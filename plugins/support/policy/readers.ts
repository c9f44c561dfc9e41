import type { Assembly, DocumentSet, Source } from '../../../core/index.js';
import { ArticleKind } from '../kinds/article.js';
import { Intents } from '../kinds/intent.js';
import { QuestionIndex } from '../knowledge/question-index.js';
import { SentenceRankerAssembly } from '../knowledge/sentence-ranker.js';
import { checkExamples, compileUnderstanding, learnUnderstanding } from '../understand/compile.js';
import { ExamplesKind } from '../understand/examples-kind.js';
import type { IntentFiles } from '../understand/lessons.js';
import type { Understander } from '../understand/types.js';
import { VocabularyKind } from '../understand/vocabulary-kind.js';
import type { Verifier } from '../verify/contract.js';
import { VerificationExamples } from '../verify/learned/examples-kind.js';
import { likelihood, verificationModel, type Look } from '../verify/learned/model.js';
import { VerificationPolicy } from '../verify/policy.js';
import { compileVerifier } from '../verify/judge/verify.js';

export const UnderstanderAssembly: Assembly<Understander> = {
  id: 'understander',
  lasting: 'anywhere',
  kinds: [Intents, VocabularyKind, ExamplesKind],
  learn: set => learnUnderstanding(intentFiles(set), set.origin),
  build: (set, report) => compileUnderstanding(intentFiles(set), set.origin, report) as Understander,
  check: (understander, set, report) =>
    checkExamples(
      set.of(Intents).map(({ value }) => value),
      understander,
      report
    )
};

const intentFiles = (set: DocumentSet): IntentFiles => ({
  intents: set.of(Intents).map(({ value }) => value),
  vocabulary: set.of(VocabularyKind),
  examples: set.of(ExamplesKind)
});

/** The day of the examples: they name their days in full. */
const WRITTEN = new Date('2026-05-04T12:00:00Z');

export const VerifierAssembly: Assembly<Verifier> = {
  id: 'verifier',
  lasting: 'anywhere',
  kinds: [VerificationPolicy, VerificationExamples],
  build(set, report) {
    const files = set.of(VerificationPolicy);
    const examples = set.of(VerificationExamples);
    const rules = compileVerifier(files, (pointer, code, message) =>
      report(files[0]?.source ?? NO_FILE, pointer, code, message)
    );
    if (examples[0] === undefined) return rules;
    const look: Look = (sentence, evidence) => rules.look(sentence, evidence, WRITTEN);
    const values = examples.map(({ value }) => value);
    const model = verificationModel(values, look, set.origin);
    if (model === undefined) {
      report(
        examples[0].source,
        '/cases',
        'not_learned',
        'the examples of the verifier have changed; run "bylaw learn"'
      );
      return rules;
    }
    return rules.deciding(signs => likelihood(model, signs));
  }
};

/** Finds the sentences of articles that answer a question. */
export const QuestionsAssembly: Assembly<QuestionIndex> = {
  id: 'questions',
  lasting: 'anywhere',
  kinds: [ArticleKind, Intents],
  after: [SentenceRankerAssembly],
  build: set =>
    new QuestionIndex(
      set.of(ArticleKind).map(({ value }) => value),
      set.of(Intents).flatMap(({ value: { tells, understand } }) => (tells ? [] : understand.examples)),
      set.get(SentenceRankerAssembly)
    )
};

const NO_FILE: Source = { file: 'policies/verification', revision: '', place: () => ({ line: 1, column: 1 }) };
