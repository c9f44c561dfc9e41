import { readFileSync } from 'node:fs';
import { UsageError } from '../../../core/index.js';

export type Figures = Readonly<Record<string, number>>;

/** Figures whose names end so are better when lower; all others when higher. */
const LOWER_IS_BETTER = /(wrong|premature|refused|false_alarms|missed|misread|tails)$/;
const TOLERANCE = 1e-9;

export function readFigures(file: string): Figures {
  const refusal = new UsageError(`${file} holds no saved figures; make it with --save`);
  let figures: unknown;
  try {
    figures = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw refusal;
  }
  if (typeof figures !== 'object' || figures === null || !Object.values(figures).every(Number.isFinite)) throw refusal;
  return figures as Figures;
}

/** A line for each figure that got worse. */
export function compareFigures(now: Figures, before: Figures): string[] {
  return Object.entries(before).flatMap(([name, was]) => {
    const is = now[name];
    if (is === undefined) return [`figure_missing ${name} was ${was} and is not measured any more`];
    const fine = LOWER_IS_BETTER.test(name) ? is <= was + TOLERANCE : is >= was - TOLERANCE;
    return fine ? [] : [`figure_worse ${name} was ${was}, is ${is}`];
  });
}
