import type { Model } from '../learn/index.js';
import { compileReader, type Readings } from '../text/views.js';
import type { Compiled } from './compile-rules.js';
import type { Channel } from './injection-rules.js';
import { compileMention } from './mention.js';
import { countSignals, Scanner, spanOf } from './scan.js';
import type { Hit } from './scan.js';
import { clustersOf, riskOf, wordingScore, wordingWeight } from './vote.js';
import { loudestSentence, scoreOf, scoreOfText, wordingAround, wordingOf, type Wordings } from './wording.js';

/** What the guard says by the wording alone. */
export const WORDING = 'SIG-WORDING';

/** The wording is no finding of its own where it says less. */
const LEAST_WORDING = 0.1;

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

/** What was found in a text, in the order of the rules, and how much work it took. */
interface Judgement {
  readonly parts: readonly Judged[];
  readonly hits: readonly Hit[];
  readonly work: number;
}

/** Judges texts by compiled rules, and by what was learned where there is any. */
export function compileJudge(
  compiled: Compiled,
  wordings: Wordings | undefined
): (text: string, channel: Channel) => Judgement {
  const read = compileReader(compiled.vocabulary);
  const isMention = compileMention(compiled.mention);
  const scanners = new Map<Channel, Scanner>();
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
  function judgeAll(text: string, channel: Channel): Judgement {
    const { hits, work, readings } = findAll(text, channel);
    const ballot = compiled.thresholds[channel];
    const isShort = text.length <= ballot.whole_up_to;
    const groups =
      isShort && (hits.length < 2 || ballot.near >= text.length) ? [hits] : clustersOf(hits, ballot.near, ballot);
    const parts = groups.map(together => judge(text, channel, readings, together));
    return { parts, hits, work };
  }

  return judgeAll;
}

const spanOver = (hits: readonly Hit[]): readonly [number, number] => [
  Math.min(...hits.map(({ start }) => start)),
  Math.max(...hits.map(({ end }) => end))
];
