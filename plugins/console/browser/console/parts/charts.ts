import { h, svg } from '../../shared/dom.js';
import { moment, number, words } from '../frame/format.js';
import type { Count } from '../frame/types.js';

const WIDTH = 480;
const HEIGHT = 110;
/** Kinds with a colour of their own; what is rarer is shown together. */
const MOST_KINDS = 5;
const REST = 'others';

export interface Period {
  /** Milliseconds since 1970, and how many an interval has. */
  readonly since: number;
  readonly until: number;
  readonly interval: number;
}

export interface Chart {
  readonly title: string;
  readonly counts: readonly Count[];
  readonly period: Period;
  /** From the ground up; where they are not given, the oftenest. */
  readonly kinds?: readonly string[];
  /** Where a bar leads, which has a beginning and an end, and where a kind does. */
  readonly address: (to: { since: string; until: string } | { kind: string }) => string | undefined;
  /** What the legend says of a kind, instead of how often it was. */
  readonly said?: (kind: string) => string;
  readonly unit?: (value: number) => string;
}

/** Counts over time as stacked bars. One stop for the tab key: arrows move, Enter leads to the runs of a bar. */
export function chart({ title, counts, period, kinds: given, address, said, unit = number }: Chart): HTMLElement {
  const totals = new Map<string, number>();
  for (const { value, count } of counts) totals.set(value, (totals.get(value) ?? 0) + count);
  const often = [...totals.keys()].sort((a, b) => totals.get(b)! - totals.get(a)!);
  const named = given ?? often.slice(0, MOST_KINDS);
  const kinds = often.some(kind => !named.includes(kind)) ? [...named, REST] : named;
  const shownAs = (value: string) => (named.includes(value) ? value : REST);
  const first = Math.floor(period.since / period.interval) * period.interval;
  const bars = Array.from({ length: Math.max(1, Math.ceil((period.until - first) / period.interval)) }, (_, i) => ({
    from: first + i * period.interval,
    parts: new Map<string, number>()
  }));
  for (const { at, value, count } of counts) {
    const parts = bars[Math.floor((Date.parse(at) - first) / period.interval)]?.parts;
    parts?.set(shownAs(value), (parts.get(shownAs(value)) ?? 0) + count);
  }
  const heights = bars.map(({ parts }) => [...parts.values()].reduce((sum, count) => sum + count, 0));
  const most = Math.max(...heights);
  const width = WIDTH / bars.length;
  const tone = (kind: string) => (given === undefined && kind !== REST ? `k${named.indexOf(kind)}` : kind);
  const drawn = bars.flatMap(({ from, parts }, i) => {
    if (heights[i] === 0) return [];
    let top = HEIGHT;
    const rects = kinds.map(kind => {
      const height = ((parts.get(kind) ?? 0) / most) * HEIGHT;
      top -= height;
      const gap = Math.min(1, width / 8);
      return height === 0
        ? null
        : svg('rect', { class: tone(kind), x: i * width + gap, y: top, width: width - 2 * gap, height });
    });
    const since = new Date(from).toISOString();
    const until = new Date(from + period.interval).toISOString();
    const told = [...parts].map(([kind, count]) => `${words(kind)} ${unit(count)}`).join(', ');
    const label = `${moment(since)}: ${told}`;
    return [
      svg(
        'a',
        { href: `#/${address({ since, until })!}`, tabindex: -1, 'aria-label': label },
        svg('title', {}, label),
        svg('rect', { class: 'hit', x: i * width, y: 0, width, height: HEIGHT }),
        ...rects
      )
    ];
  });
  drawn.at(-1)?.setAttribute('tabindex', '0');
  const legend = kinds.map(kind => {
    const to = kind === REST ? undefined : address({ kind });
    const count = [...totals].reduce((sum, [value, each]) => sum + (shownAs(value) === kind ? each : 0), 0);
    return h(
      'li',
      { class: tone(kind) },
      to === undefined ? words(kind) : h('a', { href: `#/${to}` }, words(kind)),
      h('small', {}, ` ${said?.(kind) ?? unit(count)}`)
    );
  });
  return h(
    'figure',
    {},
    h('figcaption', {}, title, h('small', {}, most > 0 ? ` up to ${unit(most)}` : '')),
    svg(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: 'none',
        role: 'group',
        'aria-label': `${title} over time`,
        onkeydown: move
      },
      svg('line', { x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT }),
      ...drawn
    ),
    h(
      'p',
      { class: 'axis' },
      h('span', {}, moment(new Date(first).toISOString())),
      h('span', {}, moment(new Date(period.until).toISOString()))
    ),
    h('ul', { class: 'legend' }, most > 0 ? legend : h('li', { class: 'none' }, 'None in this time.'))
  );
}

function move(event: KeyboardEvent): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const group = event.currentTarget as SVGElement;
  const bars = [...group.querySelectorAll<SVGAElement>('a')];
  const to = bars[bars.indexOf(event.target as SVGAElement) + (step ?? Number.NaN)];
  if (to === undefined) return;
  event.preventDefault();
  for (const bar of bars) bar.setAttribute('tabindex', bar === to ? '0' : '-1');
  to.focus();
}
