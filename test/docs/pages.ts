import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../core/cli/main.js';

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** 1-based line of the opening fence. */
  readonly line: number;
  readonly language: string;
  readonly lines: readonly string[];
}

/** README.md and every page under docs/, relative to the repository. */
export const PAGES: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(join(PACKAGE_ROOT, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`)
    .sort()
];

export const textOf = (page: string) => readFileSync(join(PACKAGE_ROOT, page), 'utf8');

/** Puts lines in the place of as many that begin at a 1-based line of a page. */
export function rewrite(page: string, at: number, lines: readonly string[]): void {
  const text = textOf(page).split('\n');
  text.splice(at - 1, lines.length, ...lines);
  writeFileSync(join(PACKAGE_ROOT, page), text.join('\n'));
}

export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { line: number; language: string; lines: string[] } | undefined;
  for (const [i, line] of textOf(page).split('\n').entries()) {
    const fence = /^```(\w*)/.exec(line);
    if (open === undefined) open = fence === null ? undefined : { line: i + 1, language: fence[1]!, lines: [] };
    else if (fence === null) open.lines.push(line);
    else {
      blocks.push({ page, ...open });
      open = undefined;
    }
  }
  if (open !== undefined) throw new Error(`${page}:${open.line} opens a block that does not end`);
  return blocks;
}

/** The file that a block shows whole: its first line is `# file: tools.d/support/x.yaml`. */
export const fileOf = ({ lines }: Block) => /^# file: (\S+)$/.exec(lines[0] ?? '')?.[1];
export const contentOf = ({ lines }: Block) => `${lines.slice(1).join('\n')}\n`;

/** Everything outside fenced blocks. */
export function proseOf(page: string): string {
  return textOf(page).replace(/^```[\s\S]*?^```$/gm, '');
}

export interface Shown {
  readonly command: string;
  readonly output: readonly string[];
  /** 1-based line of the page where the output begins. */
  readonly outputAt: number;
}

/** The commands of a console block, each with the output shown below it. A backslash continues a command. */
export function shownIn(block: Block): readonly Shown[] {
  const shown: { command: string; output: string[]; outputAt: number }[] = [];
  for (const [i, line] of block.lines.entries()) {
    const last = shown.at(-1);
    if (line.startsWith('$ ')) shown.push({ command: line.slice(2), output: [], outputAt: 0 });
    else if (last === undefined) throw new Error(`${block.page}:${block.line} shows output before a command`);
    else if (last.output.length === 0 && last.command.includes("<<'END'") && !last.command.endsWith('\nEND'))
      last.command += `\n${line}`;
    else if (last.output.length === 0 && last.command.endsWith('\\'))
      last.command = `${last.command.slice(0, -1)}${line.trim()}`;
    else if (last.output.push(line) === 1) last.outputAt = block.line + 1 + i;
  }
  return shown;
}
