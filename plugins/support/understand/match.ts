import type { Element, Pattern } from './pattern.js';
import type { Scene } from './scene.js';

/** Where a pattern was found: first token, past-the-last token, and the tokens its elements took. */
export interface WordSpan {
  readonly from: number;
  readonly to: number;
  readonly used: readonly number[];
}

/** Whether the sentence holds something for every element that must be there. */
export function mayMatch({ elements }: Pattern, { symbols }: Scene): boolean {
  for (const { optional, symbols: any } of elements) if (!optional && !holdsOne(any, symbols)) return false;
  return true;
}

/** Without a function for each element: a sentence is tried against hundreds. */
function holdsOne(any: readonly number[], symbols: ReadonlySet<number>): boolean {
  for (const symbol of any) if (symbols.has(symbol)) return true;
  return false;
}

/** The match of `pattern` that begins at `start` and needs the fewest gaps, or `null`. */
export function matchAt(pattern: Pattern, scene: Scene, start: number): WordSpan | null {
  if (pattern.anyOrder) return matchAround(pattern, scene, start);
  if (pattern.atStart && start !== scene.from && start !== 0) return null;
  const used: number[] = [];
  const to = matchFrom({ pattern, scene, used }, 0, start);
  return to < 0 ? null : { from: start, to, used };
}

/** Words on each side of the first element in which the others of an `a & b` phrase are sought. */
const AROUND = 10;

/** The first element at `start`, every other one as near to it as possible, none on the words of another. */
function matchAround({ elements }: Pattern, scene: Scene, start: number): WordSpan | null {
  const used: number[] = [];
  const take = ({ symbols }: Element, at: number): boolean => {
    const here = scene.found[at]?.find(({ symbol }) => symbols.includes(symbol));
    if (here === undefined || used.some(token => token >= at && token < at + here.length)) return false;
    for (let token = at; token < at + here.length; token++) used.push(token);
    return true;
  };
  const takeNear = (element: Element): boolean => {
    for (let away = 1; away <= AROUND; away++)
      if (take(element, start + away) || take(element, start - away)) return true;
    return false;
  };
  if (!elements.every((element, index) => (index === 0 ? take(element, start) : takeNear(element)))) return null;
  return { from: Math.min(...used), to: Math.max(...used) + 1, used };
}

/** A pattern that is tried on a sentence, and the tokens that it took. */
interface Trial {
  readonly pattern: Pattern;
  readonly scene: Scene;
  readonly used: number[];
}

/** Past-the-last token of the match of the elements from `index` on, or -1. Fills `used` on the way back. */
function matchFrom(trial: Trial, index: number, position: number): number {
  const { pattern, scene, used } = trial;
  const element = pattern.elements[index];
  if (element === undefined) return !pattern.atEnd || endsAt(pattern, scene, position) ? position : -1;
  const last = Math.min(position + element.gap, scene.tokens.length - 1);
  for (let at = position; at <= last; at++) {
    if (at > position && index > 0 && scene.deedStarts[at - 1] && !coordinated(scene, position, at)) {
      if (!scene.joins[at]) break;
      continue;
    }
    for (const { symbol, length } of scene.found[at] ?? []) {
      if (!element.symbols.includes(symbol)) continue;
      const to = matchFrom(trial, index + 1, at + length);
      if (to < 0) continue;
      for (let token = at; token < at + length; token++) used.push(token);
      return to;
    }
  }
  return element.optional ? matchFrom(trial, index + 1, position) : -1;
}

/**
 * A gap does not pass over a deed: what follows belongs to that deed. It does where two deeds are joined and share
 * what stands before or after them ("cancel or return the order", "do you refund or exchange").
 */
function coordinated({ joins }: Scene, position: number, at: number): boolean {
  return joins[position] === true && at === position + 2;
}

/** Whether only fillers, and as many other words as the pattern allows, follow; none of them a deed. */
function endsAt({ endGap }: Pattern, scene: Scene, position: number): boolean {
  return position + endGap >= scene.to && scene.deeds.indexOf(true, position) < 0;
}
