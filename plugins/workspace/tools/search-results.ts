import { printable } from './answer.js';
import type { Budget } from './budget.js';
import type { SearchPosition } from './search-files.js';
import type { SearchQuery } from './search-query.js';
import type { Scanned } from './search-run.js';
import type { Hit } from './search-scan.js';

interface FileCount {
  readonly path: string;
  readonly count?: number;
}

type Match = { readonly path: string } & Omit<Hit, 'cut' | 'before' | 'after'> & {
    readonly cut?: true;
    readonly before?: readonly string[];
    readonly after?: readonly string[];
  };

function matchOf(path: string, { line, column, text, cut, before, after }: Hit): Match {
  return {
    path,
    line,
    column,
    text,
    ...(cut ? { cut } : {}),
    ...(before.length > 0 ? { before } : {}),
    ...(after.length > 0 ? { after } : {})
  };
}

function renderMatch(name: string, { line, text, before, after }: Hit): string {
  const path = printable(name);
  return [
    ...before.map((one, index) => `${path}-${line - before.length + index}-${one}`),
    `${path}:${line}:${text}`,
    ...after.map((one, index) => `${path}-${line + 1 + index}-${one}`)
  ].join('\n');
}

/** What is found up to the caps, which hold over all files together. */
export class Results {
  readonly matches: Match[] = [];
  readonly files: FileCount[] = [];
  readonly lines: string[] = [];
  total = 0;
  cutLines = 0;
  full = false;
  last: SearchPosition | undefined;

  constructor(
    private readonly query: SearchQuery,
    private readonly most: number,
    private readonly budget: Budget
  ) {}

  add({ file: { path }, scan }: Scanned): void {
    this.cutLines += scan.cutLines;
    if (scan.count === 0) return;
    if (this.query.output === 'lines') {
      for (const hit of scan.hits) if (!this.#addHit(path, hit)) return;
      return;
    }
    const file = this.query.output === 'count' ? { path, count: scan.count } : { path };
    const line = this.query.output === 'count' ? `${printable(path)}: ${scan.count}` : printable(path);
    if (this.#refuses(this.files.length, file, line)) return;
    this.files.push(file);
    this.lines.push(line);
    this.total += scan.count;
    this.last = { path };
  }

  #addHit(path: string, hit: Hit): boolean {
    const match = matchOf(path, hit);
    const line = renderMatch(path, hit);
    if (this.#refuses(this.matches.length, match, line)) return false;
    this.matches.push(match);
    this.lines.push(line);
    this.total++;
    this.last = { path, line: hit.line };
    return true;
  }

  #refuses(length: number, finding: unknown, line: string): boolean {
    this.full ||= length >= this.most || !this.budget.take(finding, line);
    return this.full;
  }
}
