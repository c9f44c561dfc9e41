import { type Child, h } from '../../shared/dom.js';
import { table } from '../frame/page.js';
import type { ReviewBlock } from '../frame/policy-types.js';

/** The page that `bylaw policy review` writes about two states of the files. */
export const reviewView = (blocks: readonly ReviewBlock[]): Child =>
  h('article', { class: 'review' }, blocks.map(block));

function block(of: ReviewBlock): Child {
  switch (of.is) {
    case 'heading':
      // What the page itself is called stands above it already.
      return of.level === 1 ? null : h(of.level === 2 ? 'h3' : 'h4', {}, of.text);
    case 'text':
      return h('p', {}, of.text);
    case 'list':
      return h(
        'ul',
        {},
        of.items.map(({ text, more = [] }) =>
          h(
            'li',
            {},
            text,
            more.map(line => h('p', { class: 'note' }, line))
          )
        )
      );
    case 'table':
      return table(of.head, of.rows);
  }
}
