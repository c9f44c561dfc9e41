import { h, show } from '../shared/dom.js';
import type { ChatConversation } from './conversation.js';
import { turnView } from './turn-view.js';
import type { Words } from './words.js';

export interface ChatViewOptions {
  readonly words: Words;
  readonly title: string;
  readonly greeting: string;
  /** Undefined where the window is the page. */
  readonly onClose: (() => void) | undefined;
}

const MOST_CHARACTERS = 4000;

/** The window: header, turns, and where the customer writes. */
export class ChatView {
  readonly element: HTMLElement;
  readonly #log = h('ol', { class: 'turns' });
  readonly #status = h('p', { class: 'unseen', role: 'status' });
  readonly #typing: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #input: HTMLTextAreaElement;
  readonly #send: HTMLButtonElement;
  readonly #over: HTMLButtonElement;
  #shown: readonly [unknown, boolean][] = [];

  constructor(
    private readonly conversation: ChatConversation,
    private readonly options: ChatViewOptions
  ) {
    const { words, title, greeting, onClose } = options;
    this.#typing = h('div', { class: 'typing', hidden: true, 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));
    const hello = h('p', { class: 'greeting' }, greeting);
    const log = h('div', { role: 'log', 'aria-live': 'polite', 'aria-label': title }, this.#log);
    this.#scroller = h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title },
      hello,
      log,
      this.#typing
    );
    this.#input = h('textarea', {
      rows: 1,
      maxlength: MOST_CHARACTERS,
      'aria-label': words.write,
      placeholder: words.write,
      onkeydown: (event: KeyboardEvent) => this.#key(event),
      oninput: () => this.#fit()
    });
    this.#send = h('button', { class: 'primary', type: 'submit' }, words.send);
    this.#over = h('button', { class: 'link', onclick: () => this.#startOver() }, words.over);
    const close = h('button', { class: 'close', 'aria-label': words.close, onclick: onClose }, '✕');
    this.element = h(
      'section',
      { class: 'panel', 'aria-label': title },
      h('header', {}, h('h2', {}, title), this.#over, onClose === undefined ? null : close),
      this.#scroller,
      this.#status,
      h('form', { class: 'write', onsubmit: (event: Event) => this.#submit(event) }, this.#input, this.#send)
    );
    this.update();
  }

  focus(): void {
    this.#input.focus();
  }

  /** Shows the conversation as it is; turns that are as they were keep their elements, and with them the focus. */
  update(): void {
    const { turns, busy } = this.conversation;
    const now = turns.map((turn, i): [unknown, boolean] => [turn, i === turns.length - 1]);
    const grows = now.length > this.#shown.length;
    now.forEach(([turn, last], i) => {
      const before = this.#shown[i];
      if (before !== undefined && before[0] === turn && before[1] === last) return;
      const view = this.#turn(i, last);
      const old = this.#log.children[i];
      if (old === undefined) this.#log.append(view);
      else old.replaceWith(view);
    });
    while (this.#log.children.length > now.length) this.#log.lastElementChild!.remove();
    this.#shown = now;
    for (const button of this.#log.querySelectorAll('button')) button.disabled = busy;
    this.#typing.hidden = !busy;
    this.#status.textContent = busy ? this.options.words.typing : '';
    this.#send.disabled = busy;
    this.#over.hidden = turns.length === 0;
    if (grows || busy) this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  #turn(index: number, last: boolean): HTMLElement {
    const { conversation } = this;
    const { words } = this.options;
    return turnView(conversation.turns[index]!, {
      words,
      last,
      actions: {
        choose: (message, label) => (conversation.say(message, label), this.focus()),
        again: () => conversation.again(index),
        rate: helpful => (conversation.rate(index, helpful), this.focus()),
        verify: async proof => {
          const outcome = await conversation.verify(proof);
          if (outcome === 'verified') this.focus();
          return outcome;
        }
      }
    });
  }

  #submit(event: Event): void {
    event.preventDefault();
    const text = this.#input.value.trim();
    if (text === '' || this.conversation.busy) return;
    this.#input.value = '';
    this.#fit();
    this.conversation.say(text);
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) this.#submit(event);
  }

  /** As high as what is written, up to a few lines. */
  #fit(): void {
    this.#input.rows = Math.min(5, this.#input.value.split('\n').length + Math.floor(this.#input.value.length / 44));
  }

  #startOver(): void {
    this.conversation.startOver();
    show(this.#log);
    this.#shown = [];
    this.focus();
  }
}
