import { type Child, h, show } from '../../shared/dom.js';
import type { Api } from './api.js';

/** One place of the console. */
export interface Page {
  readonly element: HTMLElement;
  /** The rest of the address: `#/tickets/tkt_…?status=open`. */
  visit(path: readonly string[], query: URLSearchParams): void;
  leave(): void;
}

export type PageMaker = (api: Api) => Page;

/** Runs again and again while somebody looks. The returned function ends it. */
export function every(ms: number, work: () => Promise<void>): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) void work().catch(() => undefined);
  }, ms);
  return () => clearInterval(timer);
}

/**
 * Shows that something loads, then what became of it; a failure says what to do. What is empty until then is busy, and what
 * stands below it on a page is not seen before its place is certain.
 */
export async function loaded<T>(into: Element, load: () => Promise<T>, view: (value: T) => Child): Promise<void> {
  if (!into.hasChildNodes()) into.setAttribute('aria-busy', 'true');
  const wait = setTimeout(() => show(into, loading()), 150);
  const settle = () => {
    clearTimeout(wait);
    into.removeAttribute('aria-busy');
  };
  try {
    const value = await load();
    settle();
    show(into, view(value));
  } catch (error) {
    settle();
    const retry = h('button', { onclick: () => void loaded(into, load, view) }, 'Try again');
    show(into, notice('This could not be loaded', (error as Error).message, retry));
  }
}

/** What is made when somebody wants to see it. */
export function disclosure(title: Child, make: () => HTMLElement): HTMLElement {
  const details = h('details', {}, h('summary', {}, title));
  details.addEventListener('toggle', () => (details.childElementCount === 1 ? details.append(make()) : undefined));
  return details;
}

export const loading = () =>
  h('div', { class: 'loading', role: 'status' }, h('span', { class: 'unseen' }, 'Loading'), h('i'), h('i'), h('i'));

/** What stands where there is nothing to show. */
export const notice = (title: string, text: string, ...more: readonly Child[]) =>
  h('div', { class: 'notice' }, h('h3', {}, title), h('p', {}, text), ...more);

export const link = (address: string, ...children: readonly Child[]) => h('a', { href: `#/${address}` }, ...children);

export const go = (address: string): void => {
  location.hash = `#/${address}`;
};

/** Terms with what is said of them; those of which nothing is known are left out. */
export const facts = (entries: readonly (readonly [string, Child])[]) =>
  h(
    'dl',
    { class: 'facts' },
    entries
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))
  );

export const badge = (text: string, kind = text) => h('span', { class: `badge ${kind}` }, text.replaceAll('_', ' '));

/** A table, each row of as many cells as there are titles. */
export const table = (titles: readonly string[], rows: readonly (readonly Child[])[]) =>
  h(
    'div',
    { class: 'wide', tabindex: 0, role: 'region', 'aria-label': titles[0]! },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          titles.map(title => h('th', { scope: 'col' }, title))
        )
      ),
      h(
        'tbody',
        {},
        rows.map(cells =>
          h(
            'tr',
            {},
            cells.map(cell => h('td', {}, cell))
          )
        )
      )
    )
  );
