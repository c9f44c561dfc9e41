import { type Child, h, show } from '../../shared/dom.js';
import { type Api, Failure } from '../frame/api.js';
import { age, amountOf, moment, shown, words } from '../frame/format.js';
import { badge, facts, go, disclosure, link, loaded, notice } from '../frame/page.js';
import type { Policies } from '../frame/policy-types.js';
import type { TicketRow, TicketStatus, Trace } from '../frame/types.js';
import { decisionView } from './decision-view.js';
import { sandbox } from './sandbox.js';
import { decisionsIn, traceView } from './trace-view.js';

const NAME = 'bylaw-console-name';
type Change = { readonly status?: TicketStatus; readonly assignee?: string | null; readonly note?: string };

/** One ticket: what the agent knows, why it was opened, what became of it, and what can be done. */
export function ticketView(api: Api, given: TicketRow, onChange: () => void): HTMLElement {
  const element = h('article', { class: 'ticket', tabindex: -1 });
  const reasons = why(api, given);
  const path = `v1/tickets/${given.ticket_id}`;
  let ticket = given;
  let going: Promise<unknown> = Promise.resolve();

  /** One after another. What was asked for before somebody else's change was seen is not done on top of it. */
  const change = (what: Change) => {
    const { version } = ticket;
    const before = going;
    going = before.then(async expected => {
      if (expected === false) return false;
      const written = () => (what.note === undefined ? element.querySelector('textarea')!.value : '');
      try {
        ticket = await api.patch<TicketRow>(path, what, typeof expected === 'number' ? expected : version);
        draw('', written());
        onChange();
        return ticket.version;
      } catch (error) {
        const stale = error instanceof Failure && error.status === 412;
        if (stale) ticket = await api.get<TicketRow>(path).catch(() => ticket);
        const text = stale ? 'Somebody changed it meanwhile. This is how it stands now.' : (error as Error).message;
        draw(text, what.note ?? written());
        return false;
      }
    });
    const mine = going;
    void mine.then(() => (going === mine ? (going = Promise.resolve()) : undefined));
  };
  const draw = (told = '', kept = '') => {
    const focused = element.contains(document.activeElement) ? document.activeElement!.id : undefined;
    element.dataset['version'] = String(ticket.version);
    show(
      element,
      header(ticket),
      told === '' ? null : h('p', { class: 'wrong', role: 'alert' }, told),
      actions(ticket, change),
      known(ticket),
      reasons,
      notes(ticket, change)
    );
    element.querySelector('textarea')!.value = kept;
    // Who works by keyboard goes on where they were, or at the top where what they pressed is gone.
    if (focused !== undefined) (element.querySelector<HTMLElement>(`[id="${focused}"]`) ?? element).focus();
  };
  draw();
  return element;
}

const header = ({ intent, order_id, status, ticket_id, created_at }: TicketRow) =>
  h(
    'header',
    {},
    h('button', { class: 'back', onclick: () => go('tickets') }, '← Tickets'),
    h('h2', {}, words(intent), order_id === null ? '' : ` for ${order_id}`),
    h(
      'p',
      { class: 'note' },
      badge(status),
      ` opened ${age(created_at)} ago, ${moment(created_at)} `,
      h('code', {}, ticket_id)
    )
  );

function actions({ status, assignee }: TicketRow, change: (what: Change) => void): HTMLElement {
  const name = h('input', {
    id: 'assignee',
    value: assignee ?? sessionStorage.getItem(NAME) ?? '',
    maxlength: 120,
    autocomplete: 'off',
    placeholder: 'Your name'
  });
  const claim = () => {
    sessionStorage.setItem(NAME, name.value.trim());
    change({ status: 'in_progress', assignee: name.value.trim() === '' ? null : name.value.trim() });
  };
  const button = (text: string, to: TicketStatus, kind = '') =>
    status === to ? null : h('button', { class: kind, id: `to-${to}`, onclick: () => change({ status: to }) }, text);
  const closed = status === 'resolved' || status === 'withdrawn';
  return h(
    'div',
    { class: 'bar actions' },
    h('label', { for: 'assignee' }, 'Assigned to'),
    name,
    h(
      'button',
      { class: status === 'open' ? 'primary' : '', id: 'claim', onclick: claim },
      status === 'open' ? 'Claim' : 'Assign'
    ),
    closed
      ? button('Reopen', 'open')
      : [button('Resolve', 'resolved', status === 'in_progress' ? 'primary' : ''), button('Withdraw', 'withdrawn')]
  );
}

const known = (ticket: TicketRow) =>
  facts([
    ['Wish', words(ticket.intent)],
    ['Order', ticket.order_id],
    ['Lines', ticket.line_ids?.join(', ')],
    ['Issue', ticket.issue === null ? null : words(ticket.issue)],
    ['Amount', amountOf(ticket.amount, ticket.currency)],
    ['Destination', ticket.destination === null ? null : words(ticket.destination)],
    ['For a person because', words(ticket.reason)],
    ['Answers given', answersOf(ticket.answers)],
    ['Replaces', ticket.replaces?.join(', ')],
    ['Customer', ticket.customer_id],
    ['Conversation', link(`runs?conversation_id=${ticket.conversation_id}`, 'Its runs')]
  ]);

const answersOf = (answers: TicketRow['answers']): Child =>
  Object.entries(answers ?? {})
    .map(([name, value]) => `${words(name)}: ${shown(value)}`)
    .join(', ');

function notes({ notes: written = [] }: TicketRow, change: (what: Change) => void): HTMLElement {
  const text = h('textarea', { id: 'note', rows: 2, maxlength: 2000, required: true });
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.value.trim() !== '') change({ note: text.value.trim() });
  };
  return h(
    'section',
    { 'aria-label': 'Notes' },
    h('h3', {}, 'Notes'),
    written.length === 0 ? h('p', { class: 'note' }, 'None yet. Customers never see them.') : null,
    h(
      'ul',
      { class: 'notes' },
      written.map(each => h('li', {}, h('p', {}, each.text), h('small', {}, `${moment(each.at)} · key ${each.by}`)))
    ),
    h(
      'form',
      { class: 'stack', onsubmit: submit },
      h('label', { for: 'note' }, 'Add a note'),
      text,
      h('button', { type: 'submit', id: 'save-note' }, 'Save note')
    )
  );
}

/** The decision that opened it with its rule, the facts to be moved, and every step of the run. */
function why(api: Api, { run_id }: TicketRow): HTMLElement {
  const section = h('section', { class: 'why', 'aria-label': 'Why' });
  const load = () =>
    Promise.all([api.get<Trace>(`v1/runs/${run_id}/trace`), api.get<Policies>('v1/policies').catch(() => undefined)]);
  void loaded(section, load, ([trace, policies]) => {
    const decision = decisionsIn(trace)[0];
    const table = policies?.tables.find(({ name }) => name === decision?.table);
    return [
      decision === undefined ? null : [h('h3', {}, 'Decided'), decisionView(decision)],
      decision === undefined || table === undefined
        ? null
        : disclosure('Try other facts', () => sandbox(api, table, decision.facts)),
      disclosure('Every step of the run', () =>
        trace.steps.length === 0 ? notice('No steps', 'They are not kept any more.') : traceView(trace)
      )
    ];
  });
  return section;
}
