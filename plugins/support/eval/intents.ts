import type { DocumentSet } from '../../../core/index.js';
import { type Evaluation, percent, table } from '../../../core/workbench/index.js';
import { chooseLanguage, languageOf } from '../locales/recognise.js';
import { type RunPolicy, RunPolicyAssembly } from '../policy/run-policy.js';
import {
  predictIntents,
  summariseIntents,
  type EvalRow,
  type IntentSummary,
  type Judged,
  type IntentTally
} from './judge-intents.js';
import { Slowest } from './slowest.js';

/** Right, wrong and asked together: a wrong action costs more than a question. */
export async function evaluateIntents(set: DocumentSet, rows: readonly EvalRow[]): Promise<Evaluation> {
  const policy = set.get(RunPolicyAssembly);
  const slowest = new Slowest();
  const timed = { understand: (text: string) => policyFor(text, policy).understander.understand(text) };
  const judged = rows.flatMap(row => slowest.time(row.id, row.text, () => predictIntents(timed, [row])));
  const summary = summariseIntents(judged);
  const premature = judged.filter(({ outcome }) => outcome === 'premature').length;
  return {
    predictions: judged.map(({ id, intent, confidence, candidates }) => ({ id, intent, confidence, candidates })),
    figures: figuresOf(summary, premature),
    report: report(summary, premature, slowest.lines),
    verdicts: judged.flatMap(({ row, outcome, intent }) =>
      row.label === undefined ? [] : [{ id: row.id, verdict: WORDS[outcome], said: intent }]
    ),
    errors: judged.filter(({ row, outcome }) => row.label !== undefined && outcome !== 'right').map(errorLine)
  };
}

/** As in a conversation that begins with the text. */
function policyFor(text: string, policy: RunPolicy): RunPolicy {
  const { languages, locales, inLanguage } = policy;
  const spoken = languageOf(text, languages);
  const { code } = chooseLanguage(spoken, undefined, { tenant: '', languages, writes: each => locales.has(each) });
  return (code === undefined ? undefined : inLanguage(code)) ?? policy;
}

const WORDS = { right: 'right', wrong: 'wrong', abstained: 'asked', premature: 'acted too early' } as const;

const share = (part: number, { rows }: IntentTally) => (rows === 0 ? 0 : part / rows);

function figuresOf({ in_scope, out_of_scope, near_misses, ambiguous }: IntentSummary, premature: number) {
  return {
    in_scope_right: share(in_scope.right, in_scope),
    in_scope_wrong: share(in_scope.wrong, in_scope),
    out_of_scope_left_alone: share(out_of_scope.right, out_of_scope),
    near_misses_left_alone: share(near_misses.right, near_misses),
    ambiguous_asked: share(ambiguous.right, ambiguous),
    ambiguous_premature: share(premature, ambiguous)
  };
}

function report(summary: IntentSummary, premature: number, slowest: readonly string[]): string {
  const line = (name: string, t: IntentTally) => [
    name,
    t.rows,
    percent(t.right, t.rows),
    percent(t.wrong, t.rows),
    percent(t.abstained, t.rows)
  ];
  const head = ['', 'rows', 'right', 'wrong', 'asked'];
  const { in_scope, out_of_scope, near_misses, ambiguous } = summary;
  return [
    ...table(head, [
      line('in scope', in_scope),
      line('out of scope', out_of_scope),
      line('  near misses', near_misses),
      line('two readings', ambiguous)
    ]),
    `two readings acted on too early: ${percent(premature, ambiguous.rows)}`,
    '',
    ...table(
      ['by label', ...head.slice(1)],
      Object.entries(summary.by_label).map(([name, t]) => line(name, t))
    ),
    '',
    ...table(
      ['by source', ...head.slice(1)],
      Object.entries(summary.by_source).map(([name, t]) => line(name, t))
    ),
    '',
    'confusion (label: what came out instead)',
    ...Object.entries(summary.confusion).map(
      ([label, others]) =>
        `  ${label}: ${Object.entries(others)
          .map(([other, n]) => `${other} ${n}`)
          .join(', ')}`
    ),
    '',
    'acting only above a confidence',
    ...table(
      ['  confidence', 'acted on', 'of those wrong'],
      summary.risk_coverage.map(p => [`  ${p.confidence.toFixed(2)}`, percent(p.coverage, 1), percent(p.risk, 1)])
    ),
    '',
    'slowest',
    ...slowest
  ].join('\n');
}

const errorLine = ({ row, outcome, intent, candidates, why }: Judged) =>
  `${outcome === 'abstained' ? 'asked' : outcome}  ${row.id}  ${row.label} -> ${intent}${candidates.length > 0 ? ` (${candidates.join(', ')})` : ''}  ${JSON.stringify(row.text.slice(0, 160))}  ${why}`;
