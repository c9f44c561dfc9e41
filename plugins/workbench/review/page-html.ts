import type { Block, Page } from './page.js';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.25rem;border-top:1px solid #d0d7de;padding-top:1rem;margin-top:2rem}h3{font-size:1rem}
body{overflow-wrap:break-word}li{margin:.4rem 0}.more{color:#57606a;display:block;font-size:.9rem}
table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}th,td{border:1px solid #d0d7de;padding:.3rem .7rem;text-align:left;vertical-align:top}th{background:#f6f8fa}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}.more{color:#9198a1}th{background:#161b22}th,td,h2{border-color:#30363d}}`;

/** A page as one HTML file that loads nothing. */
export function asHtml(page: Page): string {
  const title = page.find(block => block.is === 'heading')?.text ?? 'Policy review';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
${STYLE}
</style>
</head>
<body>
<main>
${page.map(blockOf).join('\n')}
</main>
</body>
</html>
`;
}

function blockOf(block: Block): string {
  switch (block.is) {
    case 'heading':
      return `<h${block.level}>${escaped(block.text)}</h${block.level}>`;
    case 'text':
      return `<p>${escaped(block.text)}</p>`;
    case 'list':
      return `<ul>\n${block.items.map(({ text, more = [] }) => `<li>${escaped(text)}${more.map(line => `<span class="more">${escaped(line)}</span>`).join('')}</li>`).join('\n')}\n</ul>`;
    case 'links':
      return `<p>${block.to.map(({ text, href }) => (href === undefined ? escaped(text) : `<a href="${escaped(href)}">${escaped(text)}</a>`)).join(' · ')}</p>`;
    case 'table':
      return `<table>\n<tr>${block.head.map(cell => `<th scope="col">${escaped(cell)}</th>`).join('')}</tr>\n${block.rows.map(row => `<tr>${row.map(cell => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('\n')}\n</table>`;
  }
}

const escaped = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
