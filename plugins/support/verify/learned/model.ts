import type { DocumentSet } from '../../../../core/index.js';
import {
  digestOf,
  fit,
  learnedModel,
  LEARN_SETTINGS,
  type Example,
  type LearnSettings,
  type Model
} from '../../../../core/learn/index.js';
import type { Evidence } from '../contract.js';
import type { VerificationExampleFile } from './examples-kind.js';

/** Name under which the model is stored. */
const NAME = 'verification';
/** Changes whenever the same sentences would look otherwise to the model. */
const SIGHT = 16;

const SUPPORTED = 'supported';
const UNSUPPORTED = 'unsupported';

/** Signs are few and stand for themselves; no n-gram of characters is as long as this. */
const SIGN_SETTINGS: LearnSettings = {
  ...LEARN_SETTINGS,
  words: 1,
  characters: [60, 60],
  fewest_words: 1,
  passes: 60,
  passes_after: 10,
  step: 0.1
};

/** What a sentence looks like when it is held against evidence; undefined where no model is asked of it. */
export type Look = (sentence: string, evidence: readonly Evidence[]) => string | undefined;

/** The labelled sentences as they look, in the order of the files' names; those of one file are one group. */
function signExamples(files: readonly VerificationExampleFile[], look: Look): readonly Example[] {
  return inOrder(files).flatMap(({ name: group, weight = 1, cases }) =>
    cases.flatMap(({ evidence, supported = [], unsupported = [] }) =>
      [supported, unsupported].flatMap((sentences, nth) =>
        sentences.flatMap(sentence => {
          const text = look(sentence, evidence);
          return text === undefined ? [] : [{ text, label: nth === 0 ? SUPPORTED : UNSUPPORTED, group, weight }];
        })
      )
    )
  );
}

const inOrder = (files: readonly VerificationExampleFile[]) => [...files].sort((a, b) => (a.name < b.name ? -1 : 1));

/**
 * The model of these sentences where it was fitted before; else fitted now, in seconds, where that is allowed. It belongs
 * to the sentences and not to the words of the policy: who adds a synonym has nothing to wait for.
 * @returns undefined where it would have to be fitted and may not
 */
export function verificationModel(
  files: readonly VerificationExampleFile[],
  look: Look,
  origin: DocumentSet['origin']
): Model | undefined {
  const rows = inOrder(files).map(({ weight, cases }) => ({
    label: String(SIGHT),
    text: JSON.stringify([weight, cases])
  }));
  return learnedModel(origin, NAME, digestOf(rows, SIGN_SETTINGS), () => fit(signExamples(files, look), SIGN_SETTINGS));
}

/** How likely a sentence that looks like this is supported, 0 to 1. */
export const likelihood = (model: Model, signs: string): number =>
  model.shares(signs)[model.labels.indexOf(SUPPORTED)] ?? 0;
