import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export const fixed = (value: number, digits = 1): string => value.toFixed(digits);

/** The least of several runs, in ms: what is measured can only be disturbed upwards. */
export async function least(runs: number, work: () => unknown): Promise<number> {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const begun = performance.now();
    await work();
    best = Math.min(best, performance.now() - begun);
  }
  return best;
}

/** Durations of several runs one after another, in ms, in order of size. */
export async function durations(runs: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const all: number[] = [];
  for (let run = 0; run < runs; run++) {
    const begun = performance.now();
    await work();
    all.push(performance.now() - begun);
  }
  return all.sort((a, b) => a - b);
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

/** Runs a program to its end and gives what it printed. Throws where it cannot be started. */
export function output(program: string, args: readonly string[], cwd: string): string {
  const { stdout, error } = spawnSync(program, args, { cwd, maxBuffer: 1 << 30, encoding: 'utf8' });
  if (error !== undefined) throw error;
  return stdout;
}

/** CPU time in ms, counted in hundredths of a second, of all programs that `output` has run. */
export function outputCpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
