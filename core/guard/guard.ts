import type { Loaded } from '../documents/kind.js';
import { compileRules } from './compile-rules.js';
import type { Compiled, ReportIn } from './compile-rules.js';
import { checkExamples } from './examples.js';
import { checkGrowth } from './growth.js';
import { BALLOT_OF_NOTHING, type Channel, type InjectionFile } from './injection-rules.js';
import { compileJudge, WORDING } from './judge.js';
import { neutralise } from './neutralise.js';
import type { Hit } from './scan.js';
import type { Wordings } from './wording.js';

/** Why a text looks like an instruction to the model. */
export interface Finding {
  /** `INJ-…` or `SIG-…`; `SIG-WORDING` is what was learned from labelled texts. */
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

/** A finding with what matched: the pattern's source in the rule file, or the signal's name. */
export interface Explanation extends Finding {
  readonly pattern: string;
  /** The pattern's group within its rule. */
  readonly group?: string | undefined;
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

/** Characters of a value that is remembered, and how many values and how many characters are. */
const LONGEST_VALUE = 4000;
const MOST_VALUES = 2000;
const MOST_CHARACTERS = 500_000;

/**
 * Compiles all rule files into a guard. Every problem goes to `report`: malformed or costly patterns, missing rules,
 * examples that do not hold. A guard for which anything was reported must not be used.
 * @param wordings what was learned; without it the rules vote alone
 */
export function compileGuard(files: readonly Loaded<InjectionFile>[], report: ReportIn, wordings?: Wordings): Guard {
  const checking = checkGuard(files, report, wordings);
  for (;;) {
    const { done, value } = checking.next();
    if (done === true) return value;
  }
}

/** The same in parts, for those who have something else to do. */
export function* checkGuard(
  files: readonly Loaded<InjectionFile>[],
  report: ReportIn,
  wordings?: Wordings
): Generator<void, Guard> {
  const compiled = compileRules(files, report);
  yield;
  const guard = build(compiled, wordings);
  if (compiled !== undefined) {
    yield* checkGrowth(files, compiled, report);
    yield* checkExamples(files, guard, report);
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

/** Without rules the guard refuses everything: a mistake in the files must not open the door. */
function build(compiled: Compiled = EMPTY, wordings?: Wordings): Guard {
  const judge = compileJudge(compiled, wordings);
  /** Texts by channel in which nothing was found: records and articles repeat their values. */
  const harmless = new Set<string>();
  let remembered = 0;

  function assess(text: string, channel: Channel): Assessment & { readonly telling: readonly Finding[] } {
    const { parts, hits } = judge(text, channel);
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
        if (harmless.size >= MOST_VALUES || remembered >= MOST_CHARACTERS) {
          harmless.clear();
          remembered = 0;
        }
        harmless.add(key);
        remembered += key.length;
      }
      return neutralised;
    },
    explain(text, channel) {
      const { parts, hits, work } = judge(text, channel);
      const risk = parts.reduce((most, part) => Math.max(most, part.risk), 0);
      const worded = parts.flatMap(part => part.hits.filter(({ rule }) => rule === WORDING));
      const matches = [...hits, ...worded].sort((a, b) => b.weight - a.weight).map(explanationOf);
      return { risk, work, matches };
    }
  };
}

function lineOf({ place, nth }: Hit): number {
  if (place === undefined) return 1;
  const { source, pointer } = place;
  return source.place(nth === undefined ? pointer : `${pointer}/${nth}`).line;
}

const findingOf = (hit: Hit): Finding => {
  const { rule, weight, start, end, view } = hit;
  return { rule, weight, line: lineOf(hit), start, end, view };
};

const explanationOf = (hit: Hit): Explanation => {
  const { rule, group, pattern, weight, start, end, view } = hit;
  return { rule, group, pattern, weight, line: lineOf(hit), start, end, view };
};
