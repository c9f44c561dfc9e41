import { type Child, h } from '../../shared/dom.js';
import type { Api } from '../frame/api.js';
import { words } from '../frame/format.js';
import type { RunRow, Trace, Voice } from '../frame/types.js';

const MOST_PAIRS = 5;

interface Pair {
  readonly intents: readonly [string, string];
  readonly count: number;
  readonly grams: readonly Voice[];
}

/** The pairs of wishes that runs wavered between, the oftenest first. */
export async function pairsOf(api: Api, runs: readonly RunRow[]): Promise<readonly Pair[]> {
  const traces = await Promise.all(runs.map(({ run_id }) => api.get<Trace>(`v1/runs/${run_id}/trace`)));
  const counts = new Map<string, number>();
  for (const { steps } of traces) {
    const found = steps.find(({ type }) => type === 'classification')?.['candidates'];
    const [one, other] = Array.isArray(found) ? [...(found as readonly string[])].sort() : [];
    if (one !== undefined && other !== undefined)
      counts.set(`${one} ${other}`, (counts.get(`${one} ${other}`) ?? 0) + 1);
  }
  const often = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_PAIRS);
  return await Promise.all(
    often.map(async ([names, count]) => {
      const intents = names.split(' ') as [string, string];
      const asked = { one: intents[0], other: intents[1] };
      return {
        intents,
        count,
        grams: (await api.get<{ readonly grams: readonly Voice[] }>('v1/intents/apart', asked)).grams
      };
    })
  );
}

export const pairsView = (pairs: readonly Pair[]): Child =>
  pairs.length === 0
    ? h('p', { class: 'note' }, 'None: each was taken for one wish, or for none.')
    : pairs.map(({ intents, count, grams }) =>
        h(
          'section',
          { class: 'pair' },
          h('h3', {}, `${intents.map(words).join(' or ')} `, h('small', {}, `${count} ×`)),
          intents.map((intent, i) =>
            h(
              'p',
              { class: 'grams' },
              h('span', {}, words(intent)),
              grams.flatMap(({ gram, weight }) =>
                weight > 0 === (i === 0) ? [h('span', { class: 'gram' }, gram)] : []
              )
            )
          )
        )
      );
