import type { DocumentSet } from '../../../core/index.js';
import {
  expand,
  fit,
  fitAhead,
  fittedModel,
  SHORT_TEXTS,
  type Example,
  type LearnSettings,
  type Model,
  type Taught
} from '../../../core/learn/index.js';
import type { InStories } from '../kinds/stories.js';
import type { DialogueAct } from './act-kind.js';
import type { TurnExamples } from './turn-examples-kind.js';
import type { ActFound, ActRecogniser, Heard, Shares, Situation } from './types.js';
import { type MessageWord, splitWords } from './words.js';

const LONGEST = 1000;
const MOST_CLAUSES = 12;

const MODEL = 'dialogue-acts';

const ACT_SETTINGS: LearnSettings = {
  ...SHORT_TEXTS,
  features: 32_000,
  passes: 7,
  passes_after: 3
};

/**
 * The messages by which acts are told apart, in the order of the acts' names.
 * @param stories some of these messages as they stand in a longer one, each with its place among them
 */
export function actExamples(
  acts: readonly DialogueAct[],
  turns: readonly TurnExamples[] = [],
  stories: InStories = () => []
): readonly Example[] {
  const said = [...turns].sort(byName).flatMap(({ examples }) =>
    Object.entries(examples).flatMap(([label, rows]) =>
      [...rows, ...stories(rows)].map(({ text, after, about }) => ({
        text,
        label,
        ...(after === undefined || after === 'start' ? {} : { context: contextOf(text, { after, about }) })
      }))
    )
  );
  return [...acts]
    .sort(byName)
    .flatMap<Example>(({ name, examples, near_misses = [] }) => [
      ...examples.flatMap(template => {
        const texts = expand(template);
        return texts.map(text => ({ text, label: name, group: template, weight: 1 / Math.sqrt(texts.length) }));
      }),
      ...near_misses.map(({ text, instead }) => ({ text, label: instead }))
    ])
    .concat(said);
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);

/**
 * The model of these acts; undefined where it would have to be learned and may not.
 * @param name under which it is stored
 */
export const actModel = (taught: Taught, origin: DocumentSet['origin'], name = MODEL): Model | undefined =>
  fittedModel(origin, name, taught, ACT_SETTINGS);

/** Learns it before it is asked for. */
export const learnActs = (taught: Taught, origin: DocumentSet['origin']): Promise<void> =>
  fitAhead(origin, MODEL, taught, ACT_SETTINGS);

interface ActParts {
  /** Words with which another clause begins. */
  readonly clauses: readonly string[];
  readonly learned: Model | undefined;
  /** Hears what went wrong better than the acts do. */
  readonly faults?: FaultHearer | undefined;
}

/** Says how likely a text reports which of the issues, by what was said before it. */
export interface FaultHearer {
  readonly issues: readonly string[];
  /** Issues that it does not know: what sounds most like one of them is left to the acts. */
  readonly others: readonly string[];
  share(issue: string, text: string, after: Situation['after']): number;
}

/**
 * Makes the recogniser of dialogue acts. Without the model that belongs to them it is fitted at the first message.
 * @param examples what it is learned from
 */
export function compileActs(
  acts: readonly DialogueAct[],
  examples: () => readonly Example[],
  { clauses, learned, faults }: ActParts
): ActRecogniser {
  const joins = new Set(clauses);
  const byName = new Map(acts.map(act => [act.name, act]));
  let model = learned;
  let places: ReadonlyMap<string, number> | undefined;
  const hearPiece = ([piece, start, end]: Piece, situation: Situation | undefined): Heard => {
    const known = (model ??= fit(examples(), ACT_SETTINGS));
    const { labels } = known;
    places ??= new Map(labels.map((label, at) => [label, at]));
    const context = situation === undefined || situation.after === 'start' ? [] : contextOf(piece, situation);
    const shares = known.shares(piece, context);
    if (faults !== undefined && isReport(piece)) {
      const after = situation?.after ?? 'start';
      const shareOf = (act: string): number => shares[places!.get(act) ?? -1] ?? 0;
      const most = (acts: readonly string[]): number => Math.max(0, ...acts.map(shareOf));
      if (most(faults.others) <= most(faults.issues))
        hearFaults(
          shares,
          faults.issues.map(issue => ({ at: places!.get(issue) ?? -1, share: faults.share(issue, piece, after) }))
        );
    }
    return { start, end, shares: new SharesOfLabels(labels, places, shares) };
  };
  const hear = (text: string, situation: Situation | undefined): readonly Heard[] =>
    piecesOf(text, joins).map(piece => hearPiece(piece, situation));
  return {
    ownIssues: new Set(faults?.others),
    hear,
    whole(text) {
      const whole = wholeOf(splitWords(text.slice(0, LONGEST), joins), text);
      return whole === undefined ? undefined : hearPiece(whole, undefined);
    },
    knows: text => (model ??= fit(examples(), ACT_SETTINGS)).knownWords(text) > MOST,
    recognise(text, { asked = null, situation } = {}) {
      const found = new Map<string, ActFound>();
      for (const [nth, { start, end, shares }] of hear(text, situation).entries()) {
        const [name, share] = likeliestAct(shares);
        const act = byName.get(name);
        if (act === undefined || act.counts === false) continue;
        const whole = nth === 0;
        if (share < (whole ? act.at : act.at_in_part)) continue;
        if (act.needs === 'question' && asked === null) continue;
        if ((found.get(act.name)?.score ?? 0) >= share) continue;
        const how = `${Math.round(share * 100)} % by its examples, ${whole ? 'in the whole message' : 'in a part of it'}`;
        found.set(act.name, { act: act.name, score: share, start, end, how });
      }
      return [...found.values()].sort((a, b) => b.score - a.score);
    }
  };
}

/** One or two words, "no" and "not really" among them, report nothing by themselves. */
const isReport = (text: string): boolean => (text.match(/\p{L}+/gu)?.length ?? 0) > 2;

/** Where the reader of faults hears more of something that went wrong than the acts do, it says how much, and what. */
function hearFaults(shares: Float64Array, told: readonly { readonly at: number; readonly share: number }[]): void {
  const heard = told.filter(({ at }) => at >= 0);
  const [faults, acts] = heard.reduce(([all, own], { at, share }) => [all + share, own + shares[at]!], [0, 0]);
  if (faults <= acts) return;
  const rest = (1 - faults) / (1 - acts);
  for (let at = 0; at < shares.length; at++) shares[at]! *= rest;
  for (const { at, share } of heard) shares[at] = share;
}

/** What a model gives its labels. */
class SharesOfLabels implements Shares {
  constructor(
    private readonly labels: readonly string[],
    private readonly places: ReadonlyMap<string, number>,
    private readonly shares: Float64Array
  ) {}

  get(act: string): number | undefined {
    const at = this.places.get(act);
    return at === undefined ? undefined : this.shares[at];
  }

  [Symbol.iterator](): Iterator<readonly [string, number]> {
    return this.labels.map((label, at) => [label, this.shares[at]!] as const)[Symbol.iterator]();
  }
}

/** The act with the largest share. */
const likeliestAct = (shares: Shares): readonly [act: string, share: number] => {
  let best: readonly [string, number] = ['', 0];
  for (const each of shares) if (each[1] > best[1]) best = each;
  return best;
};

type Piece = readonly [piece: string, start: number, end: number];

/** All of a text that is words; undefined where it has none. */
function wholeOf(words: readonly MessageWord[], text: string): Piece | undefined {
  const [first, last] = [words[0], words.at(-1)];
  return first === undefined || last === undefined
    ? undefined
    : [text.slice(first.start, last.end), first.start, last.end];
}

/** A message as a whole, and its clauses where it has several. */
function piecesOf(text: string, joins: ReadonlySet<string>): readonly Piece[] {
  const words = splitWords(text.slice(0, LONGEST), joins);
  const whole = wholeOf(words, text);
  if (whole === undefined) return [];
  const clauses = new Map<number, [number, number]>();
  for (const { clause, start, end } of words) {
    const known = clauses.get(clause);
    if (known === undefined) clauses.set(clause, [start, end]);
    else known[1] = end;
  }
  const parts = clauses.size > 1 ? [...clauses.values()].slice(0, MOST_CLAUSES) : [];
  return [whole, ...parts.map(([start, end]) => [text.slice(start, end), start, end] as const)];
}

/** The share of a message's words that examples have to hold. */
const MOST = 0.5;

/** Words up to which a message has each length. */
const LENGTHS = [2, 5, 12];
const MOST_WORDS = 40;

/** What is known of a message besides its own words, for the model: the same for examples and for customers. */
function contextOf(text: string, { after, about = 'nothing' }: Situation): readonly string[] {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).slice(0, MOST_WORDS);
  const length = LENGTHS.filter(most => words.length > most).length;
  const asks = text.includes('?');
  return [
    after,
    `about ${about}`,
    `${after} about ${about}`,
    `${after} asks ${asks}`,
    `${after} length ${length}`,
    ...[...new Set(words)].filter(word => !/\d/.test(word)).map(word => `${after} ${word}`)
  ];
}
