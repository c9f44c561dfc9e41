import type { Loaded } from '../documents/kind.js';
import type { Model } from '../learn/index.js';
import { compileReader, type Readings } from '../text/views.js';
import { compileRules } from './compile-rules.js';
import type { Compiled, ReportIn } from './compile-rules.js';
import { checkExamples } from './examples.js';
import { checkGrowth } from './growth.js';
import { BALLOT_OF_NOTHING, type Channel, type InjectionFile } from './injection-rules.js';
import { compileMention } from './mention.js';
import { neutralise } from './neutralise.js';
import { countSignals, Scanner, spanOf } from './scan.js';
import type { Hit } from './scan.js';
import {
  clustersOf,
  type Explanation,
  explanationOf,
  type Finding,
  findingOf,
  riskOf,
  wordingScore,
  wordingWeight
} from './vote.js';
import { loudestSentence, scoreOf, scoreOfText, wordingAround, wordingOf, type Wordings } from './wording.js';

export interface Assessment {
  /** 0 to 1. */
  readonly risk: number;
  /** The risk has reached the channel's blocking threshold; in a file, what is quoted as an example does not count. */
  readonly blocked: boolean;
  /** The risk has reached the channel's detection floor: log and count it. */
  readonly detected: boolean;
  readonly findings: readonly Finding[];
}

export interface Guard {
  assess(text: string, channel: Channel): Assessment;
  /** `text` with instruction-like stretches replaced. Harmless text comes back as it is; a second pass changes nothing. */
  neutralise(text: string, channel: Channel): { readonly text: string; readonly findings: readonly Finding[] };
  /** Which pattern matched in which view with which weight, heaviest first, and how much work it took. */
  explain(
    text: string,
    channel: Channel
  ): { readonly risk: number; readonly work: number; readonly matches: readonly Explanation[] };
}

/** The wording is no finding of its own where it says less. */
const LEAST_WORDING = 0.1;

/** Characters of a value that is remembered, and how many values are. */
const LONGEST_VALUE = 60;
const MOST_VALUES = 2000;

/** What the guard says by the wording alone. */
export const WORDING = 'SIG-WORDING';

/**
 * Compiles all rule files into a guard. Every problem goes to `report`: malformed or costly patterns, missing rules,
 * examples that do not hold. A guard for which anything was reported must not be used.
 * @param wordings what was learned; without it the rules vote alone
 */
export function compileGuard(files: readonly Loaded<InjectionFile>[], report: ReportIn, wordings?: Wordings): Guard {
  const compiled = compileRules(files, report);
  const guard = build(compiled, wordings);
  if (compiled !== undefined) {
    checkGrowth(files, compiled, report);
    checkExamples(files, guard, report);
  }
  return guard;
}

/** The guard of files that are proved already, for texts of one channel. */
export const channelGuard = (
  files: readonly Loaded<InjectionFile>[],
  channel: Channel,
  wordings: Wordings | undefined
): Guard => build(compileRules(files, refuse, channel), wordings);

const refuse: ReportIn = ({ file }, pointer, code, message) => {
  throw new Error(`${file}${pointer}: ${code} ${message}`);
};

const EMPTY: Compiled = {
  patterns: [],
  signals: [],
  thresholds: { message: BALLOT_OF_NOTHING, tool_output: BALLOT_OF_NOTHING, file_content: BALLOT_OF_NOTHING },
  replacement: '',
  vocabulary: { words: [], known: [], common: [] },
  mention: { near: 1, words: ['attack'] }
};

/** Where a text stands, and what was found in the part of it that is judged. */
interface Part {
  readonly channel: Channel;
  readonly own: readonly Hit[];
}

/** A part of a text that is judged as one, with what was found in it. */
interface Judged {
  readonly hits: readonly Hit[];
  readonly risk: number;
  readonly blocked: boolean;
}

/** Without rules the guard refuses everything: a mistake in the files must not open the door. */
function build(compiled: Compiled = EMPTY, wordings?: Wordings): Guard {
  const read = compileReader(compiled.vocabulary);
  const isMention = compileMention(compiled.mention);
  const scanners = new Map<Channel, Scanner>();
  /** Short texts by channel in which nothing was found: records repeat their values. */
  const harmless = new Set<string>();
  const scannerOf = (channel: Channel): Scanner => {
    let scanner = scanners.get(channel);
    if (scanner === undefined) {
      scanner = new Scanner(compiled.patterns.filter(({ channels }) => channels.has(channel)));
      scanners.set(channel, scanner);
    }
    return scanner;
  };

  function findAll(
    text: string,
    channel: Channel
  ): { readonly hits: Hit[]; readonly work: number; readings: Readings } {
    const readings = read(text);
    const hits: Hit[] = [];
    const work = scannerOf(channel).scan(readings.views, hits);
    const counts = countSignals(text, readings);
    for (const { rule, signal, min, weight, place, channels } of compiled.signals) {
      if (!channels.has(channel) || counts[signal] < min) continue;
      const [start, end] = spanOf(signal, readings, text.length);
      const nth = undefined;
      hits.push({ rule, group: undefined, pattern: signal, weight, place, nth, start, end, view: 'structure' });
    }
    return { hits, work, readings };
  }

  /** The score of a part: of all the text where that is short, and of what stands around the hits, whichever is higher. */
  function scoreAt(model: Model, text: string, readings: Readings, { channel, own }: Part): number {
    const { around, sentences_up_to, whole_up_to } = compiled.thresholds[channel];
    const name = wordingOf(channel);
    const whole =
      text.length <= whole_up_to ? scoreOfText(model, text, readings, { name, words: sentences_up_to }) : -Infinity;
    if (own.length === 0 || name === 'message') return whole;
    const [start, end] = spanOver(own);
    return Math.max(whole, scoreOf(model, wordingAround(readings, start - around, end + around)));
  }

  /** One part of a text; the wording joins the hits where it counts. */
  function judge(text: string, channel: Channel, readings: Readings, own: readonly Hit[]): Judged {
    const ballot = compiled.thresholds[channel];
    const model = wordings?.(wordingOf(channel));
    const score =
      model === undefined ? undefined : wordingScore(scoreAt(model, text, readings, { channel, own }), text, ballot);
    const risk = riskOf(own, score, ballot);
    const spoken = channel === 'file_content' ? own.filter(({ start, end }) => !isMention(text, start, end)) : own;
    const { block, needs, refuse_from, whole_up_to } = ballot;
    const needed =
      needs === undefined ||
      text.length <= whole_up_to ||
      (score !== undefined && score >= refuse_from) ||
      spoken.some(({ rule }) => needs.includes(rule));
    const blocked =
      needed && risk >= block && (spoken.length === own.length || riskOf(spoken, undefined, ballot) >= block);
    const wording = score === undefined ? 0 : wordingWeight(score, ballot);
    if (model === undefined || wording < LEAST_WORDING || risk < ballot.detect) return { hits: own, risk, blocked };
    const within = own.length === 0 ? ([0, text.length] as const) : spanOver(own);
    const [start, end] = loudestSentence(model, readings, within);
    const hit = {
      rule: WORDING,
      group: undefined,
      pattern: 'wording',
      weight: wording,
      place: ballot.place,
      nth: undefined,
      start,
      end,
      view: 'plain'
    };
    return { hits: [...own, hit], risk, blocked };
  }

  /** The parts of a text that are judged: all of it where it is short, else what stands around each group of hits. */
  function judgeAll(text: string, channel: Channel): { parts: readonly Judged[]; hits: readonly Hit[]; work: number } {
    const { hits, work, readings } = findAll(text, channel);
    const ballot = compiled.thresholds[channel];
    const isShort = text.length <= ballot.whole_up_to;
    const groups =
      isShort && (hits.length < 2 || ballot.near >= text.length) ? [hits] : clustersOf(hits, ballot.near, ballot);
    const parts = groups.map(together => judge(text, channel, readings, together));
    return { parts, hits, work };
  }

  function assess(text: string, channel: Channel): Assessment & { readonly telling: readonly Finding[] } {
    const { parts, hits } = judgeAll(text, channel);
    const { detect } = compiled.thresholds[channel];
    const risk = parts.reduce((most, part) => Math.max(most, part.risk), 0);
    const over = new Set(parts.filter(part => part.risk >= detect).flatMap(part => part.hits));
    const worded = [...over].filter(({ rule }) => rule === WORDING);
    return {
      // A risk is told to a thousandth.
      risk: Math.round(risk * 1000) / 1000,
      blocked: compiled === EMPTY || parts.some(part => part.blocked),
      detected: compiled === EMPTY || risk >= detect,
      findings: [...hits, ...worded].map(findingOf),
      telling: [...over].map(findingOf)
    };
  }

  return {
    assess(text, channel) {
      const { risk, blocked, detected, findings } = assess(text, channel);
      return { risk, blocked, detected, findings };
    },
    neutralise(text, channel) {
      const key = text.length > LONGEST_VALUE ? undefined : `${channel} ${text}`;
      if (key !== undefined && harmless.has(key)) return { text, findings: [] };
      const neutralised = neutralise(
        text,
        part => {
          const { telling, ...rest } = assess(part, channel);
          // What rules found is cut out first; a whole sentence only where the wording alone tells.
          const ruled = telling.filter(({ rule }) => rule !== WORDING);
          return { ...rest, findings: ruled.length > 0 ? ruled : telling };
        },
        compiled.replacement
      );
      if (key !== undefined && neutralised.text === text && neutralised.findings.length === 0) {
        if (harmless.size >= MOST_VALUES) harmless.clear();
        harmless.add(key);
      }
      return neutralised;
    },
    explain(text, channel) {
      const { parts, hits, work } = judgeAll(text, channel);
      const risk = parts.reduce((most, part) => Math.max(most, part.risk), 0);
      const worded = parts.flatMap(part => part.hits.filter(({ rule }) => rule === WORDING));
      const matches = [...hits, ...worded].sort((a, b) => b.weight - a.weight).map(explanationOf);
      return { risk, work, matches };
    }
  };
}

const spanOver = (hits: readonly Hit[]): readonly [number, number] => [
  Math.min(...hits.map(({ start }) => start)),
  Math.max(...hits.map(({ end }) => end))
];
