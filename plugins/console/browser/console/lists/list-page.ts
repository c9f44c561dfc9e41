import { type Child, h, show } from '../../shared/dom.js';
import type { Api } from '../frame/api.js';
import { every, go, loaded, type Page } from '../frame/page.js';
import { PagedRows } from './paged.js';
import { RowList } from './row-list.js';

const REFRESH_MS = 4_000;
type Filters = Readonly<Record<string, string>>;

export interface ListPageOptions<T, D> {
  readonly api: Api;
  /** `tickets`: the address of the place, and of its rows in the interface. */
  readonly place: string;
  readonly title: string;
  /** What one of them is called. */
  readonly one: string;
  readonly rowHeight: number;
  readonly idOf: (row: T) => string;
  readonly row: (row: T) => Child;
  /** Above the list; `told` is where it says what is in it. */
  readonly controls: Child;
  /** What the interface is asked for, from the filters in the address. */
  readonly query: (filters: Filters) => Readonly<Record<string, string | undefined>>;
  readonly told: (list: { readonly rows: readonly T[]; readonly complete: boolean }, filters: Filters) => string;
  readonly empty: (filters: Filters) => Child;
  /** Called when the filters are others. */
  readonly onFilters?: (filters: Filters) => Promise<void>;
  /** Called every few seconds while somebody looks. */
  readonly onRefresh?: () => Promise<void>;
  readonly load: (id: string) => Promise<D>;
  readonly view: (detail: D, row: T | undefined, refresh: () => void) => Child;
  /** Whether what is shown of a row is older than the row. */
  readonly isStale?: (row: T, detail: HTMLElement) => boolean;
  /** Beside the list while none is chosen. */
  readonly idle: () => Child;
}

/** In the place of a row's id: what stands beside the list, where a phone has no room for both. */
export const BESIDE = '~beside';

/** Where a list of this place leads with these filters, and with one row open. */
export function addressOf(place: string, filters: Filters, id?: string): string {
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  const text = new URLSearchParams(given).toString();
  return `${place}${id === undefined ? '' : `/${id}`}${text === '' ? '' : `?${text}`}`;
}

/** A list of any length with one of its rows beside it. The address holds filters and choice, so that it can be passed on. */
export function listPage<T, D>(options: ListPageOptions<T, D>): Page {
  const { api, place, title, one, rowHeight, idOf, row, controls, load, view, idle } = options;
  const detail = h('section', { class: 'detail', tabindex: 0, 'aria-label': one });
  const told = h('p', { class: 'note told', role: 'status' });
  const empty = h('div', { class: 'empty' });
  let filters: Filters = {};
  let asked: string | undefined;
  let chosen: string | undefined | null = null;

  const rows = new PagedRows<T>(api, `v1/${place}`, idOf, () => {
    list.set(rows.rows);
    tell();
    show(empty, rows.rows.length > 0 ? null : options.empty(filters));
  });
  const list = new RowList<T>({
    label: title,
    rowHeight,
    idOf,
    view: row,
    onOpen: each => go(addressOf(place, filters, idOf(each))),
    onEnd: () => void rows.more().catch(() => undefined)
  });
  const tell = () => {
    told.textContent = options.told(rows, filters);
  };
  const refresh = async () => {
    await Promise.all([rows.refresh(), options.onRefresh?.()]);
    tell();
    const row = rows.rows.find(each => idOf(each) === chosen);
    // What somebody works on is left alone: they are told when they save.
    if (row !== undefined && options.isStale?.(row, detail) === true && !detail.contains(document.activeElement))
      open(idOf(row));
  };
  const open = (id: string) =>
    void loaded(
      detail,
      () => load(id),
      found =>
        view(
          found,
          rows.rows.find(each => idOf(each) === id),
          () => void refresh()
        )
    );
  const stop = every(REFRESH_MS, refresh);
  return {
    element: h(
      'div',
      { class: 'split' },
      h('section', { class: 'master', 'aria-label': 'List' }, h('h1', {}, title), controls, told, list.element, empty),
      detail
    ),
    visit([id], query) {
      filters = Object.fromEntries(query);
      if (query.toString() !== asked) {
        asked = query.toString();
        void options.onFilters?.(filters).then(tell);
        void loaded(
          empty,
          () => rows.begin(options.query(filters)),
          () => [...empty.childNodes]
        );
      }
      detail.parentElement!.classList.toggle('opened', id !== undefined);
      list.select(id);
      if (id === chosen && id !== undefined) return;
      chosen = id;
      detail.scrollTop = 0;
      if (id === undefined || id === BESIDE) show(detail, idle());
      else open(id);
    },
    leave: stop
  };
}
