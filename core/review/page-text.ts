import { table } from '../text/table.js';
import type { Block, Page } from './page.js';

/** A page for a terminal. */
export function asText(page: Page): string {
  return page.map((block, i) => (i > 0 && block.is === 'heading' ? `\n${linesOf(block)}` : linesOf(block))).join('\n');
}

function linesOf(block: Block): string {
  switch (block.is) {
    case 'heading':
      return block.level === 1 ? `${block.text}\n${'='.repeat(block.text.length)}` : block.text;
    case 'text':
      return `  ${block.text}`;
    case 'list':
      return block.items
        .flatMap(({ text, more = [] }) => [`  - ${text}`, ...more.map(line => `      ${line}`)])
        .join('\n');
    case 'table':
      return table(block.head, block.rows)
        .map(line => `  ${line}`)
        .join('\n');
  }
}
