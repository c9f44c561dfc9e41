import type { Template } from '../../../core/templates/index.js';
import type { Locale } from './locale.js';

/** A piece of a reply, and the text in the shop's own language that it says: that one was proved. */
export interface ToldPiece {
  readonly text: string;
  readonly of: string;
}

type Data = Readonly<Record<string, unknown>>;

/**
 * What a run says in another language than the shop's own. Everything is decided, composed and proved in the shop's own
 * language; each text is noted with the template and the data it was made from. What is sent is made of the counterparts of
 * these templates, from the same data.
 */
export class Telling {
  readonly #noted = new Map<string, () => string | undefined>();

  constructor(readonly locale: Locale) {}

  /** Notes that a template said a text. */
  note(text: string, template: Pick<Template, 'text' | 'reads'>, data: Data): void {
    const said = text.trim();
    if (said === '' || this.#noted.has(said)) return;
    this.#noted.set(said, () => {
      // A template that only says a part of its data again is not looked for within that data.
      this.#noted.delete(said);
      const text = this.#told(said, template, data);
      this.#noted.set(said, () => text);
      return text;
    });
  }

  /** The pieces of a reply; one that has no counterpart stays as it is, and so does all of a reply that nobody noted. */
  tell(reply: string): readonly ToldPiece[] {
    const pieces = this.#piecesOf(reply.trim(), 0) ?? [reply];
    return pieces.map(of => ({ of, text: this.#counterpart(of) ?? of }));
  }

  #told(said: string, template: Pick<Template, 'text' | 'reads'>, data: Data): string | undefined {
    const twin = this.locale.twin(template);
    // A template of nothing but its data has no counterpart; what the data say may have.
    if (twin === undefined) return this.#pieceByPiece(said);
    let text: string;
    try {
      text = twin.render(this.#localised(data) as Data);
    } catch {
      return undefined;
    }
    return text !== '' && this.locale.statesOnly(text, said) ? text : undefined;
  }

  #counterpart(of: string): string | undefined {
    return this.#noted.get(of)?.() ?? this.locale.text(of);
  }

  /** Texts within the data, a rule's words or the sentence of an article, as they are in the language. */
  #localised(value: unknown): unknown {
    if (typeof value === 'string') return value.includes(' ') ? (this.#pieceByPiece(value.trim()) ?? value) : value;
    if (Array.isArray(value)) return value.map(each => this.#localised(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#localised(each)]));
  }

  #pieceByPiece(text: string): string | undefined {
    return this.#piecesOf(text, 0)
      ?.map(of => this.#counterpart(of) ?? of)
      .join(' ');
  }

  /** A text as those that were noted, and sentences of files, one behind the other. */
  #piecesOf(text: string, from: number): readonly string[] | undefined {
    if (from >= text.length) return [];
    for (const end of this.#ends(text, from)) {
      const rest = this.#piecesOf(text, end + 1);
      if (rest !== undefined) return [text.slice(from, end), ...rest];
    }
    return undefined;
  }

  /** Where a piece that begins at a place may end, the longest first. */
  #ends(text: string, from: number): readonly number[] {
    const ends = new Set<number>();
    for (const noted of this.#noted.keys())
      if (text.startsWith(noted, from) && (text[from + noted.length] ?? ' ') === ' ') ends.add(from + noted.length);
    for (const { index } of text.slice(from).matchAll(/(?<=[.?!])(?= |$)|$/g))
      if (this.locale.text(text.slice(from, from + index)) !== undefined) ends.add(from + index);
    return [...ends].sort((a, b) => b - a);
  }
}
