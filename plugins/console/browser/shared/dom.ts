export type Child = Node | string | number | null | undefined | false | readonly Child[];
/** Attributes by name; those that begin with `on` are listeners. */
export type Props = Readonly<
  Record<string, string | number | boolean | null | undefined | ((event: never) => unknown)>
>;

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an element. `on…` are listeners, null and false leave an attribute out; text is never read as HTML. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), props, children);
}

/** The same for drawings. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS(SVG, tag), props, children);
}

function filled<E extends Element>(element: E, props: Props, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as unknown as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...nodes(children));
  return element;
}

const nodes = (children: readonly Child[]): (Node | string)[] =>
  children.flatMap(child => {
    if (child === null || child === undefined || child === false) return [];
    if (Array.isArray(child)) return nodes(child as readonly Child[]);
    return [child instanceof Node ? child : String(child as string | number)];
  });

/** Shows these children in place of what was there. */
export function show(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...nodes(children));
}
