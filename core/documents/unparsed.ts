import type { DocumentKind, Loaded } from './kind.js';
import { parse, type TextFile } from './read.js';

/** A file that is known to be sound, parsed when its value is first looked at. */
export function unparsed(kind: DocumentKind<unknown>, { source, text }: TextFile): Loaded<unknown> {
  let made: { readonly value: unknown } | undefined;
  const make = () => {
    const content = parse(source.file, text, [])?.content;
    const refuse = (pointer: string, code: string, message: string) => {
      throw new Error(`${source.file}${pointer}: ${code} ${message}`);
    };
    return { value: kind.compile(content, refuse, source) };
  };
  return {
    source,
    get value() {
      return (made ??= make()).value;
    }
  };
}
