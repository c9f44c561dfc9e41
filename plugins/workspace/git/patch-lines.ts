import { Buffer, isUtf8 } from 'node:buffer';
import { decodeText } from '../reading/encoding.js';

const NEWLINE = 10;
const LINK_MODE = /^(?:(?:new|old|deleted) (?:file )?mode 120000|index \S{1,130} 120000)$/;

/** Turns the bytes of a patch into lines, and keeps back what links point at: that may be a path of the host. */
export class PatchLines {
  #rest: Buffer[] = [];
  #bytes = 0;
  #hunks = false;
  #link = false;

  /** @param most bytes of a line that are kept; the rest is dropped while it streams */
  constructor(
    private readonly most: number,
    private readonly line: (text: string) => boolean
  ) {}

  push(chunk: Buffer): boolean {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
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
    const room = this.most - this.#bytes;
    if (room <= 0 || part.length === 0) return;
    this.#rest.push(Buffer.from(part.subarray(0, room)));
    this.#bytes += Math.min(room, part.length);
  }

  #flush(): boolean {
    const bytes = Buffer.concat(this.#rest);
    const cut = this.#bytes >= this.most;
    this.#rest = [];
    this.#bytes = 0;
    const text = isUtf8(bytes) || cut ? bytes.toString('utf8') : decodeText(bytes, 'windows-1252');
    // Lines of a hunk begin with a blank or a sign, so a header is never content.
    if (text.startsWith('diff --git ')) this.#hunks = this.#link = false;
    else if (text.startsWith('@@ ')) {
      this.#hunks = true;
      if (this.#link) return this.line('[the target of a link is left out]');
    } else if (!this.#hunks && LINK_MODE.test(text)) this.#link = true;
    return this.#hunks && this.#link ? true : this.line(text);
  }
}
