import { readFileSync } from 'node:fs';
import { readAll } from '../core/documents/read.js';
import { PACKAGE_ROOT } from '../core/index.js';
import { compileUnderstanding } from '../plugins/support/understand/compile.js';
import { foldText } from '../core/text/index.js';
import { pieces } from '../plugins/support/understand/words/tokenise.js';
import type { ExampleFile } from '../plugins/support/understand/examples-kind.js';
import type { IntentEntry, UnderstandContent } from '../plugins/support/understand/types.js';
import type { IntentVocabulary } from '../plugins/support/understand/vocabulary.js';

/**
 * Messages understood a second on one core, the slowest percentile, and the worst of the 4,000-character messages,
 * beside the same messages only split into folded words. Rounds are interleaved.
 *
 *     node dist/bench/understand.js [rounds] [FILE.jsonl]
 */
const [rounds = '10', file = 'test/data/intents.jsonl'] = process.argv.slice(2);
const LONGEST = 4000;

const files = readAll({ root: '.', folders: ['intents'] }, []);
const ofKind = (kind: string) => files.filter(({ content }) => content['kind'] === kind);
const before = performance.now();
const understander = compileUnderstanding(
  {
    intents: ofKind('intent').map(({ content, source }): IntentEntry => ({
      name: content['name'] as string,
      understand: content['understand'] as UnderstandContent,
      source
    })),
    vocabulary: ofKind('vocabulary').map(({ content, source }) => ({
      source,
      value: content as unknown as IntentVocabulary
    })),
    examples: ofKind('examples').map(({ content, source }) => ({ source, value: content as unknown as ExampleFile }))
  },
  { root: PACKAGE_ROOT, mayLearn: true },
  (source, pointer, code, message) => {
    throw new Error(`${source.file}:${source.place(pointer).line} ${code} ${message}`);
  }
)!;
console.log(`compiled with all examples in ${(performance.now() - before).toFixed(0)} ms`);

const texts = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => (JSON.parse(line) as { text: string }).text);

/** Milliseconds of each call. */
function measure(work: (text: string) => unknown): number[] {
  return texts.map(text => {
    const start = performance.now();
    work(text);
    return performance.now() - start;
  });
}
const baseline = (text: string): unknown => pieces(text).map(piece => foldText(piece.text));
const understand = (text: string): unknown => understander.understand(text);
measure(understand);
const times: { ours: number[]; base: number[] } = { ours: [], base: [] };
for (let round = 0; round < Number(rounds); round++) {
  times.ours.push(...measure(understand));
  times.base.push(...measure(baseline));
}
const rate = (list: readonly number[]): number => (list.length * 1000) / list.reduce((sum, time) => sum + time, 0);
const sorted = times.ours.toSorted((a, b) => a - b);
const percentile = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(3);
console.log(`${rate(times.ours).toFixed(0)} messages/s, p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms`);
console.log(
  `splitting alone ${rate(times.base).toFixed(0)} messages/s, ratio ${(rate(times.base) / rate(times.ours)).toFixed(1)}`
);

const long: Readonly<Record<string, string>> = {
  story: 'I ordered a lamp and the courier never came, so refund my order or cancel it and tell me where it is. ',
  'one word': 'order ',
  'no spaces': 'a',
  'single letters': 'a ',
  slips: 'ordre cancle retrun refnud delivary ',
  deeds: 'how do i want to refund return cancel exchange ',
  'joined words': 'whereismyorderplease ',
  numbers: '1234567 ',
  'other scripts': 'ß’é中文 '
};
for (const [name, unit] of Object.entries(long)) {
  const text = unit.repeat(Math.ceil(LONGEST / unit.length)).slice(0, LONGEST);
  const best = Math.min(
    ...[1, 2, 3, 4, 5].map(() => {
      const start = performance.now();
      understander.understand(text);
      return performance.now() - start;
    })
  );
  console.log(`${LONGEST} characters, ${name}: ${best.toFixed(2)} ms`);
}
