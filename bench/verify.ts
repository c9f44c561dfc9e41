// Microseconds per reply of the verifier: each labelled sentence, and the longest reply against the most evidence.
// `node dist/bench/verify.js`
import { readFileSync } from 'node:fs';
import type { Evidence } from '../plugins/support/verify/contract.js';
import type { VerifierRow } from '../plugins/support/verify/eval.js';
import { verifier } from '../test/plugins/support/verify/vocabulary.js';

const CLOCK = new Date('2026-05-04T12:00:00Z');
const rows = readFileSync('test/data/verifier.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as VerifierRow);
measure(
  'one sentence',
  4,
  rows.map(
    ({ sentence, evidence }) =>
      () =>
        verifier.verify(sentence, evidence, CLOCK)
  )
);

const records: Evidence[] = rows
  .filter((row, i) => row.evidence !== rows[i - 1]?.evidence)
  .flatMap(({ evidence }) => evidence)
  .filter((each, i, every) => every.findIndex(({ text }) => text === each.text) === i)
  .slice(0, 20)
  .map((each, i) => ({
    ...each,
    reference: `${each.reference}:${i}`,
    text: each.text.padEnd(1000, ' Orders over $75 ship free.')
  }));
const reply = rows
  .map(({ sentence }) => sentence)
  .join(' ')
  .slice(0, 4000);
measure('4,000 characters, 20 records of 1 KB', 20, [() => verifier.verify(reply, records, CLOCK)]);

function measure(name: string, rounds: number, runs: readonly (() => unknown)[]): void {
  runs.forEach(run => run());
  const times = Array.from({ length: rounds }, () =>
    runs.map(run => {
      const start = performance.now();
      run();
      return (performance.now() - start) * 1000;
    })
  )
    .flat()
    .sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(0);
  console.log(`${name}: p50 ${at(0.5)} µs, p99 ${at(0.99)} µs`);
}
