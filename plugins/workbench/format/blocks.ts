import type { KeyOrder } from './key-order.js';
import { inOrder } from './one-line.js';
import { lineEnd, visit, type Edit, type Entry, type Mapping, type Node } from './tree.js';

/** Puts the entries of block mappings in order, with the comments above them; what lies within a moved one, another time. */
export function orderedBlocks(text: string, tree: Node, order: KeyOrder): readonly Edit[] {
  const edits: Edit[] = [];
  let done = 0;
  visit(tree, (node, path) => {
    if (node.kind !== 'mapping' || node.flow || node.start < done) return;
    const wanted = inOrder(node.entries, order(path));
    if (wanted.every((entry, i) => entry === node.entries[i])) return;
    const edit = moved(text, node, wanted);
    if (edit === undefined) return;
    edits.push(edit);
    done = edit.end;
  });
  return edits;
}

interface Chunk {
  /** Empty lines and comments above the key. */
  readonly lead: string;
  readonly body: string;
}

function moved(text: string, { entries }: Mapping, wanted: readonly Entry[]): Edit | undefined {
  const from = entries[0]!.key.start;
  const indent = from - lineStart(text, from);
  const starts = entries.map(({ key }, i) => (i === 0 ? from : leadStart(text, key.start, indent)));
  const end = lineEnd(text, entries.at(-1)!.value.end);
  const chunks = new Map<Entry, Chunk>(
    entries.map((entry, i) => {
      const keyLine = i === 0 ? from : lineStart(text, entry.key.start);
      return [entry, { lead: text.slice(starts[i]!, keyLine), body: text.slice(keyLine, starts[i + 1] ?? end) }];
    })
  );
  const pad = ' '.repeat(indent);
  const parts = wanted.map((entry, i) => {
    const { lead, body } = chunks.get(entry)!;
    const bare = entry === entries[0] ? body : body.slice(indent);
    // What moves to the top leaves its empty lines behind; a comment there would come to stand behind a dash.
    if (i === 0) return lead.includes('#') ? undefined : bare;
    return `${lead}${pad}${bare}`;
  });
  if (parts.includes(undefined)) return undefined;
  const ended = parts.map((part, i) => (part!.endsWith('\n') || i === parts.length - 1 ? part! : `${part!}\n`));
  return { start: from, end, text: ended.join('') };
}

const lineStart = (text: string, offset: number) => text.lastIndexOf('\n', offset - 1) + 1;

/** Where the empty lines and comments above a key begin; a comment that is indented deeper belongs to what stands above it. */
function leadStart(text: string, key: number, indent: number): number {
  let start = lineStart(text, key);
  for (let at = start; at > 0;) {
    const above = lineStart(text, at - 1);
    const line = text.slice(above, at - 1);
    const comment = /^( *)#/.exec(line);
    if (comment === null ? line.trim() !== '' : comment[1]!.length > indent) break;
    at = above;
    start = above;
  }
  return start;
}
