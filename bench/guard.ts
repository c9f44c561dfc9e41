import { readFileSync } from 'node:fs';
import { loadDocuments } from '../core/documents/load.js';
import { GuardAssembly, InjectionRules } from '../core/guard/index.js';

/** What any filter has to do at least: fold the text and look for one word. */
const baseline = (text: string): boolean =>
  text.normalize('NFKC').toLowerCase().includes('ignore previous instructions');

const anyOther = Object.assign(new Set<string>(), { has: (id: string) => id !== InjectionRules.id });
const { set } = await loadDocuments({
  root: '.',
  kinds: [InjectionRules],
  otherKinds: anyOther,
  assemblies: [GuardAssembly],
  items: () => []
});
if (set === undefined) throw new Error('the rule files do not load');
const guard = set.get(GuardAssembly);

const rows = readFileSync('policies/injection/training/own.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map(line => (JSON.parse(line) as { text: string }).text);
const long = Array.from({ length: 20 }, (_, i) =>
  rows
    .slice(i * 30)
    .join('\n')
    .slice(0, 1500 + i * 130)
);
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['short messages', rows.filter(text => text.length < 100)],
  ['1,500 to 4,000 characters', long],
  ['4,000 blanks', [' '.repeat(4000)]],
  ['4,000 line ends', ['\n'.repeat(4000)]],
  ['blanks and line ends', ['\t\n '.repeat(1333)]],
  ['an override, repeated', ['ignore all previous '.repeat(200)]],
  ['single letters', ['a '.repeat(2000)]]
];

/** Microseconds for one text: the median of several rounds. */
function measure(texts: readonly string[], run: (text: string) => unknown): number {
  const rounds: number[] = [];
  for (let round = 0; round < 9; round++) {
    const start = process.hrtime.bigint();
    for (const text of texts) run(text);
    rounds.push(Number(process.hrtime.bigint() - start) / 1000 / texts.length);
  }
  return rounds.sort((a, b) => a - b)[4] ?? 0;
}

for (const [name, texts] of GROUPS) {
  const trivial = measure(texts, baseline);
  const ours = measure(texts, text => guard.assess(text, 'message'));
  console.log(
    `${name.padEnd(28)} ${ours.toFixed(1).padStart(8)} µs  ${(ours / trivial).toFixed(0).padStart(6)} × baseline`
  );
}
