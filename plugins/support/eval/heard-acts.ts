import type { DocumentSet } from '../../../core/index.js';
import { type Evaluation, percent, table } from '../../../core/workbench/index.js';
import { WeighingKind } from '../refer/weighing-kind.js';
import { ArticleKind } from '../kinds/article.js';
import { Issues } from '../kinds/issues.js';
import { NONE, sentenceId } from '../knowledge/sentence-ranker.js';
import { HeardAssembly } from '../policy/heard.js';
import { QuestionsAssembly } from '../policy/readers.js';
import type { Situation } from '../refer/types.js';
import { ASKS_NOTHING, AskedAssembly } from '../stated/asked.js';
import { NO_FAULT } from '../stated/faults.js';
import { NeedsAssembly } from '../stated/needs.js';
import { type Offer, OffersAssembly } from '../stated/offers.js';
import { StandingAssembly } from '../stated/standing.js';

/** A message that is written while a request is open, the intent of that, and whether it takes it back. */
interface StandingRow {
  readonly id: string;
  readonly text: string;
  readonly about: string;
  readonly label?: string;
}

/** A message that is written when something was offered, and whether it takes that. */
interface OfferRow {
  readonly id: string;
  readonly text: string;
  readonly offered: Offer;
  readonly label?: string;
}

/** A message, what the agent had said before, and what it needs, or what it asks. */
interface QuestionRow {
  readonly id: string;
  readonly text: string;
  readonly after: string;
  readonly label?: string;
}

/** A question, and the sentence of an article that answers it: `return-window#2`. */
interface SentenceRow {
  readonly id: string;
  readonly text: string;
  readonly label?: string;
}

/** How many of those who take a request back are heard, and how many are taken for such who do not. */
export async function evaluateStanding(set: DocumentSet, rows: readonly StandingRow[]): Promise<Evaluation> {
  const reader = set.get(StandingAssembly);
  const least = set.of(WeighingKind)[0]?.value.writes_at ?? 1;
  return compared(rows, 'stands', ({ text, about }) =>
    (reader?.share('withdrawn', text, about) ?? 0) >= least ? 'withdrawn' : 'stands'
  );
}

/** How many of those who take or decline an offer are heard, and how many are taken for such who do not. */
export async function evaluateOffers(set: DocumentSet, rows: readonly OfferRow[]): Promise<Evaluation> {
  const reader = set.get(OffersAssembly);
  return compared(rows, 'neither', ({ text, offered }) => {
    const share = (label: 'takes' | 'declines') => reader?.share(label, text, offered) ?? 0;
    const [takes, declines] = [share('takes'), share('declines')];
    if (Math.max(takes, declines) < 1 - takes - declines) return 'neither';
    return takes >= declines ? 'takes' : 'declines';
  });
}

/** How many messages are told to need what they need. */
export async function evaluateNeeds(set: DocumentSet, rows: readonly QuestionRow[]): Promise<Evaluation> {
  const reader = set.get(NeedsAssembly);
  return compared(rows, 'remark', ({ text, after }) => reader?.likeliest(text, after)[0][0] ?? 'remark');
}

/** How many messages are told to ask what they ask. */
export async function evaluateQuestions(set: DocumentSet, rows: readonly QuestionRow[]): Promise<Evaluation> {
  const reader = set.get(AskedAssembly);
  return compared(rows, ASKS_NOTHING, ({ text, after }) => reader?.likeliest(text, after)[0][0] ?? ASKS_NOTHING);
}

/** How many questions are answered by the sentence that answers them, surely enough to be told by themselves. */
export async function evaluateSentences(set: DocumentSet, rows: readonly SentenceRow[]): Promise<Evaluation> {
  const questions = set.get(QuestionsAssembly);
  const least = set.of(WeighingKind)[0]?.value.article_fits ?? 1;
  const ids = new Map(
    set
      .of(ArticleKind)
      .flatMap(({ value: { id, sentences } }) => sentences.map((text, nth) => [text, sentenceId(id, nth)] as const))
  );
  return compared(rows, NONE, ({ text }) => {
    const [best] = questions.find(text);
    return best === undefined || best.score < least ? NONE : (ids.get(best.text) ?? NONE);
  });
}

/** How many reports of something that went wrong are heard, as the issue that they are, and how many are heard where there is none. */
export async function evaluateFaults(set: DocumentSet, rows: readonly QuestionRow[]): Promise<Evaluation> {
  const heard = set.get(HeardAssembly);
  const issues = set.of(Issues).map(({ value }) => value.name);
  return compared(rows, NO_FAULT, ({ text, after }) => {
    const shares = heard.hear(text, { after: after as Situation['after'] })[0]?.shares;
    const told = issues.map(issue => shares?.get(issue) ?? 0);
    const all = told.reduce((sum, share) => sum + share, 0);
    return all < HEARD ? NO_FAULT : issues[told.indexOf(Math.max(...told))]!;
  });
}

/** The share of all issues from which on one is heard. */
const HEARD = 0.5;

/** @param rests the label of messages after which nothing is done */
function compared<Row extends { readonly id: string; readonly label?: string }>(
  rows: readonly Row[],
  rests: string,
  labelOf: (row: Row) => string
): Evaluation {
  const predictions = rows.map(row => ({ id: row.id, label: labelOf(row) }));
  const verdicts = rows.flatMap(({ id, label: meant }, at) => {
    if (meant === undefined) return [];
    const said = predictions[at]!.label;
    return [{ id, verdict: said === meant ? 'right' : said === rests ? 'missed' : 'wrong', said, meant }];
  });
  const count = (of: typeof verdicts, verdict: string): number => of.filter(each => each.verdict === verdict).length;
  const acting = verdicts.filter(({ meant }) => meant !== rests);
  const [heard, misread] = [count(acting, 'right'), count(verdicts, 'wrong')];
  const labels = [...new Set(verdicts.map(({ meant }) => meant))];
  return {
    predictions,
    figures: { heard: heard / Math.max(1, acting.length), misread: misread / Math.max(1, verdicts.length) },
    report: [
      `heard: ${percent(heard, acting.length)} of ${acting.length}`,
      `taken for something that it is not: ${percent(misread, verdicts.length)} of ${verdicts.length}`,
      '',
      ...table(
        ['label', 'messages', 'right', 'missed', 'wrong'],
        labels.map(label => {
          const of = verdicts.filter(({ meant }) => meant === label);
          return [
            label,
            of.length,
            ...['right', 'missed', 'wrong'].map(verdict => percent(count(of, verdict), of.length))
          ];
        })
      )
    ].join('\n'),
    verdicts: verdicts.map(({ id, verdict, said }) => ({ id, verdict, said })),
    errors: verdicts.flatMap(({ id, verdict, said, meant }) =>
      verdict === 'right' ? [] : [`${verdict}  ${id}  ${said}  instead of ${meant}`]
    )
  };
}
