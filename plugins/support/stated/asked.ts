import { AFTER, labelledKind } from './labelled-kind.js';
import { labelReader } from './labelled-reader.js';

/** The label of messages that ask nothing. */
export const ASKS_NOTHING = 'none';

/** `policies/dialogue/questions/*.yaml`: from which is learned which question a message asks. */
export const QuestionExamplesKind = labelledKind({
  id: 'question-examples',
  folder: 'policies/dialogue/questions',
  labels: `By the act that asks for it; \`${ASKS_NOTHING}\` for messages that ask nothing.`,
  context: AFTER
});

/** How likely a message asks which question; the situation is what the agent said before. */
export const AskedAssembly = labelReader<string>({
  name: 'asked',
  of: 'what messages ask',
  kind: QuestionExamplesKind
});
