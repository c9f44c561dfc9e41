import type { Block, Page } from './page.js';

/** A page as GitHub reads it. What stands in the files can form no markup. */
export const asMarkdown = (page: Page): string => `${page.map(blockOf).join('\n\n')}\n`;

function blockOf(block: Block): string {
  switch (block.is) {
    case 'heading':
      return `${'#'.repeat(block.level + 1)} ${escaped(block.text)}`;
    case 'text':
      return escaped(block.text);
    case 'list':
      return block.items
        .flatMap(({ text, more = [] }) => [`- ${escaped(text)}`, ...more.map(line => `  <br>${escaped(line)}`)])
        .join('\n');
    case 'links':
      return block.to
        .map(({ text, href }) => (href === undefined ? escaped(text) : `[${escaped(text)}](<${href}>)`))
        .join(' · ');
    case 'table':
      return [block.head, block.head.map(() => '---'), ...block.rows]
        .map((row, i) => `| ${row.map(cell => (i === 1 ? cell : escaped(cell))).join(' | ')} |`)
        .join('\n');
  }
}

/** An @ would call a person or a team where the page is a comment. */
const escaped = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_[\]{}#|~!]/g, '\\$&')
    .replace(/@/g, '@<!-- -->')
    .replace(/:\/\//g, ':<!-- -->//')
    .replace(/\s*\n\s*/g, ' ');
