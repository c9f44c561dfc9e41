import { type Child, h, show } from '../../shared/dom.js';
import type { Api } from '../frame/api.js';
import { age, amountOf, words } from '../frame/format.js';
import { badge, every, go, loaded, notice, type Page } from '../frame/page.js';
import { TICKET_STATUSES, type TicketRow } from '../frame/types.js';
import { PagedRows } from '../lists/paged.js';
import { RowList } from '../lists/row-list.js';
import { ticketView } from '../parts/ticket-view.js';

const REFRESH_MS = 4_000;

/** The inbox of the people who take over. */
export function ticketsPage(api: Api): Page {
  const detail = h('section', { class: 'detail', 'aria-label': 'Ticket' });
  const count = h('p', { class: 'note', role: 'status' });
  const empty = h('div', { class: 'empty' });
  let status = 'open';
  let chosen: string | undefined;

  const tickets = new PagedRows<TicketRow>(
    api,
    'v1/tickets',
    row => row.ticket_id,
    () => {
      list.set(tickets.rows);
      const oldest = tickets.rows.at(-1);
      count.textContent = `${tickets.rows.length}${tickets.complete ? '' : '+'} ${status === '' ? 'in all' : words(status).toLowerCase()}${oldest === undefined ? '' : `, the oldest ${age(oldest.created_at)}`}`;
      show(
        empty,
        tickets.rows.length > 0
          ? null
          : notice('Nothing here', status === 'open' ? 'Nobody waits for a person.' : 'There is no such ticket.')
      );
    }
  );
  const list = new RowList<TicketRow>({
    label: 'Tickets',
    rowHeight: 64,
    idOf: row => row.ticket_id,
    view: ticketRow,
    onOpen: row => go(`tickets/${row.ticket_id}?status=${status}`),
    onEnd: () => void tickets.more().catch(() => undefined)
  });
  const begin = () =>
    loaded(
      empty,
      () => tickets.begin({ status }),
      () => (tickets.rows.length === 0 ? empty.firstElementChild : null)
    );
  const filters = [...TICKET_STATUSES, ''].map(each =>
    h('button', { 'data-status': each, onclick: () => go(`tickets?status=${each}`) }, each === '' ? 'All' : words(each))
  );
  const stop = every(REFRESH_MS, () => tickets.refresh());
  return {
    element: h(
      'div',
      { class: 'split' },
      h(
        'section',
        { class: 'master', 'aria-label': 'List' },
        h('h1', {}, 'Tickets'),
        h('div', { class: 'tabs', role: 'group', 'aria-label': 'Status' }, filters),
        count,
        list.element,
        empty
      ),
      detail
    ),
    visit([id], query) {
      const wanted = query.get('status') ?? 'open';
      if (wanted !== status || tickets.rows.length === 0) {
        status = wanted;
        void begin();
      }
      for (const each of filters) each.ariaPressed = String(each.dataset['status'] === status);
      detail.parentElement!.classList.toggle('opened', id !== undefined);
      list.select(id);
      if (id === chosen) return;
      chosen = id;
      if (id === undefined)
        show(detail, notice('No ticket chosen', 'Choose one on the left: arrows move, Enter opens.'));
      else
        void loaded(
          detail,
          () => api.get<TicketRow>(`v1/tickets/${id}`),
          ticket => ticketView(api, ticket, () => void tickets.refresh())
        );
    },
    leave: stop
  };
}

const ticketRow = (ticket: TicketRow): Child => {
  const { intent, order_id, amount, currency, decision, status, assignee, reason, created_at } = ticket;
  const about = [order_id, amountOf(amount, currency), assignee].filter(each => each !== null).join(' · ');
  return [
    h('span', { class: 'line' }, h('strong', {}, words(intent)), h('span', { class: 'end' }, age(created_at))),
    h(
      'span',
      { class: 'line faint' },
      about === '' ? words(reason) : about,
      h(
        'span',
        { class: 'end' },
        decision === null ? null : badge(decision),
        status === 'open' ? null : [' ', badge(status)]
      )
    )
  ];
};
