import { once, type Assembly, type DocumentKind, type DocumentSet } from '../../../core/index.js';
import {
  expand,
  fitAhead,
  fittedModel,
  SHORT_TEXTS,
  type Example,
  type LearnSettings,
  type Model,
  type Taught
} from '../../../core/learn/index.js';
import { ArticleKind, type AskedExample } from '../kinds/article.js';
import { Intents } from '../kinds/intent.js';
import { StoriesKind, storiesIn } from '../kinds/stories.js';
import { AskedKind } from './asked-kind.js';
import { UnansweredKind } from './unanswered-kind.js';
import { DialogueActs } from '../refer/act-kind.js';
import { TurnExamplesKind } from '../refer/turn-examples-kind.js';

/** How likely each sentence answers a question. */
export interface SentenceRanker {
  /** `sentenceId`s, and `NONE`. */
  readonly labels: readonly string[];
  /** By label, together 1; what none answers takes its share from all. */
  shares(question: string, asked: AskedAfter): Float64Array;
}

/** The intent that is talked about, and the article of which a sentence was told last. */
export interface AskedAfter {
  readonly about?: string | undefined;
  readonly after?: string | undefined;
}

/** The article is chosen first, then the sentence in it. */
const WITHIN = '#';

/** @param nth from 0 */
export const sentenceId = (article: string, nth: number): string => `${article}${WITHIN}${nth + 1}`;

const SETTINGS: LearnSettings = {
  ...SHORT_TEXTS,
  within: WITHIN,
  characters: [3, 4],
  fewest_words: 2,
  features: 16_000,
  step: 0.25,
  passes: 5,
  passes_after: 2
};

/** The label of what no article answers: no sentence is called so. */
export const NONE = '-';
/** Variants of one template that are learned, of a question and of a remark: more of them say little more. */
const MOST_WORDINGS = 3;
const MOST_VARIANTS = 1;
/** How much a question counts that stands in a story. */
const IN_STORY = 0.25;
/** The act of messages that wish for something, and ask no article. */
const WISH = 'new_wish';
const NAME = 'sentences';

const rows = (texts: readonly string[], label: string): readonly Example[] => texts.map(text => ({ text, label }));

/** What is learned from: the questions of every sentence, and messages that ask no article anything. */
function examplesOf(set: DocumentSet): readonly Example[] {
  const values = <Value>(kind: DocumentKind<Value>) => set.of(kind).map(({ value }) => value);
  // Not the sentences themselves: what they say follows the settings, and is not learned again with each of them.
  const asked = values(ArticleKind).flatMap(({ id, sentences, questions, asked }) =>
    sentences.flatMap((_, nth) => [
      ...rows(
        questions[nth]!.flatMap(template => expand(template, MOST_WORDINGS)),
        sentenceId(id, nth)
      ),
      ...asked[nth]!.map(exampleOf(sentenceId(id, nth)))
    ])
  );
  // Of intents only what none of them claims: another one is added without all of this being learned again.
  const unclear = values(Intents).flatMap(({ name, understand }) => (name === 'unknown' ? understand.examples : []));
  const acts = values(DialogueActs);
  const recorded = acts.flatMap(({ name, recorded }) => (recorded === true ? [name] : []));
  const others = values(TurnExamplesKind).flatMap(({ examples }) =>
    [WISH, ...recorded].flatMap(act => (examples[act] ?? []).map(exampleOf(NONE)))
  );
  const remarks = acts.filter(({ asks, recorded }) => asks !== true || recorded === true);
  const said = remarks.flatMap(({ examples }) => examples.flatMap(template => expand(template, MOST_VARIANTS)));
  const inTalks = values(AskedKind).flatMap(({ questions }) =>
    Object.entries(questions).flatMap(([article, sentences]) =>
      Object.entries(sentences).flatMap(([nth, rows]) => rows.map(exampleOf(sentenceId(article, Number(nth) - 1))))
    )
  );
  return [
    ...asked,
    ...inTalks,
    ...values(UnansweredKind).flatMap(({ questions }) => questions.map(exampleOf(NONE))),
    ...others,
    ...rows([...unclear, ...said], NONE)
  ];
}

const exampleOf =
  (label: string) =>
  ({ text, ...asked }: AskedExample): Example => ({ text, label, context: contextOf(asked) });

function contextOf({ about, after }: AskedAfter): readonly string[] {
  const context: string[] = [];
  if (about !== undefined) context.push(about);
  if (after !== undefined) context.push(`after ${after}`);
  return context;
}

const KINDS = [ArticleKind, AskedKind, UnansweredKind, Intents, DialogueActs, TurnExamplesKind, StoriesKind];

/** Learned from the questions of the articles. Undefined where there are none, and where what is learned is not of them as they are. */
export const SentenceRankerAssembly: Assembly<SentenceRanker | undefined> = {
  id: 'sentence-ranker',
  lasting: 'anywhere',
  kinds: KINDS,
  async learn(set) {
    if (set.of(ArticleKind).length > 0) await fitAhead(set.origin, NAME, taughtBy(set), SETTINGS);
  },
  build(set, report) {
    const [article] = set.of(ArticleKind);
    if (article === undefined) return undefined;
    const model = fittedModel(set.origin, NAME, taughtBy(set), SETTINGS);
    if (model !== undefined) return rankerOf(model);
    report(article.source, '', 'not_learned', 'what articles are asked has changed; run "bylaw learn"');
    return undefined;
  }
};

const taughtBy = (set: DocumentSet): Taught => ({
  files: KINDS.flatMap(kind => set.of<unknown>(kind)),
  examples: once(() => withStories(set))
});

function withStories(set: DocumentSet): readonly Example[] {
  const examples = examplesOf(set);
  return [...examples, ...storiesIn(set)(examples).map(each => ({ ...each, weight: IN_STORY }))];
}

const rankerOf = (model: Model): SentenceRanker => ({
  labels: model.labels,
  shares: (question, asked) => model.shares(question, contextOf(asked))
});
