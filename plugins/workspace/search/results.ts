import type { TextRedactor } from '../redaction/redactor.js';
import type { Redacted } from '../redaction/redacted.js';
import type { Budget } from '../contract/budget.js';
import { HitReader, type HitTexts } from './hit-texts.js';
import type { SearchPosition, SearchQuery } from './query.js';
import type { FileHits } from './file-search.js';
import type { Hit } from './scanner.js';

interface FileCount {
  readonly path: string;
  readonly count?: number;
}

interface Match {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly start_byte?: number;
  readonly text: Redacted;
  readonly cut?: true;
  readonly before?: readonly Redacted[];
  readonly after?: readonly Redacted[];
}

const matchOf = (path: string, { line, index, byte }: Hit, { text, cut, before, after }: HitTexts): Match => ({
  path,
  line,
  column: index + 1,
  ...(byte === undefined ? {} : { start_byte: byte }),
  text,
  ...(cut ? { cut } : {}),
  ...(before.length > 0 ? { before } : {}),
  ...(after.length > 0 ? { after } : {})
});

/** What is found up to the caps, which hold over all files together. */
export class Results {
  readonly matches: Match[] = [];
  readonly files: FileCount[] = [];
  total = 0;
  cutLines = 0;
  full = false;
  last: SearchPosition | undefined;

  constructor(
    private readonly query: SearchQuery,
    private readonly most: number,
    private readonly budget: Budget,
    private readonly redactor: TextRedactor
  ) {}

  add(path: string, file: FileHits): void {
    const { scan } = file;
    this.cutLines += scan.cutLines;
    if (scan.count === 0) return;
    if (this.query.output === 'lines') {
      const reader = new HitReader(file, path, this.redactor);
      for (const hit of scan.hits) if (!this.#addHit(path, hit, reader)) return;
      return;
    }
    const finding = this.query.output === 'count' ? { path, count: scan.count } : { path };
    if (this.#refuses(this.files.length, finding)) return;
    this.files.push(finding);
    this.total += scan.count;
    this.last = { path };
  }

  #addHit(path: string, hit: Hit, reader: HitReader): boolean {
    this.full ||= this.matches.length >= this.most;
    if (this.full) return false;
    const match = matchOf(path, hit, reader.read(hit, this.query.before, this.query.after));
    if (this.#refuses(this.matches.length, match)) return false;
    this.matches.push(match);
    this.total++;
    this.last = { path, line: hit.line };
    return true;
  }

  #refuses(length: number, finding: unknown): boolean {
    this.full ||= length >= this.most || !this.budget.take(finding);
    return this.full;
  }
}
