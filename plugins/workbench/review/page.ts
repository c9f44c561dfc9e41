/** A piece of a report for people, before it is text, Markdown or HTML. All of it is plain text; the renderers escape. */
export type Block =
  | { readonly is: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'list'; readonly items: readonly ListItem[] }
  | { readonly is: 'links'; readonly to: readonly Link[] }
  | { readonly is: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Where something stands; what cannot be opened has no address. */
export interface Link {
  readonly text: string;
  readonly href: string | undefined;
}

export interface ListItem {
  readonly text: string;
  /** Lines below it. */
  readonly more?: readonly string[];
}

export type Page = readonly Block[];

export const heading = (level: 1 | 2 | 3, text: string): Block => ({ is: 'heading', level, text });
export const text = (words: string): Block => ({ is: 'text', text: words });
export const list = (items: readonly (ListItem | string)[]): Block => ({
  is: 'list',
  items: items.map(item => (typeof item === 'string' ? { text: item } : item))
});
export const grid = (head: readonly string[], rows: readonly (readonly string[])[]): Block => ({
  is: 'table',
  head,
  rows
});
