import { median } from '../statistics.js';
import type { Round, Target } from './round.js';

/** Prints the medians of each target as a Markdown table; `ratio` is the compared target's messages for one of this one's. */
export function printTable(results: ReadonlyMap<Target, readonly Round[]>): void {
  console.log('| variant | per second | ratio | CPU µs | database CPU µs | p50 ms | p99 ms | peak MB |');
  console.log('|---|---|---|---|---|---|---|---|');
  const rates = new Map([...results].map(([{ name }, rounds]) => [name, median(rounds.map(r => r.perSecond))]));
  for (const [target, rounds] of results) {
    const of = (pick: (one: Round) => number) => median(rounds.map(pick)).toFixed(0);
    const compared = rates.get(target.against ?? target.name);
    const ratio = compared === undefined ? '' : `${(compared / rates.get(target.name)!).toFixed(2)} ×`;
    const database = target.databaseCpu === undefined ? '' : of(r => r.databaseCpu);
    const figures = [
      of(r => r.perSecond),
      ratio,
      of(r => r.cpu),
      database,
      of(r => r.p50),
      of(r => r.p99),
      of(r => r.peak)
    ];
    console.log(`| ${[target.name, ...figures].join(' | ')} |`);
  }
}
