import { h, svg } from '../../shared/dom.js';
import { milliseconds, words } from '../frame/format.js';
import type { RunRow } from '../frame/types.js';

const STATES = ['answered', 'clarifying', 'escalated', 'refused', 'failed'] as const;
const BUCKETS = 24;
const WIDTH = 480;
const HEIGHT = 120;

export interface Bucket {
  readonly from: number;
  readonly to: number;
  readonly runs: readonly RunRow[];
}

/** The runs in equal stretches of the time they cover, the oldest first. */
export function bucketsOf(runs: readonly RunRow[]): readonly Bucket[] {
  const times = runs.map(({ created_at }) => Date.parse(created_at));
  if (times.length === 0) return [];
  const [first, last] = [Math.min(...times), Math.max(...times) + 1];
  const size = Math.max(60_000, Math.ceil((last - first) / BUCKETS));
  return Array.from({ length: Math.ceil((last - first) / size) }, (_, i) => {
    const [from, to] = [first + i * size, first + (i + 1) * size];
    return { from, to, runs: runs.filter((_run, k) => times[k]! >= from && times[k]! < to) };
  });
}

/** Outcomes over time, as stacked bars; a bar leads to its runs. */
export function outcomeChart(buckets: readonly Bucket[], onOpen: (bucket: Bucket) => void): HTMLElement {
  const most = Math.max(1, ...buckets.map(({ runs }) => runs.length));
  const width = WIDTH / Math.max(buckets.length, 12);
  const bars = buckets.map((bucket, i) => {
    let top = HEIGHT;
    const parts = STATES.map(state => {
      const height = (bucket.runs.filter(run => run.state === state).length / most) * (HEIGHT - 4);
      top -= height;
      return height === 0 ? null : svg('rect', { class: state, x: i * width + 1, y: top, width: width - 2, height });
    });
    const label = `${bucket.runs.length} runs from ${new Date(bucket.from).toLocaleString()}`;
    const open = () => onOpen(bucket);
    const key = (event: KeyboardEvent) => (event.key === 'Enter' ? open() : undefined);
    return svg(
      'g',
      { tabindex: 0, role: 'button', 'aria-label': label, onclick: open, onkeydown: key },
      svg('title', {}, label),
      svg('rect', { class: 'hit', x: i * width, y: 0, width, height: HEIGHT }),
      ...parts
    );
  });
  const legend = STATES.map(state =>
    h(
      'li',
      { class: state },
      words(state),
      h('small', {}, ` ${buckets.reduce((sum, { runs }) => sum + runs.filter(run => run.state === state).length, 0)}`)
    )
  );
  return figure(
    'Outcomes',
    svg(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'group', 'aria-label': 'Outcomes over time' },
      baseline(),
      ...bars
    ),
    h('ul', { class: 'legend' }, legend)
  );
}

/** Half of the runs were faster than the line, and nineteen of twenty than the upper one. */
export function latencyChart(buckets: readonly Bucket[]): HTMLElement {
  const series = [0.5, 0.95].map(share =>
    buckets.map(({ runs }) =>
      quantile(
        runs.map(run => run.duration_ms),
        share
      )
    )
  );
  const most = Math.max(1, ...series.flat().filter(value => value !== undefined));
  const x = (i: number) => (buckets.length < 2 ? WIDTH / 2 : (i * WIDTH) / (buckets.length - 1));
  const lines = series.map((values, k) => {
    const points = values.flatMap((value, i) =>
      value === undefined ? [] : [`${x(i)},${HEIGHT - 2 - (value / most) * (HEIGHT - 8)}`]
    );
    return [
      svg('polyline', { class: k === 0 ? 'p50' : 'p95', points: points.join(' ') }),
      ...points.map(point =>
        svg('circle', { class: k === 0 ? 'p50' : 'p95', cx: point.split(',')[0], cy: point.split(',')[1], r: 2.5 })
      )
    ];
  });
  const all = buckets.flatMap(({ runs }) => runs.map(run => run.duration_ms));
  const [p50 = 0, p95 = 0] = [quantile(all, 0.5), quantile(all, 0.95)];
  const legend = [
    h('li', { class: 'p50' }, 'p50 ', h('small', {}, milliseconds(p50))),
    h('li', { class: 'p95' }, 'p95 ', h('small', {}, milliseconds(p95)))
  ];
  return figure(
    'Latency',
    svg(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: 'img',
        'aria-label': `Latency: p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}`
      },
      baseline(),
      ...lines.flat()
    ),
    h('ul', { class: 'legend' }, legend)
  );
}

/** How often each was, the oftenest first; each leads to its runs. */
export function countChart(
  title: string,
  counts: ReadonlyMap<string, number>,
  onOpen: (name: string) => void
): HTMLElement {
  const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, 6);
  const most = Math.max(1, ...sorted.map(([, count]) => count));
  const rows = sorted.map(([name, count]) =>
    h(
      'li',
      {},
      h('button', { onclick: () => onOpen(name) }, words(name)),
      h('meter', { min: 0, max: most, value: count, 'aria-label': words(name) }),
      h('span', {}, count)
    )
  );
  return figure(title, sorted.length === 0 ? h('p', { class: 'note' }, 'None.') : h('ul', { class: 'counts' }, rows));
}

const baseline = () => svg('line', { x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT });

const figure = (title: string, ...parts: readonly (Node | null)[]) =>
  h('figure', {}, h('figcaption', {}, title), ...parts);

function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** How often each value is. */
export function countsOf<T>(rows: readonly T[], nameOf: (row: T) => string | null): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of rows.map(nameOf)) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
