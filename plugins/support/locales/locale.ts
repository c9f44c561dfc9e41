import type { DocumentSet, Loaded, Source } from '../../../core/index.js';
import { notationOf, parseTemplate, type Notation, type Template } from '../../../core/templates/index.js';
import { FigureReader } from './figures.js';
import { type LocaleFile, LocaleKind, type Translation } from './locale-kind.js';

interface Entry extends Translation {
  readonly source: Source;
  readonly pointer: string;
}

/** What the files of one language say. They are read when a conversation is first held in it. */
export class Locale {
  /** One by the text in the shop's own language. */
  #entries: ReadonlyMap<string, Entry> | undefined;
  #notation: Notation | undefined;
  readonly #twins = new Map<string, Template | undefined>();
  readonly #figures: { readonly own: FigureReader; readonly other: FigureReader };

  constructor(
    readonly code: string,
    own: string,
    readonly files: readonly Loaded<LocaleFile>[]
  ) {
    this.#figures = { own: new FigureReader(own), other: new FigureReader(code) };
  }

  get entries(): ReadonlyMap<string, Entry> {
    this.#entries ??= new Map(
      this.files.flatMap(({ value, source }) =>
        (value.texts ?? []).map((each, i) => {
          const says = onOneLine(each.says);
          return [onOneLine(each.text), { ...each, says, source, pointer: `/texts/${i}` }] as const;
        })
      )
    );
    return this.#entries;
  }

  /** Values by key of all its files together. */
  merged<T>(pick: (file: LocaleFile) => Readonly<Record<string, T>> | undefined): Readonly<Record<string, T>> {
    return Object.assign({}, ...this.files.map(({ value }) => pick(value) ?? {})) as Readonly<Record<string, T>>;
  }

  get notation(): Notation {
    this.#notation ??= notationOf(
      this.code,
      this.merged(({ words }) => words)
    );
    return this.#notation;
  }

  /** What a text without variables is in it. */
  text(own: string): string | undefined {
    const says = this.entries.get(onOneLine(own))?.says;
    if (says === undefined || !says.includes('{')) return says;
    // An amount of a setting: `{{ "500.00" | money: "USD" }}`.
    return own.includes('{') ? undefined : this.twin({ text: own, reads: [] })?.render({});
  }

  /** The template of the same text; it may read what that one reads. */
  twin({ text, reads }: Pick<Template, 'text' | 'reads'>, problem?: (message: string) => void): Template | undefined {
    const key = onOneLine(text);
    const entry = this.entries.get(key);
    if (problem === undefined && this.#twins.has(key)) return this.#twins.get(key);
    const twin =
      entry === undefined ? undefined : parseTemplate(entry.says, reads, problem ?? (() => {}), this.notation);
    this.#twins.set(key, twin);
    return twin;
  }

  /** Whether a text states no figure, day or number that the one in the shop's own language does not. */
  statesOnly(text: string, own: string): boolean {
    const stated = this.#figures.own.read(own);
    return [...this.#figures.other.read(text)].every(figure => stated.has(figure));
  }

  /** By sentence of an article: what customers ask in the language; `{a|b}` stands for either. */
  asked(sentence: string): readonly string[] {
    return this.entries.get(onOneLine(sentence))?.asked ?? [];
  }
}

export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The languages that have files, none of which is looked into yet. */
export function localesOf(set: DocumentSet, own: string): ReadonlyMap<string, Locale> {
  const files = set.of(LocaleKind);
  const codes = new Set(files.map(({ source }) => codeOf(source)));
  return new Map(
    [...codes].map(code => [
      code,
      new Locale(
        code,
        own,
        files.filter(each => codeOf(each.source) === code)
      )
    ])
  );
}

/** The folder that a file lies in says of which language it is. */
const codeOf = ({ file }: Source): string => file.split('/')[2] ?? '';
