import { h, show } from '../shared/dom.js';
import { Api } from './frame/api.js';
import { loading, type Page, type PageMaker } from './frame/page.js';

interface Place {
  readonly title: string;
  readonly load: () => Promise<PageMaker>;
}

/** Each place is loaded when it is first gone to. */
const PLACES: Readonly<Record<string, Place>> = {
  tickets: { title: 'Tickets', load: async () => (await import('./pages/tickets.js')).ticketsPage },
  talk: { title: 'Talk', load: async () => (await import('./pages/talk.js')).talkPage },
  runs: { title: 'Runs', load: async () => (await import('./pages/runs.js')).runsPage },
  policies: { title: 'Policies', load: async () => (await import('./pages/policies.js')).policiesPage },
  understanding: {
    title: 'Understanding',
    load: async () => (await import('./pages/understanding.js')).understandingPage
  },
  system: { title: 'System', load: async () => (await import('./pages/system.js')).systemPage }
};
const FIRST = 'tickets';

const api = new Api();
const root = document.getElementById('console')!;
/** The page says whether the service takes requests without a key. */
const isOpen = root.dataset['open'] !== undefined;
const main = h('main', { id: 'main', tabindex: -1 });
let page: Page | undefined;
let at = '';
let visit = 0;

function start(): void {
  api.onRefused = () =>
    page === undefined ? undefined : askKey('The key was not accepted, or lacks the scope that this needs.');
  if (api.hasKey(isOpen)) openConsole();
  else askKey();
}

function askKey(wrong = ''): void {
  page?.leave();
  page = undefined;
  at = '';
  const input = h('input', {
    type: 'password',
    name: 'key',
    required: true,
    autocomplete: 'off',
    id: 'key',
    'aria-describedby': 'wrong'
  });
  const submit = async (event: Event) => {
    event.preventDefault();
    api.use(input.value.trim());
    try {
      await api.get('v1/tickets', { limit: 1 });
      openConsole();
    } catch (error) {
      api.use('');
      askKey((error as Error).message);
    }
  };
  show(
    root,
    h(
      'main',
      { class: 'door' },
      h('h1', {}, 'Console'),
      h('p', {}, 'Give the key of your team. It stays in this tab and is forgotten when you close it.'),
      h(
        'form',
        { onsubmit: submit },
        h('label', { for: 'key' }, 'Key'),
        input,
        h('button', { class: 'primary', type: 'submit' }, 'Open')
      ),
      h('p', { class: 'wrong', role: 'alert', id: 'wrong' }, wrong)
    )
  );
  input.focus();
}

function openConsole(): void {
  const leave = h('button', { class: 'quiet', onclick: () => (api.use(''), askKey()) }, 'Leave');
  const links = Object.entries(PLACES).map(([name, { title }]) =>
    h('a', { href: `#/${name}`, 'data-place': name }, title)
  );
  show(
    root,
    h(
      'a',
      { class: 'skip', href: '#main', onclick: (event: Event) => (event.preventDefault(), main.focus()) },
      'To the content'
    ),
    h('nav', { 'aria-label': 'Places' }, h('strong', { class: 'name' }, 'Console'), ...links, isOpen ? null : leave),
    main
  );
  void follow();
}

async function follow(): Promise<void> {
  if (!api.hasKey(isOpen)) return;
  const turn = ++visit;
  const [address = '', search = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [name = '', ...path] = address.split('/').map(decodeURIComponent);
  const place = PLACES[name] ?? PLACES[FIRST]!;
  const known = name in PLACES ? name : FIRST;
  for (const each of document.querySelectorAll<HTMLElement>('[data-place]')) {
    const isHere = each.dataset['place'] === known;
    each.ariaCurrent = isHere ? 'page' : null;
    if (isHere) each.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  document.title = `${place.title} · Console`;
  if (at !== known) {
    page?.leave();
    page = undefined;
    show(main, loading());
    const make = await place.load();
    if (turn !== visit) return;
    at = known;
    page = make(api);
    show(main, page.element);
  }
  page?.visit(path, new URLSearchParams(search));
}

addEventListener('hashchange', () => void follow());
start();
