import type { TextRedactor } from '../redaction/redactor.js';
import { Redacted, SearchedText, wholeCharacter } from '../redaction/redacted.js';
import { wireBytes } from '../redaction/visible.js';

/** A line above this is cut. */
export const MAX_LINE_CHARACTERS = 16 * 1024;
const CUT = ' [line cut]';

/** The lines of a page of a patch with what lies around them, which is not shown but tells where secrets are. */
export class PatchWindow {
  readonly #lead: string[] = [];
  #leadCharacters = 0;
  readonly #lines: string[] = [];
  #cost = 0;
  #behind = 0;

  /** @param most bytes of the page on the wire */
  constructor(
    private readonly most: number,
    private readonly redactor: TextRedactor,
    private readonly path: string | undefined
  ) {}

  /** Takes a line of a page before this one. */
  pass(line: string): void {
    this.#lead.push(line);
    this.#leadCharacters += line.length + 1;
    while (this.#leadCharacters - this.#lead[0]!.length - 1 >= this.redactor.overlap)
      this.#leadCharacters -= this.#lead.shift()!.length + 1;
  }

  /** Takes a line of this page or behind it; false once there are enough. */
  take(line: string): boolean {
    if (this.#cost <= this.most) this.#cost += wireBytes(line.slice(0, MAX_LINE_CHARACTERS));
    else this.#behind += line.length + 1;
    this.#lines.push(line);
    return this.#behind < this.redactor.overlap;
  }

  /** The lines that fit, at least one, ending where no secret is split; `lines` is how many, `more` whether some are left. */
  page(): { readonly text: Redacted; readonly lines: number; readonly more: boolean } {
    const lead = this.#lead.map(line => `${line}\n`).join('');
    const text = SearchedText.of(lead + this.#lines.map(line => `${line}\n`).join(''), this.redactor, this.path);
    let shown = '';
    let count = 0;
    let lines = 0;
    let cost = 0;
    let from = lead.length;
    let at = from;
    let part = { text: '', count: 0 };
    for (const [index, line] of this.#lines.entries()) {
      const end = at + line.length + 1;
      const isLong = line.length > MAX_LINE_CHARACTERS;
      if (isLong || !text.splits(end)) {
        const to = isLong ? wholeCharacter(text.raw, at + MAX_LINE_CHARACTERS) : end;
        const piece = text.show(from, to);
        part = { text: part.text + piece.text + (isLong ? `${CUT}\n` : ''), count: part.count + piece.count };
        from = end;
      }
      at = end;
      if (text.splits(end)) continue;
      cost += wireBytes(part.text);
      if (cost > this.most && lines > 0) break;
      shown += part.text;
      count += part.count;
      lines = index + 1;
      part = { text: '', count: 0 };
    }
    return { text: new Redacted(shown, count), lines, more: lines < this.#lines.length };
  }
}
