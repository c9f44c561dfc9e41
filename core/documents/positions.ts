import type { ScalarEvent } from 'js-yaml';
import { escapePointer } from '../json.js';
import { yamlPackage } from '../packages.js';

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Maps every JSON pointer of a YAML or JSON text to the 1-based line and column where its key or item starts. */
export function positions(text: string): ReadonlyMap<string, Place> {
  const { EVENT_ID, getScalarValue, parseEvents } = yamlPackage();
  const starts = lineStarts(text);
  const places = new Map<string, Place>();
  const open: Frame[] = [];

  const mark = (pointer: string, offset: number) => {
    // An item that was left empty stands nowhere; its list is where to look.
    if (offset >= 0 && !places.has(pointer)) places.set(pointer, placeOf(offset, starts));
  };
  const valuePointer = (offset: number): string => {
    const frame = open.at(-1);
    if (frame === undefined || frame.type === 'document') {
      mark('', offset);
      return '';
    }
    if (frame.type === 'sequence') {
      const pointer = `${frame.pointer}/${frame.next++}`;
      mark(pointer, offset);
      return pointer;
    }
    const pointer = `${frame.pointer}/${frame.key}`;
    frame.key = undefined;
    return pointer;
  };

  for (const event of parseEvents(text, {})) {
    const frame = open.at(-1);
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        open.push({ type: 'document' });
        break;
      case EVENT_ID.MAPPING:
        open.push({ type: 'mapping', pointer: valuePointer(event.start), key: undefined });
        break;
      case EVENT_ID.SEQUENCE:
        open.push({ type: 'sequence', pointer: valuePointer(event.start), next: 0 });
        break;
      case EVENT_ID.SCALAR:
        if (frame?.type === 'mapping' && frame.key === undefined) {
          frame.key = escapePointer(getScalarValue(text, event));
          mark(`${frame.pointer}/${frame.key}`, startOf(event, text));
        } else valuePointer(startOf(event, text));
        break;
      case EVENT_ID.ALIAS:
        valuePointer(event.anchorStart);
        break;
      case EVENT_ID.POP:
        open.pop();
        break;
    }
  }
  return places;
}

/** Where the second YAML document of a text begins. */
export function secondDocument(text: string): Place {
  const { EVENT_ID, parseEvents } = yamlPackage();
  let documents = 0;
  for (const event of parseEvents(text, {})) {
    if (event.type === EVENT_ID.DOCUMENT) documents++;
    else if (documents === 2) {
      const offset = 'start' in event ? event.start : 'valueStart' in event ? startOf(event, text) : -1;
      return placeOf(offset < 0 ? text.lastIndexOf('---') : offset, lineStarts(text));
    }
  }
  return { line: 1, column: 1 };
}

/** The place of a pointer, or of the nearest ancestor that has one. */
export function placeFor(places: ReadonlyMap<string, Place>, pointer: string): Place {
  for (let p = pointer; ; p = p.slice(0, p.lastIndexOf('/'))) {
    const place = places.get(p);
    if (place !== undefined || p === '') return place ?? { line: 1, column: 1 };
  }
}

/** The place of a line of a block text, by its number from 0 on (`/body/2`); undefined for any other pointer. */
export function lineOfText(places: ReadonlyMap<string, Place>, pointer: string, text: string): Place | undefined {
  const [, parent = '', nth] = /^(.*)\/(\d+)$/.exec(pointer) ?? [];
  const key = places.has(pointer) ? undefined : places.get(parent);
  if (nth === undefined || key === undefined) return undefined;
  const lines = text.split('\n');
  if (!/\|[-+1-9]*\s*(?:#.*)?$/.test(lines[key.line - 1] ?? '')) return undefined;
  const line = key.line + Number(nth) + 1;
  return { line, column: (lines[line - 1] ?? '').search(/\S|$/) + 1 };
}

type Frame =
  | { type: 'document' }
  | { type: 'sequence'; pointer: string; next: number }
  | { type: 'mapping'; pointer: string; key: string | undefined };

/** Events tell where a scalar's content starts; a reader looks for its quote or its block indicator. */
function startOf({ valueStart, style }: ScalarEvent, text: string): number {
  const { SCALAR_STYLE } = yamlPackage();
  if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) return valueStart - 1;
  if (style !== SCALAR_STYLE.LITERAL_BLOCK && style !== SCALAR_STYLE.FOLDED_BLOCK) return valueStart;
  const header = text.lastIndexOf('\n', valueStart - 1);
  const line = text.lastIndexOf('\n', header - 1) + 1;
  return line + text.slice(line, header).search(/[|>][-+1-9]*[ \t]*(?:#.*)?\r?$/);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return starts;
}

function placeOf(offset: number, starts: readonly number[]): Place {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - starts[low]! + 1 };
}
