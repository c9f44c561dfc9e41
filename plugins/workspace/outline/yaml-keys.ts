import { nameOf, type Definition, type Outline } from './definition.js';

const DASH = /^-[ \t]+/;
const KEY =
  /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#{}[\],&*!|>%@`?-][^#]{0,500}?|-[^\s#][^#]{0,500}?)[ \t]*:(?=\s|$)/;
const BLOCK_SCALAR = /(?::|^-)[ \t]+(?:[&!]\S+[ \t]+)*[|>][0-9+-]{0,2}[ \t]*(?:#.*)?$/;
const LONGEST_LINE = 2000;

interface Open {
  readonly index: number;
  readonly indent: number;
}

/** Keys of mappings by their indentation. Reads line by line, so that a file with mistakes has an outline too. */
export function yamlKeys(text: string): Outline {
  const definitions: (Definition & { end: number })[] = [];
  const open: Open[] = [];
  let last = 0;
  let scalar = -1;
  const close = (indent: number): void => {
    while (open.length > 0 && open.at(-1)!.indent >= indent) definitions[open.pop()!.index]!.end = last;
  };

  for (const [number, whole] of text.split(/\r?\n/).entries()) {
    const line = whole.slice(0, LONGEST_LINE);
    let rest = line.trimStart();
    let indent = line.length - rest.length;
    if (rest === '') continue;
    if (scalar >= 0 && indent > scalar) {
      last = number + 1;
      continue;
    }
    scalar = -1;
    if (rest.startsWith('#')) continue;
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(line)) {
      close(0);
      continue;
    }
    // A key behind dashes stands as deep as it is written.
    for (let dash = DASH.exec(rest); dash !== null; dash = DASH.exec(rest)) {
      close(indent + 1);
      rest = rest.slice(dash[0].length);
      indent += dash[0].length;
    }
    const key = KEY.exec(rest);
    if (key !== null) {
      close(indent);
      const name = nameOf(key[1]!);
      definitions.push({ kind: 'key', name, start: number + 1, end: number + 1, level: open.length });
      open.push({ index: definitions.length - 1, indent });
    }
    if (BLOCK_SCALAR.test(line)) scalar = open.at(-1)?.indent ?? 0;
    last = number + 1;
  }
  close(0);
  return { definitions, errors: false };
}
