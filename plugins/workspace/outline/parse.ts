import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import treeSitter, { type Language, type Node, type Query } from '@vscode/tree-sitter-wasm';
import { nameOf, type Definition, type DefinitionKind, type Outline } from './definition.js';

interface Grammar {
  readonly language: Language;
  readonly queries: Map<string, Query>;
}

const grammars = new Map<string, Grammar>();
const folder = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
let ready: Promise<void> | undefined;

/** Loaded on first use: the runtime takes 15 ms and a grammar up to 30. */
async function grammarOf(name: string): Promise<Grammar> {
  await (ready ??= treeSitter.Parser.init());
  let grammar = grammars.get(name);
  if (grammar === undefined) {
    const language = await treeSitter.Language.load(join(folder, `tree-sitter-${name}.wasm`));
    grammars.set(name, (grammar = { language, queries: new Map() }));
  }
  return grammar;
}

function queryOf({ language, queries }: Grammar, source: string): Query {
  let query = queries.get(source);
  if (query === undefined) queries.set(source, (query = new treeSitter.Query(language, source)));
  return query;
}

interface Found {
  kind: DefinitionKind;
  pattern: number;
  readonly name: string;
  start: number;
  end: number;
  firstLine: number;
  lastLine: number;
}

/** Of patterns that find one name the last gives the kind, the widest gives the lines. */
function collect(query: Query, root: Node): Found[] {
  const byName = new Map<string, Found>();
  for (const { patternIndex: pattern, captures } of query.matches(root)) {
    const name = captures.find(capture => capture.name === 'name')?.node;
    if (name === undefined) continue;
    for (const { name: capture, node } of captures) {
      if (capture === 'name') continue;
      const kind = capture as DefinitionKind;
      const { startIndex: start, endIndex: end, startPosition, endPosition } = node;
      const firstLine = startPosition.row + 1;
      // A node that takes in the line break after it ends at the beginning of the next line.
      const lastLine = Math.max(firstLine, endPosition.row + (endPosition.column === 0 ? 0 : 1));
      const key = `${name.startIndex}:${name.endIndex}`;
      const known = byName.get(key);
      if (known === undefined)
        byName.set(key, { kind, pattern, name: nameOf(name.text), start, end, firstLine, lastLine });
      else {
        if (pattern > known.pattern) Object.assign(known, { kind, pattern });
        if (start < known.start) Object.assign(known, { start, firstLine });
        if (end > known.end) Object.assign(known, { end, lastLine });
      }
    }
  }
  return [...byName.values()].sort((left, right) => left.start - right.start || right.end - left.end);
}

/** The definitions of a text, by a query. Tolerates syntax errors; throws where the query does not fit the grammar. */
export async function parse(text: string, name: string, definitions: string): Promise<Outline> {
  const grammar = await grammarOf(name);
  const query = queryOf(grammar, definitions);
  const parser = new treeSitter.Parser().setLanguage(grammar.language);
  const tree = parser.parse(text)!;
  try {
    const around: Found[] = [];
    const nested = collect(query, tree.rootNode).map((found): Definition => {
      const holds = ({ start, end }: Found) => end >= found.end && (start < found.start || end > found.end);
      while (around.length > 0 && !holds(around.at(-1)!)) around.pop();
      const level = around.length;
      around.push(found);
      return { kind: found.kind, name: found.name, start: found.firstLine, end: found.lastLine, level };
    });
    return { definitions: nested, errors: tree.rootNode.hasError };
  } finally {
    tree.delete();
    parser.delete();
  }
}
