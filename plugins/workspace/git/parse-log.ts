import { Buffer, isUtf8 } from 'node:buffer';
import { decodeText } from '../reading/encoding.js';
import type { ChangedFile, LoggedCommit } from './commits.js';

const MARK = 'commit';
/** A commit begins with an empty text and the mark; no field holds a NUL, so the count of fields is all there is to know. */
const PLACEHOLDERS = ['%H', '%h', '%P', '%an', '%aI', '%cI', '%s', '%b'];
export const LOG_FORMAT = `--format=tformat:%x00${[MARK, ...PLACEHOLDERS].join('%x00')}%x00`;
const FIELDS = PLACEHOLDERS.length;
/** A text longer than this is no name and no message worth keeping; its rest is dropped while it streams. */
const MAX_TOKEN_BYTES = 64 * 1024;

type Growing = Omit<LoggedCommit, 'files' | 'totals'> & {
  files: ChangedFile[];
  totals?: NonNullable<LoggedCommit['totals']>;
};

const decode = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString('utf8') : decodeText(bytes, 'windows-1252'));

const RAW = /^:\d{6} \d{6} \S{1,64} \S{1,64} ([A-Z])\d{0,3}$/;
const COUNTS = /^(\d{1,15}|-)\t(\d{1,15}|-)\t([^]*)$/;
const SUMMARY = /^ ?(\d{1,15}) files? changed(?:, (\d{1,15}) insertions?\(\+\))?(?:, (\d{1,15}) deletions?\(-\))?\n?$/;

/**
 * Reads `git log -z` with `LOG_FORMAT` and any of --raw, --numstat, --shortstat as it streams. A commit is handed on once it
 * is complete; `commit` answers false to end the reading.
 */
export class LogParser {
  #rest: Buffer[] = [];
  #restBytes = 0;
  #fields: string[] | undefined;
  #commit: Growing | undefined;
  /** The change whose paths come next, and how many do. */
  #pending: { change: Omit<ChangedFile, 'path'>; paths: string[]; wanted: number; raw: boolean } | undefined;
  #numbered = 0;
  #open = true;

  constructor(private readonly commit: (commit: LoggedCommit) => boolean) {}

  /** False once no more is wanted. */
  push(chunk: Buffer): boolean {
    let from = 0;
    for (let end = chunk.indexOf(0); end !== -1 && this.#open; end = chunk.indexOf(0, from)) {
      this.#keep(chunk.subarray(from, end));
      const token = decode(Buffer.concat(this.#rest));
      this.#rest = [];
      this.#restBytes = 0;
      this.#take(token);
      from = end + 1;
    }
    if (this.#open) this.#keep(chunk.subarray(from));
    return this.#open;
  }

  /** The output ended by itself, so that the last commit is complete. */
  end(): void {
    if (!this.#open) return;
    if (this.#restBytes > 0) this.#take(decode(Buffer.concat(this.#rest)));
    this.#finish();
  }

  #keep(part: Buffer): void {
    const room = MAX_TOKEN_BYTES - this.#restBytes;
    if (room <= 0 || part.length === 0) return;
    this.#rest.push(Buffer.from(part.subarray(0, room)));
    this.#restBytes += Math.min(room, part.length);
  }

  #finish(): void {
    if (this.#commit !== undefined) this.#open = this.commit(this.#commit) && this.#open;
    this.#commit = undefined;
  }

  #take(token: string): void {
    if (this.#fields !== undefined) this.#field(token);
    else if (this.#pending !== undefined) this.#path(token);
    else this.#between(token.replace(/^\n/, ''));
  }

  #field(token: string): void {
    const fields = this.#fields!;
    fields.push(token);
    if (fields.length < FIELDS) return;
    const [hash, shortHash, parents, author, authored, committed, subject, body] = fields as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string
    ];
    this.#fields = undefined;
    this.#numbered = 0;
    this.#commit = {
      hash,
      shortHash,
      parents: parents === '' ? [] : parents.split(' '),
      author,
      authored,
      committed,
      subject,
      body: body.replace(/\n+$/, ''),
      files: []
    };
  }

  #between(token: string): void {
    if (token === '') return;
    if (token === MARK) {
      this.#finish();
      this.#fields = [];
      return;
    }
    const raw = RAW.exec(token);
    if (raw !== null) {
      const status = raw[1]!;
      this.#pending = { change: { status }, paths: [], wanted: status === 'R' || status === 'C' ? 2 : 1, raw: true };
      return;
    }
    const counts = COUNTS.exec(token);
    if (counts !== null) this.#counts(counts[1]!, counts[2]!, counts[3]!);
    const summary = SUMMARY.exec(token);
    if (summary !== null && this.#commit !== undefined) {
      const [files, insertions, deletions] = summary.slice(1).map(count => Number(count ?? 0)) as [
        number,
        number,
        number
      ];
      this.#commit.totals = { files, insertions, deletions };
    }
  }

  #counts(insertions: string, deletions: string, path: string): void {
    const change = insertions === '-' ? {} : { insertions: Number(insertions), deletions: Number(deletions) };
    this.#pending = { change, paths: [], wanted: path === '' ? 2 : 1, raw: false };
    if (path !== '') this.#path(path);
  }

  #path(token: string): void {
    const pending = this.#pending!;
    pending.paths.push(token);
    if (pending.paths.length < pending.wanted) return;
    this.#pending = undefined;
    const [first, second] = pending.paths as [string, string | undefined];
    const named: ChangedFile = {
      ...pending.change,
      path: second ?? first,
      ...(second === undefined ? {} : { oldPath: first })
    };
    const files = this.#commit?.files ?? [];
    if (pending.raw) files.push(named);
    else {
      // Counts come after all raw entries of a commit, in their order.
      const known = files[this.#numbered];
      files[this.#numbered++] = known?.path === named.path ? { ...known, ...named } : named;
    }
  }
}
