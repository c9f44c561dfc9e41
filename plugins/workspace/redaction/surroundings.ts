import { isAscii, type Buffer } from 'node:buffer';
import { hasMark } from './marks.js';
import { EXTENSION, GOES_ON, type Reach } from './reach.js';
import { BYTES_PER_UNIT } from './redacted.js';

/** A part of a content, in bytes. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

const goesOn = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(new RegExp(GOES_ON).test(String.fromCharCode(byte)))
);

/** Which secrets a content can have: those that are short, others, or such that any part of it can be one. */
export type Secrets = 'near' | 'far' | 'document';

export const secretsIn = (content: Buffer, { near, document }: Reach): Secrets =>
  !hasMark(content, near.far) ? 'near' : hasMark(content, document) ? 'document' : 'far';

/** Bytes around a part of a content that are enough to know which secrets reach into it. */
export const bytesAround = (secrets: Secrets, { overlap, near }: Reach): number =>
  secrets === 'document'
    ? Number.POSITIVE_INFINITY
    : BYTES_PER_UNIT * (secrets === 'far' ? overlap : near.overlap + EXTENSION);

/** What has to be read of a content in UTF-8 to know which secrets reach into its parts. */
export class Surroundings {
  #secrets: Secrets | undefined;

  /** `secrets` are those of the whole that the content is a part of, where they are known. */
  constructor(
    private readonly content: Buffer,
    private readonly reach: Reach,
    secrets?: Secrets
  ) {
    this.#secrets = secrets;
  }

  of({ from, to }: Extent): Extent {
    const { content } = this;
    const { overlap, near } = this.reach;
    const secrets = (this.#secrets ??= secretsIn(content, this.reach));
    if (secrets === 'document') return { from: 0, to: content.length };
    if (secrets === 'far') return this.#around(from, to, overlap);
    let start = from;
    while (start > 0 && from - start < EXTENSION && goesOn[content[start - 1]!] === 1) start--;
    const around = this.#around(start, to, near.overlap);
    let end = around.to;
    while (end < content.length && end - around.to < EXTENSION && goesOn[content[end]!] === 1) end++;
    return { from: around.from, to: end };
  }

  #around(from: number, to: number, characters: number): Extent {
    return { from: this.#step(from, -1, characters), to: this.#step(to, 1, characters) };
  }

  /** A place that lies at least so many characters away, before (`by` -1) or behind (1). */
  #step(at: number, by: -1 | 1, characters: number): number {
    const { content } = this;
    const place = (bytes: number): number => Math.min(Math.max(0, at + by * bytes), content.length);
    const plain = place(characters);
    if (isAscii(content.subarray(Math.min(at, plain), Math.max(at, plain)))) return plain;
    const most = place(characters * BYTES_PER_UNIT);
    let left = characters;
    let found = at;
    for (; found !== most && left > 0; found += by) if ((content[by < 0 ? found - 1 : found]! & 0xc0) !== 0x80) left--;
    return found;
  }
}
