import { table } from '../../../core/workbench/index.js';
import type { Block, Page } from './page.js';

/** What a terminal would obey. */
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

/** A page for a terminal. */
export function asText(page: Page): string {
  const lines = page.map((block, i) => (i > 0 && block.is === 'heading' ? `\n${linesOf(block)}` : linesOf(block)));
  return lines.join('\n').replace(CONTROL, '\ufffd');
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
    case 'links':
      return `  ${block.to.map(({ text }) => text).join(' · ')}`;
    case 'table':
      return table(block.head, block.rows)
        .map(line => `  ${line}`)
        .join('\n');
  }
}
