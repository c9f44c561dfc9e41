import {
  COLLECTION_STYLE,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type Event,
  type ScalarEvent
} from 'js-yaml';

/** A node of a YAML text by its offsets: `[start, end)` holds quotes, brackets and block indicators. */
export type Node = Scalar | Mapping | Sequence;

interface Placed {
  readonly start: number;
  readonly end: number;
}

export interface Scalar extends Placed {
  readonly kind: 'scalar';
  readonly style: ScalarEvent['style'];
  readonly value: string;
  /** Nothing is written: `key:` alone. */
  readonly empty: boolean;
}

export interface Entry {
  readonly key: Scalar;
  readonly value: Node;
}

export interface Mapping extends Placed {
  readonly kind: 'mapping';
  readonly flow: boolean;
  readonly entries: readonly Entry[];
}

export interface Sequence extends Placed {
  readonly kind: 'sequence';
  readonly flow: boolean;
  readonly items: readonly Node[];
}

/** The tree of a text that has parsed as one document without anchors, aliases or tags. */
export function treeOf(text: string): Node {
  const events = parseEvents(text, {}).filter(({ type }) => type !== EVENT_ID.DOCUMENT);
  let next = 0;
  // Where the node before ended: an empty one stands there.
  let last = 0;

  const read = (): Node => {
    const event = events[next++]!;
    if (event.type === EVENT_ID.SCALAR) return scalar(event);
    if (event.type !== EVENT_ID.MAPPING && event.type !== EVENT_ID.SEQUENCE) throw new Error('this text has aliases');
    const flow = event.style === COLLECTION_STYLE.FLOW;
    const { start } = event;
    last = flow ? start + 1 : start;
    const node = event.type === EVENT_ID.MAPPING ? mapping(start, flow) : sequence(start, flow);
    last = node.end;
    return node;
  };
  const ended = () => (events[next] as Event).type === EVENT_ID.POP;
  const close = (flow: boolean): number => {
    next++;
    return flow ? closing(text, last) : last;
  };
  const mapping = (start: number, flow: boolean): Mapping => {
    const entries: Entry[] = [];
    while (!ended()) entries.push({ key: read() as Scalar, value: read() });
    return { kind: 'mapping', flow, entries, start, end: close(flow) };
  };
  const sequence = (start: number, flow: boolean): Sequence => {
    const items: Node[] = [];
    while (!ended()) items.push(read());
    return { kind: 'sequence', flow, items, start, end: close(flow) };
  };
  const scalar = (event: ScalarEvent): Scalar => {
    const { valueStart, valueEnd, style } = event;
    const quote = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED ? 1 : 0;
    const empty = valueStart < 0 || (valueStart === valueEnd && style === SCALAR_STYLE.PLAIN);
    const place = empty ? { start: last, end: last } : { start: valueStart - quote, end: valueEnd + quote };
    last = place.end;
    return { kind: 'scalar', style, empty, value: empty ? '' : getScalarValue(text, event), ...place };
  };
  return read();
}

/** The offset behind the bracket that closes a flow collection, past commas, spaces and comments. */
function closing(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const char = text[i]!;
    if (char === '}' || char === ']') return i + 1;
    if (char === '#') i = text.indexOf('\n', i);
  }
  return text.length;
}

/** Visits every node, parents first, with the path of keys and indexes that leads to it, and its key if it has one. */
export function visit(
  node: Node,
  see: (node: Node, path: readonly string[], key: Scalar | undefined) => void,
  path: readonly string[] = [],
  own?: Scalar
): void {
  see(node, path, own);
  if (node.kind === 'mapping') for (const { key, value } of node.entries) visit(value, see, [...path, key.value], key);
  if (node.kind === 'sequence') node.items.forEach((item, i) => visit(item, see, [...path, String(i)]));
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes edits that do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((done, edit) => done.slice(0, edit.start) + edit.text + done.slice(edit.end), text);
}

/** Behind the line break of the line on which a value ends; a block scalar ends there already. */
export function lineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}
