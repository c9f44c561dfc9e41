import { type Child, h, show } from '../../shared/dom.js';

export interface RowListOptions<T> {
  readonly label: string;
  readonly rowHeight: number;
  readonly idOf: (row: T) => string;
  readonly view: (row: T) => Child;
  readonly onOpen: (row: T) => void;
  /** Called when the end comes into sight. */
  readonly onEnd?: () => void;
}

/** Rows made beyond what is seen, above and below. */
const MARGIN = 8;

/** A list of any length, of which only the rows in sight exist. One stop for the tab key; arrows move, Enter opens. */
export class RowList<T> {
  readonly element: HTMLElement;
  readonly #space = h('div', { class: 'space', role: 'presentation' });
  #rows: readonly T[] = [];
  #selected: string | undefined;
  #drawn = '';

  constructor(private readonly options: RowListOptions<T>) {
    this.element = h(
      'div',
      {
        class: 'rows',
        role: 'listbox',
        tabindex: 0,
        'aria-label': options.label,
        onscroll: () => this.#draw(),
        onkeydown: (event: KeyboardEvent) => this.#key(event)
      },
      this.#space
    );
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  /** Shows other rows; the place in the list stays where it is. */
  set(rows: readonly T[]): void {
    this.#rows = rows;
    this.#space.style.height = `${rows.length * this.options.rowHeight}px`;
    this.#drawn = '';
    this.#draw();
  }

  select(id: string | undefined): void {
    this.#selected = id;
    this.#drawn = '';
    this.#draw();
  }

  #draw(): void {
    const { rowHeight, idOf, view, onOpen, onEnd } = this.options;
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - MARGIN);
    const last = Math.min(this.#rows.length, Math.ceil((scrollTop + clientHeight) / rowHeight) + MARGIN);
    const drawn = `${first} ${last} ${this.#rows.length}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const made = this.#rows.slice(first, last).map((row, i) => {
      const selected = idOf(row) === this.#selected;
      const option = h(
        'div',
        {
          role: 'option',
          class: 'row',
          id: `row-${idOf(row)}`,
          'aria-selected': String(selected),
          'aria-setsize': this.#rows.length,
          'aria-posinset': first + i + 1,
          onclick: () => onOpen(row)
        },
        view(row)
      );
      option.style.transform = `translateY(${(first + i) * rowHeight}px)`;
      option.style.height = `${rowHeight}px`;
      return option;
    });
    show(this.#space, ...made);
    this.#tellActive();
    if (last >= this.#rows.length) onEnd?.();
  }

  #tellActive(): void {
    const id = this.#selected === undefined ? null : document.getElementById(`row-${this.#selected}`);
    if (id === null) this.element.removeAttribute('aria-activedescendant');
    else this.element.setAttribute('aria-activedescendant', id.id);
  }

  #key(event: KeyboardEvent): void {
    const { idOf, onOpen, rowHeight } = this.options;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -1e9,
      End: 1e9
    };
    const at = this.#rows.findIndex(row => idOf(row) === this.#selected);
    const step = steps[event.key];
    if (event.key === 'Enter' && at >= 0) onOpen(this.#rows[at]!);
    if (step === undefined || this.#rows.length === 0) return;
    event.preventDefault();
    const to = Math.min(this.#rows.length - 1, Math.max(0, at + step));
    const { element } = this;
    const top = to * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight;
    this.select(idOf(this.#rows[to]!));
  }
}
