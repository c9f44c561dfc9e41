import { type Child, h, show } from '../../shared/dom.js';
import type { Api } from '../frame/api.js';
import { age, number, words } from '../frame/format.js';
import { badge, facts, link, loaded, notice, type Page, table } from '../frame/page.js';
import { addressOf } from '../lists/list-page.js';
import type { Listed, RunRow, RunSummary, Voice } from '../frame/types.js';
import { pairsOf, pairsView } from '../parts/wavering.js';

interface Understood {
  readonly intent: string;
  readonly confidence: number;
  readonly candidates: readonly string[];
  readonly sensitive: string | null;
  readonly why: string;
  readonly phrases: readonly {
    readonly intent: string;
    readonly phrase: string;
    readonly weight: number;
    readonly negated: boolean;
    readonly file: string;
    readonly line: number;
  }[];
  readonly likeliest: readonly { readonly intent: string; readonly share: number; readonly voices: readonly Voice[] }[];
  readonly nearest: readonly { readonly intent: string; readonly text: string; readonly likeness: number }[];
  readonly order_ids: readonly string[];
  readonly guard: {
    readonly risk: number;
    readonly blocked: boolean;
    readonly matches: readonly { readonly rule: string; readonly weight: number; readonly pattern: string }[];
  };
  readonly references: { readonly reasons: readonly string[]; readonly unknown: readonly string[] };
  readonly acts: readonly { readonly act: string; readonly score: number; readonly how: string }[];
}

const LEAST_SURE = 12;

/** What is made of a message, and why; and where the agent was least sure. */
export function understandingPage(api: Api): Page {
  const result = h('div', { class: 'result', role: 'status', 'aria-label': 'What is understood' });
  const unsure = h('div');
  const sureness = h('div');
  const between = h('div');
  const input = h('textarea', { id: 'understand', rows: 2, maxlength: 4000, required: true });
  const within = h('input', { id: 'within', autocomplete: 'off', placeholder: 'conv_…', maxlength: 64 });
  const asked = () => {
    const conversation_id = within.value.trim();
    return { message: input.value, ...(conversation_id !== '' && { conversation_id }) };
  };
  const read = (event: Event) => {
    event.preventDefault();
    if (input.value.trim() !== '') void loaded(result, () => api.post<Understood>('v1/understand', asked()), view);
  };
  const enter = (event: KeyboardEvent) => (event.key === 'Enter' && !event.shiftKey ? read(event) : undefined);
  input.addEventListener('keydown', enter);
  show(result, notice('Nothing read yet', 'Write a message as a customer would. It is read and not kept.'));
  return {
    element: h(
      'div',
      { class: 'page' },
      h('h1', {}, 'Understanding'),
      h(
        'form',
        { class: 'stack', onsubmit: read },
        h('label', { for: 'understand' }, 'A message'),
        input,
        h(
          'div',
          { class: 'bar' },
          h('button', { class: 'primary', type: 'submit' }, 'Read it'),
          h('label', { for: 'within' }, 'as said in'),
          within
        )
      ),
      result,
      h('h2', {}, 'How sure the agent was'),
      h('p', { class: 'note' }, 'In the last 30 days. Each leads to its runs; their text is not kept.'),
      sureness,
      h('h2', {}, 'Between which wishes'),
      h('p', { class: 'note' }, 'Of the runs below, with what tells the two apart in the examples of the files.'),
      between,
      h('h2', {}, 'Least sure'),
      h('p', { class: 'note' }, 'Of the last 200 runs.'),
      unsure
    ),
    visit() {
      void loaded(sureness, () => api.get<RunSummary>('v1/runs/summary', { interval: 'day' }), surenessView);
      const runs = api.get<Listed<RunRow>>('v1/runs', { limit: 200 }).then(leastSure);
      void loaded(unsure, () => runs, leastSureView);
      void loaded(between, async () => pairsOf(api, await runs), pairsView);
    },
    leave: () => undefined
  };
}

const view = (understood: Understood): Child => {
  const {
    intent,
    confidence,
    candidates,
    sensitive,
    why,
    phrases,
    likeliest,
    nearest,
    order_ids,
    guard,
    references,
    acts
  } = understood;
  return [
    h(
      'p',
      { class: 'verdict' },
      h('strong', {}, words(intent)),
      ` ${confidence.toFixed(2)}`,
      guard.blocked ? [' ', badge('refused')] : null
    ),
    h('p', {}, why),
    facts([
      ['Candidates', candidates.map(words).join(', ')],
      ['Sensitive', sensitive === null ? null : words(sensitive)],
      ['Orders', order_ids.join(', ')],
      ['References', references.reasons.join('; ')],
      ['Acts', acts.map(({ act, score }) => `${words(act)} ${score.toFixed(2)}`).join(', ')],
      [
        'Guard',
        `risk ${guard.risk.toFixed(2)}${guard.matches.map(({ rule, weight }) => `, ${rule} ${weight.toFixed(2)}`).join('')}`
      ]
    ]),
    h('h3', {}, 'Likeliest'),
    h(
      'ul',
      { class: 'likeliest' },
      likeliest.map(({ intent: each, share, voices }) =>
        h(
          'li',
          {},
          h('span', {}, words(each)),
          h('meter', { min: 0, max: 1, value: share, 'aria-label': words(each) }),
          h('span', {}, share.toFixed(2)),
          h(
            'p',
            { class: 'grams' },
            voices.map(({ gram, weight }) =>
              h('span', { class: weight < 0 ? 'gram against' : 'gram' }, `${weight < 0 ? '−' : '+'}${gram}`)
            )
          )
        )
      )
    ),
    phrases.length === 0
      ? null
      : [
          h('h3', {}, 'Phrases'),
          h(
            'ul',
            {},
            phrases.map(({ intent: each, phrase, negated, file, line }) =>
              h(
                'li',
                {},
                `${negated ? 'not ' : ''}${words(each)}: `,
                h('q', {}, phrase),
                ' ',
                h('code', {}, `${file}:${line}`)
              )
            )
          )
        ],
    h('h3', {}, 'Nearest examples'),
    h(
      'ul',
      {},
      nearest.map(({ intent: each, text, likeness }) =>
        h('li', {}, h('q', {}, text), h('small', {}, ` ${words(each)}, ${likeness.toFixed(2)}`))
      )
    )
  ];
};

/** How many messages were understood how surely. */
function surenessView({ confidence }: RunSummary): Child {
  const most = Math.max(1, ...confidence.map(({ count }) => count));
  return h(
    'ul',
    { class: 'likeliest' },
    confidence.map(({ from, count }) => {
      const below = from + 0.1;
      const name = `${from.toFixed(1)} – ${below.toFixed(1)}`;
      const filters = {
        span: 'last month',
        confidence_from: from.toFixed(1),
        ...(from < 0.9 && { confidence_below: below.toFixed(1) })
      };
      return h(
        'li',
        {},
        count === 0 ? h('span', {}, name) : link(addressOf('runs', filters), name),
        h('meter', { min: 0, max: most, value: count, 'aria-label': name }),
        h('span', {}, number(count))
      );
    })
  );
}

const leastSure = ({ items }: Listed<RunRow>): readonly RunRow[] =>
  [...items].sort((a, b) => a.confidence - b.confidence).slice(0, LEAST_SURE);

function leastSureView(unsure: readonly RunRow[]): Child {
  if (unsure.length === 0) return notice('No runs yet', 'Nothing was asked so far.');
  return table(
    ['Sure', 'Understood as', 'State', 'Ago', 'Run'],
    unsure.map(({ confidence, intent, state, created_at, run_id }) => [
      confidence.toFixed(2),
      words(intent),
      badge(state),
      age(created_at),
      link(`runs/${run_id}`, 'Trace')
    ])
  );
}
