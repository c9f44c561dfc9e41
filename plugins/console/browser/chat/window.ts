import { h } from '../shared/dom.js';
import { ChatView } from './chat-view.js';
import { ChatConversation } from './conversation.js';
import { AgentService } from './service.js';
import { SessionKeeper } from './session.js';
import { STYLE } from './style.js';
import WORDS from './words.js';

/** The script tag that loaded this file: what it says of the shop is in its `data-` attributes. */
const tag = [...document.querySelectorAll<HTMLScriptElement>('script[src]')].find(({ src }) => src === import.meta.url);
const given = tag?.dataset ?? {};
const isPage = given['page'] !== undefined;
const SERVICE = new URL('../../', import.meta.url).href;
const CHECK_MS = 30_000;
const HALF_LIFE_MS = 10 * 60_000;

/** The first of these that there are words of, as `de` or `de-AT`. */
const languageOf = (locales: readonly (string | undefined)[]): string =>
  locales.map(locale => locale?.slice(0, 2).toLowerCase() ?? '').find(each => each in WORDS) ??
  ('en' in WORDS ? 'en' : Object.keys(WORDS)[0]!);

/** A token in the address is for this page alone; it does not stay in the history. */
function tokenFromAddress(): string | undefined {
  if (!isPage || !location.hash.startsWith('#session.')) return undefined;
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}

/** `<bylaw-chat>`: a launcher with a window, or the window as a page. */
class ChatWindow extends HTMLElement {
  connectedCallback(): void {
    const language = languageOf([given['locale'], document.documentElement.lang, navigator.language]);
    const words = WORDS[language]!;
    const { session: endpoint, key, title = words.title, greeting = words.greeting, theme } = given;
    const sessions = new SessionKeeper({ service: SERVICE, endpoint, key, token: tokenFromAddress() });
    const conversation = new ChatConversation(new AgentService(SERVICE, sessions), sessions, () => view.update());
    const view = new ChatView(conversation, { words, title, greeting, onClose: isPage ? undefined : () => close() });
    const launcher = h('button', { class: 'launcher', 'aria-expanded': 'false', onclick: () => open() }, title);
    const open = () => {
      view.element.hidden = false;
      launcher.hidden = true;
      launcher.ariaExpanded = 'true';
      view.focus();
    };
    const close = () => {
      view.element.hidden = true;
      launcher.hidden = false;
      launcher.ariaExpanded = 'false';
      launcher.focus();
    };
    this.lang = language;
    if (theme !== undefined) this.dataset['theme'] = theme;
    this.dataset['as'] = isPage ? 'page' : 'window';
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [style];
    if (isPage) root.append(view.element);
    else {
      view.element.hidden = true;
      view.element.addEventListener('keydown', event => (event.key === 'Escape' ? close() : undefined));
      root.append(launcher, view.element);
    }
    conversation.resume();
    setInterval(() => void (document.hidden ? undefined : sessions.renew(HALF_LIFE_MS)), CHECK_MS);
  }
}

customElements.define('bylaw-chat', ChatWindow);
if (document.querySelector('bylaw-chat') === null) document.body.append(document.createElement('bylaw-chat'));
