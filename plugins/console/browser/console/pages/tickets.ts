import { type Child, h } from '../../shared/dom.js';
import type { Api } from '../frame/api.js';
import { age, amountOf, number, words } from '../frame/format.js';
import { badge, go, notice, type Page } from '../frame/page.js';
import { TICKET_STATUSES, type TicketRow, type TicketSummary } from '../frame/types.js';
import { addressOf, listPage } from '../lists/list-page.js';
import { ticketView } from '../parts/ticket-view.js';

/** All of them, whatever their status. */
const ALL = 'all';

/** The inbox of the people who take over. */
export function ticketsPage(api: Api): Page {
  let summary: TicketSummary['statuses'] = [];
  const filters = [...TICKET_STATUSES, ALL].map(each => {
    const count = h('small', {});
    const button = h(
      'button',
      { 'data-status': each, onclick: () => go(addressOf('tickets', { status: each })) },
      words(each),
      count
    );
    return { each, button, count };
  });
  const its = (of: string) => summary.filter(({ status }) => of === ALL || status === of);
  const counted = async () => {
    summary = (await api.get<TicketSummary>('v1/tickets/summary')).statuses;
    for (const { each, count } of filters) {
      count.textContent = number(its(each).reduce((sum, of) => sum + of.count, 0));
    }
  };
  const statusOf = (given: Readonly<Record<string, string>>) => given['status'] ?? 'open';
  return listPage<TicketRow, TicketRow>({
    api,
    place: 'tickets',
    title: 'Tickets',
    one: 'Ticket',
    rowHeight: 64,
    idOf: row => row.ticket_id,
    row: ticketRow,
    controls: h(
      'div',
      { class: 'tabs', role: 'group', 'aria-label': 'Status' },
      filters.map(({ button }) => button)
    ),
    query: given => ({ status: statusOf(given) === ALL ? undefined : statusOf(given) }),
    told(_list, given) {
      const [oldest] = its(statusOf(given))
        .map(each => each.oldest)
        .sort();
      return oldest === undefined ? '' : `The oldest came ${age(oldest)} ago`;
    },
    empty: given =>
      statusOf(given) === 'open'
        ? notice('Nobody waits', 'When the agent hands something over, it is here within seconds.')
        : notice('Nothing here', 'There is no such ticket.'),
    async onFilters(given) {
      for (const { each, button } of filters) button.ariaPressed = String(each === statusOf(given));
      await counted().catch(() => undefined);
    },
    onRefresh: counted,
    load: id => api.get<TicketRow>(`v1/tickets/${id}`),
    view: (ticket, _row, refresh) => ticketView(api, ticket, refresh),
    isStale: ({ version }, detail) =>
      detail.querySelector<HTMLElement>('.ticket')?.dataset['version'] !== String(version),
    idle: () => notice('No ticket chosen', 'Choose one on the left: arrows move, Enter opens.')
  });
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
