import { once } from '../packages.js';
import type { DocumentKind, Loaded } from './kind.js';
import { parse, type TextFile } from './read.js';

/** A file that is known to be sound, parsed when its value is first looked at. */
export function unparsed(kind: DocumentKind<unknown>, file: TextFile): Loaded<unknown> {
  const { source } = file;
  const value = once(() => {
    const refuse = (pointer: string, code: string, message: string) => {
      throw new Error(`${source.file}${pointer}: ${code} ${message}`);
    };
    return kind.compile(parse(file, [])?.content, refuse, source);
  });
  return {
    source,
    get value() {
      return value();
    }
  };
}
