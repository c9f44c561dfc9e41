import type { Held } from './conversation.js';

/** The share of conversations that reached their goal, by goal and by mood, and what was violated, as text. */
export function reportOf(seed: number, held: readonly Held[]): string {
  const kinds = new Map<string, { readonly held: Held; readonly what: string; readonly act: string }[]>();
  for (const each of held)
    for (const { kind, what, act } of each.violations)
      kinds.set(kind, [...(kinds.get(kind) ?? []), { held: each, what, act }]);
  const violated = [...kinds]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([kind, cases]) => [
      `${kind}: ${cases.length} in ${new Set(cases.map(each => each.held.number)).size} conversations`,
      ...cases
        .slice(0, SHOWN)
        .map(each => `  --seed ${seed} --only ${each.held.number}  (${each.act}) ${each.what.slice(0, 140)}`)
    ]);
  const messages = held.reduce((sum, { turns }) => sum + turns.length, 0);
  return [
    shares('goal', held, ({ goal }) => goal),
    shares('mood', held, ({ mood }) => mood),
    ...violated,
    `seed ${seed}: ${held.length} conversations, ${messages} messages, ${percent(held)} reached their goal, ${[...kinds.values()].flat().length} violations`
  ].join('\n');
}

const SHOWN = 5;

const percent = (held: readonly Held[]) =>
  `${((100 * held.filter(({ reached }) => reached).length) / held.length).toFixed(1)} %`;

function shares(title: string, held: readonly Held[], by: (held: Held) => string): string {
  const groups = [...new Set(held.map(by))].sort();
  const rows = groups.map(group => {
    const own = held.filter(each => by(each) === group);
    const missed = own.filter(({ reached }) => !reached).slice(0, SHOWN);
    const examples = missed.length === 0 ? '' : `  missed: ${missed.map(({ number }) => number).join(' ')}`;
    return `${group.padEnd(18)} ${String(own.length).padStart(6)} ${percent(own).padStart(8)}${examples}`;
  });
  return [`${title.padEnd(18)}  count  reached`, ...rows, ''].join('\n');
}

/** One conversation as it was held. */
export function transcriptOf({ number, goal, mood, reached, turns, violations }: Held): string {
  const lines = turns.flatMap((turn, i) => [
    `> [${turn.act}] ${turn.said}`,
    `< ${turn.reply}`,
    `  [${turn.state}, ${turn.intent}] ${madeOf(turn.trace)}${turn.tickets.map(ticket => `\n  ${ticket}`).join('')}`,
    ...violations.filter(each => each.turn === i + 1).map(({ kind, what }) => `  ! ${kind}: ${what}`)
  ]);
  return [`${number}: ${goal}, ${mood}${reached ? '' : ', goal not reached'}`, ...lines].join('\n');
}

interface Step {
  readonly type: string;
  readonly by?: string;
  readonly acts?: readonly { readonly act: string; readonly score: number }[];
}

/** What the agent took a message for. */
function madeOf(trace: unknown): string {
  const { steps = [] } = (trace ?? {}) as { readonly steps?: readonly Step[] };
  const acts = steps.find(({ type }) => type === 'references')?.acts ?? [];
  const by = steps.find(({ type }) => type === 'classification')?.by ?? '';
  return `${by}; ${acts.map(({ act, score }) => `${act} ${score}`).join(', ')}`;
}
