import type { Loaded } from '../documents/kind.js';
import type { ActivePattern } from './scan.js';
import type { Compiled, ReportIn } from './compile-rules.js';
import type { InjectionFile } from './injection-rules.js';

/** Four times the input may cost at most six times the time. */
const FACTOR = 4;
const MOST_GROWTH = 6;
const LENGTH = 1000;
/** Below this, in milliseconds, the clock says more about the machine than about the pattern. */
const WORTH_MEASURING = 5;
const ATTEMPTS = 5;

/**
 * Measures every pattern on text made of its own beginnings, the worst there is for it. The syntax rules out what grows
 * faster than the text, so this is the second lock on the door; it reports only what grows in every attempt.
 */
export function* checkGrowth(
  files: readonly Loaded<InjectionFile>[],
  compiled: Compiled,
  report: ReportIn
): Iterable<void> {
  for (const active of compiled.patterns) {
    yield;
    const growth = leastGrowth(active);
    const file = files.find(({ value }) => value.rules?.some(rule => rule.id === active.rule));
    if (growth > MOST_GROWTH && file !== undefined) {
      const message = `${active.rule}: ${FACTOR} times the text costs ${growth.toFixed(1)} times the time ("${active.source}")`;
      report(file.source, '', 'pattern_growth', message);
    }
  }
}

function leastGrowth({ pattern }: ActivePattern): number {
  const anchor = `${pattern.anchors[0] ?? ''} a `;
  const small = anchor.repeat(Math.ceil(LENGTH / anchor.length));
  const large = small.repeat(FACTOR);
  let least = Infinity;
  for (let i = 0; i < ATTEMPTS && least > MOST_GROWTH; i++) {
    const after = cost(pattern.regexp, large, anchor.length);
    if (after < WORTH_MEASURING) return 0;
    least = Math.min(least, after / Math.max(cost(pattern.regexp, small, anchor.length), after / 100));
  }
  return least;
}

/** Processor time, in milliseconds: a busy machine must not keep a service from starting. */
function cost(regexp: RegExp, text: string, step: number): number {
  const before = process.cpuUsage();
  for (let at = 0; at < text.length; at += step) {
    regexp.lastIndex = at;
    regexp.test(text);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
