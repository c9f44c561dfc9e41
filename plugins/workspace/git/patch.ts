import { Buffer, isUtf8 } from 'node:buffer';
import { decodeText } from '../tools/encoding.js';
import { streamGit, type GitTime } from './git.js';
import { NO_DRIVERS } from './hardening.js';
import type { Repository } from './repository.js';

/** A line above this is cut while it streams; its rest is not kept. */
const MAX_LINE_BYTES = 16 * 1024;
const LINK_MODE = /^(?:(?:new|old|deleted) (?:file )?mode 120000|index \S{1,130} 120000)$/;

/** Turns the bytes of a patch into lines, and keeps back what links point at: that may be a path of the host. */
export class PatchLines {
  #rest: Buffer[] = [];
  #bytes = 0;
  #hunks = false;
  #link = false;

  constructor(private readonly line: (text: string) => boolean) {}

  push(chunk: Buffer): boolean {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, end));
      if (!this.#flush()) return false;
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
    return true;
  }

  end(): void {
    if (this.#bytes > 0) this.#flush();
  }

  #keep(part: Buffer): void {
    const room = MAX_LINE_BYTES - this.#bytes;
    if (room <= 0 || part.length === 0) return;
    this.#rest.push(Buffer.from(part.subarray(0, room)));
    this.#bytes += Math.min(room, part.length);
  }

  #flush(): boolean {
    const bytes = Buffer.concat(this.#rest);
    const cut = this.#bytes >= MAX_LINE_BYTES;
    this.#rest = [];
    this.#bytes = 0;
    const whole = isUtf8(bytes) || cut ? bytes.toString('utf8') : decodeText(bytes, 'windows-1252');
    const text = cut ? `${whole} [line cut]` : whole;
    // Lines of a hunk begin with a blank or a sign, so a header is never content.
    if (text.startsWith('diff --git ')) this.#hunks = this.#link = false;
    else if (text.startsWith('@@ ')) {
      this.#hunks = true;
      if (this.#link) return this.line('[the target of a link is left out]');
    } else if (!this.#hunks && LINK_MODE.test(text)) this.#link = true;
    return this.#hunks && this.#link ? true : this.line(text);
  }
}

export interface PatchPart {
  readonly text: string;
  /** Lines given, for going on after them. */
  readonly lines: number;
  readonly more: boolean;
  readonly timedOut: boolean;
  readonly failed: boolean;
}

const wire = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** The change of one commit against its first parent as a patch: whole lines from `skip` on, at most `most` bytes as JSON. */
export async function readPatch(
  repository: Repository,
  hash: string,
  paths: readonly string[],
  { skip, most }: { readonly skip: number; readonly most: number },
  time: GitTime
): Promise<PatchPart> {
  const kept: string[] = [];
  let seen = 0;
  let cost = 0;
  let more = false;
  const lines = new PatchLines(text => {
    // Git puts an empty line before the first file where there is no message.
    if (seen === 0 && text === '') return true;
    if (seen++ < skip) return true;
    cost += wire(text) + 2;
    more = cost > most && kept.length > 0;
    if (!more) kept.push(text);
    return !more;
  });
  const args = [
    ...NO_DRIVERS,
    '--format=',
    '--patch',
    '--find-renames',
    '--diff-merges=first-parent',
    '--end-of-options',
    hash,
    '--',
    ...paths
  ];
  const { code, timedOut } = await streamGit(repository, 'show', args, time, chunk => lines.push(chunk));
  if (!more && !timedOut) lines.end();
  return {
    text: kept.map(line => `${line}\n`).join(''),
    lines: kept.length,
    more: more || timedOut,
    timedOut,
    failed: code !== 0 && !more && !timedOut
  };
}
