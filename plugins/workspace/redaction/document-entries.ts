import { GOES_ON } from './reach.js';

/** How far from its mark a document is looked at, in characters: files that are read whole are smaller. */
const MOST_DOCUMENT = 2 ** 20;
const DOCUMENT_END = '\n---';

/** What the entries of a document are, and the line under which those stand that are secret; any where it is not said. */
export interface EntryPatterns {
  readonly match: readonly RegExp[];
  readonly under: RegExp | undefined;
}

export type Range = readonly [from: number, to: number];

/** Where the document lies that a place of a text is in. */
export function documentAround(text: string, at: number): Range {
  const stop = text.indexOf(DOCUMENT_END, at);
  return [
    Math.max(at - MOST_DOCUMENT, text.lastIndexOf(DOCUMENT_END, at) + 1, 0),
    Math.min(stop < 0 ? text.length : stop, at + MOST_DOCUMENT)
  ];
}

/**
 * Where the values of a document's entries lie.
 * @param extend a value goes on with all that follows without a break
 */
export function* entriesIn(text: string, { match, under }: EntryPatterns, extend: boolean): Generator<Range> {
  const lines = { braces: openBraces(text), outline: outlineOf(text) };
  for (const entry of match)
    for (const { indices } of text.matchAll(entry)) {
      const found = indices![1]!;
      if (under?.test(parentOf(text, found[0], lines)) !== false) yield valueAt(text, found, extend);
    }
}

const BLOCK_SCALAR = /^[|>][+-]?\d?[+-]?[ \t]*$/;

/** All that follows without a break: a pattern ends after so many characters. */
const REST = new RegExp(`${GOES_ON}*`, 'y');

/** Where a value lies: for the sign of YAML that begins a block, the lines below that are indented more. */
function valueAt(text: string, [from, to]: Range, extend: boolean): Range {
  if (!BLOCK_SCALAR.test(text.slice(from, to))) {
    REST.lastIndex = to;
    return [from, to + (extend ? REST.exec(text)![0].length : 0)];
  }
  const own = indentOf(text, startOfLine(text, from));
  const first = to + 1 + indentOf(text, to + 1);
  let end = to;
  for (let line = to + 1; line > 0 && line < text.length; line = text.indexOf('\n', line) + 1) {
    const lineEnd = text.indexOf('\n', line);
    const content = text.slice(line, lineEnd < 0 ? undefined : lineEnd);
    if (content.trim() !== '' && indentOf(text, line) <= own) break;
    if (content.trim() !== '') end = line + content.trimEnd().length;
  }
  return end === to ? [from, to] : [first, end];
}

/** For each place of a text the innermost brace that is open there on its line, or -1. */
function openBraces(text: string): Int32Array {
  const innermost = new Int32Array(text.length);
  let open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\n') open = [];
    else if (sign === '}') open.pop();
    innermost[at] = open.at(-1) ?? -1;
    if (sign === '{') open.push(at);
  }
  return innermost;
}

const LONGEST_NAME = 100;

/** What an entry belongs to: the name before the braces around it on its line, else the nearest line above that is indented less. */
function parentOf(
  text: string,
  at: number,
  { braces, outline }: { readonly braces: Int32Array; readonly outline: Outline }
): string {
  for (let brace = braces[at]!; brace >= 0; brace = braces[brace]!) {
    const before = text.slice(Math.max(startOfLine(text, brace), brace - LONGEST_NAME), brace).trim();
    if (before !== '') return before.slice(Math.max(before.lastIndexOf(','), before.lastIndexOf('{')) + 1).trim();
  }
  return parentLine(text, at, outline);
}

/** Where the lines of a text begin, and for each the number of the nearest one above that is indented less, or -1. */
interface Outline {
  readonly starts: readonly number[];
  readonly parents: readonly number[];
}

/** Made once for a document: each entry that looked for the line above it would read all of those before. */
function outlineOf(text: string): Outline {
  const starts: number[] = [];
  const parents: number[] = [];
  const above: { readonly line: number; readonly indent: number }[] = [];
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const indent = indentOf(text, start);
    const blank = text.slice(start, end).trim() === '';
    while (!blank && above.length > 0 && above.at(-1)!.indent >= indent) above.pop();
    parents.push(above.at(-1)?.line ?? -1);
    if (!blank) above.push({ line: starts.length, indent });
    starts.push(start);
    start = end + 1;
  }
  return { starts, parents };
}

/** The line under which the one stands that holds a place; empty where there is none. */
function parentLine(text: string, at: number, { starts, parents }: Outline): string {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  const parent = parents[low] ?? -1;
  return parent < 0
    ? ''
    : text.slice(starts[parent]!, Math.min(starts[parent + 1]! - 1, starts[parent]! + LONGEST_LINE)).trim();
}

/** Of a line that says what stands below it, in characters. */
const LONGEST_LINE = 1000;

export const startOfLine = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);
const indentOf = (text: string, at: number): number => /^[ \t]*/.exec(text.slice(at, at + 200))![0].length;
