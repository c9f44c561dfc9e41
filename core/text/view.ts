/**
 * One way of reading a text. `words` has lower-case words, single spaces, ` ; ` between sentences and ` : ` for a
 * colon; `raw` keeps punctuation and line ends. Patterns run on views, findings point into the original.
 */
export interface View {
  /** How the text was read: `plain`, `lookalike`, `leet`, `joined`, `spelling`, `rot13`, `reversed`, or a decoder's name. */
  readonly name: string;
  readonly form: 'words' | 'raw';
  readonly text: string;
  /** Offset in the original of every character; where a whole stretch was decoded, its place is `span`. */
  readonly map: Int32Array | null;
  readonly span: readonly [number, number];
}

/** A text of its UTF-16 units. One of Latin-1 alone is made as such: everything runs faster over it. */
function textOf(codes: Uint16Array): string {
  const bytes = Buffer.allocUnsafe(codes.length);
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] as number;
    if (code > 255) return Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength).toString('utf16le');
    bytes[at] = code;
  }
  return bytes.toString('latin1');
}

/** A text of the same length, of which `codeAt` gives every unit. */
export function mapCodes(text: string, codeAt: (at: number) => number): string {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < codes.length; at++) codes[at] = codeAt(at);
  return textOf(codes);
}

/** Where a stretch of a view stands in the original text. */
export function placeIn(view: View, start: number, end: number): readonly [number, number] {
  if (view.map === null) return view.span;
  const first = view.map[start] ?? 0;
  const last = view.map[end - 1] ?? first;
  return first <= last ? [first, last + 1] : [last, first + 1];
}

/** A growing pair of arrays: a view's characters and where each came from. */
export class Sink {
  private codes = new Uint16Array(8192);
  private offsets = new Int32Array(8192);
  length = 0;

  push(code: number, offset: number): void {
    if (this.length === this.codes.length) this.grow();
    this.codes[this.length] = code;
    this.offsets[this.length++] = offset;
  }

  lastOffset(): number {
    return this.length === 0 ? 0 : (this.offsets[this.length - 1] ?? 0);
  }

  private grow(): void {
    const codes = new Uint16Array(this.codes.length * 2);
    const offsets = new Int32Array(codes.length);
    codes.set(this.codes);
    offsets.set(this.offsets);
    this.codes = codes;
    this.offsets = offsets;
  }

  text(): string {
    return textOf(this.codes.subarray(0, this.length));
  }

  map(): Int32Array {
    return this.offsets.slice(0, this.length);
  }
}
