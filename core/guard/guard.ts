import type { Loaded } from '../documents/kind.js';
import { compileReader } from '../text/views.js';
import { compileCues, type CueOpinion } from './cues.js';
import { compileRules } from './compile-rules.js';
import type { Compiled, ReportIn } from './compile-rules.js';
import { checkExamples } from './examples.js';
import { checkGrowth } from './growth.js';
import type { Channel, InjectionFile } from './injection-rules.js';
import { compileMention } from './mention.js';
import { neutralise } from './neutralise.js';
import { noisyOr } from './risk.js';
import { countSignals, Scanner, spanOf } from './scan.js';
import type { Hit } from './scan.js';

/** Why a text looks like an instruction to the model. */
export interface Finding {
  /** `INJ-…` or `SIG-…`. */
  readonly rule: string;
  /** 0 to 1; the p of noisy-OR. */
  readonly weight: number;
  /** Line of the pattern or signal in its rule file, from 1. */
  readonly line: number;
  /** Offsets in the original text; for a decoded or joined stretch, all of the stretch. */
  readonly start: number;
  readonly end: number;
  /** The reading of the text that matched. */
  readonly view: string;
}

export interface Assessment {
  /** 0 to 1. */
  readonly risk: number;
  /** The risk has reached the channel's blocking threshold; in a file, what is quoted as an example does not count. */
  readonly blocked: boolean;
  /** The risk has reached the channel's detection floor: log and count it. */
  readonly detected: boolean;
  readonly findings: readonly Finding[];
}

/** A finding with what matched: the pattern's source in the rule file, or the signal's name. */
export interface Explanation extends Finding {
  readonly pattern: string;
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

/**
 * Compiles all rule files into a guard. Every problem goes to `report`: malformed or costly patterns, missing rules,
 * examples that do not hold. A guard for which anything was reported must not be used.
 */
export function compileGuard(files: readonly Loaded<InjectionFile>[], report: ReportIn): Guard {
  const compiled = compileRules(files, report);
  const guard = build(compiled);
  if (compiled !== undefined) {
    checkGrowth(files, compiled, report);
    checkExamples(files, guard, report);
  }
  return guard;
}

/** The guard of files that are proved already, for texts of one channel. */
export const channelGuard = (files: readonly Loaded<InjectionFile>[], channel: Channel): Guard =>
  build(compileRules(files, refuse, channel));

const refuse: ReportIn = ({ file }, pointer, code, message) => {
  throw new Error(`${file}${pointer}: ${code} ${message}`);
};

const EMPTY: Compiled = {
  patterns: [],
  signals: [],
  thresholds: {
    message: { block: 0, detect: 0 },
    tool_output: { block: 0, detect: 0 },
    file_content: { block: 0, detect: 0 }
  },
  replacement: '',
  vocabulary: { words: [], known: [], common: [] },
  mention: { near: 1, words: ['attack'] }
};

const PLAINLY: ReadonlySet<string> = new Set(['plain', 'raw']);

/** Without rules the guard refuses everything: a mistake in the files must not open the door. */
function build(compiled: Compiled = EMPTY): Guard {
  const read = compileReader(compiled.vocabulary);
  const opinionOf = compiled.cues === undefined ? undefined : compileCues(compiled.cues);
  const worded = new Set(
    compiled.signals.flatMap(({ signal, channels }) => (signal === 'attack_wording' ? [...channels] : []))
  );
  const scanners = new Map<Channel, Scanner>();
  const scannerOf = (channel: Channel): Scanner => {
    let scanner = scanners.get(channel);
    if (scanner === undefined) {
      scanner = new Scanner(compiled.patterns.filter(({ channels }) => channels.has(channel)));
      scanners.set(channel, scanner);
    }
    return scanner;
  };

  /** Strong patterns and several together still block; what had to be decoded was hidden on purpose. */
  function takeDown(hits: Hit[], wording: CueOpinion): void {
    const { calm } = compiled;
    if (calm === undefined || hits.length === 0 || !Number.isFinite(wording.score)) return;
    if (wording.score > calm.at_most || wording.highest > calm.at_most) return;
    hits.forEach((hit, at) => {
      if (PLAINLY.has(hit.view)) hits[at] = { ...hit, weight: hit.weight * calm.factor };
    });
  }

  function findAll(text: string, channel: Channel): { hits: Hit[]; work: number; wording: CueOpinion | undefined } {
    const readings = read(text);
    const hits: Hit[] = [];
    const work = scannerOf(channel).scan(readings.views, hits);
    const wording = worded.has(channel) ? opinionOf?.(readings.views, channel) : undefined;
    if (wording !== undefined) takeDown(hits, wording);
    const counts = countSignals(text, readings);
    for (const { rule, signal, min, weight, line, channels } of compiled.signals) {
      if (!channels.has(channel)) continue;
      const learned = signal === 'attack_wording' ? wording : undefined;
      const count = signal === 'attack_wording' ? (learned?.score ?? -Infinity) : counts[signal];
      if (count < min) continue;
      const [start, end] = learned?.span ?? spanOf(signal, readings, text.length);
      hits.push({ rule, pattern: signal, weight, line, start, end, view: 'structure' });
    }
    return { hits, work, wording };
  }

  /** Each pattern counts once, however often and in however many views it matched. */
  function riskOf(hits: readonly Hit[]): number {
    const heaviest = new Map<string, number>();
    for (const { line, rule, pattern, weight } of hits) heaviest.set(`${rule}:${line}:${pattern}`, weight);
    return noisyOr(heaviest.values());
  }

  const isMention = compileMention(compiled.mention);
  const mentioned = (text: string, { start, end }: Hit): boolean => isMention(text, start, end);

  function assess(text: string, channel: Channel): Assessment {
    const { hits } = findAll(text, channel);
    const risk = riskOf(hits);
    const { block, detect } = compiled.thresholds[channel];
    const said = channel === 'file_content' && risk >= block ? hits.filter(hit => !mentioned(text, hit)) : hits;
    const findings = hits.map(({ rule, weight, line, start, end, view }) => ({ rule, weight, line, start, end, view }));
    return { risk, blocked: riskOf(said) >= block, detected: risk >= detect, findings };
  }

  return {
    assess,
    neutralise: (text, channel) => neutralise(text, part => assess(part, channel), compiled.replacement),
    explain(text, channel) {
      const { hits, work, wording } = findAll(text, channel);
      const said = (hit: Hit): Hit =>
        hit.pattern === 'attack_wording'
          ? { ...hit, pattern: `${hit.pattern}: ${wording?.loudest.join(', ') ?? ''}` }
          : hit;
      return { risk: riskOf(hits), work, matches: hits.map(said).sort((a, b) => b.weight - a.weight) };
    }
  };
}
