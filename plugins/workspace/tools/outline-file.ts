import type { ToolCallContext, WorkspaceTool } from '../contract/tool.js';
import type { OpenedFile } from '../sandbox/contract.js';
import { Denied } from '../sandbox/denied.js';
import type { OutlineReader } from '../outline/language.js';
import type { Definition, DefinitionKind, Outline } from '../outline/definition.js';
import { ParseThread } from '../outline/parse-thread.js';
import type { ScannerName } from '../outline/grammars.js';
import { jsonKeys } from '../outline/json-keys.js';
import { markdownHeadings } from '../outline/markdown-headings.js';
import { yamlKeys } from '../outline/yaml-keys.js';
import { select } from '../outline/select.js';
import { beginning } from '../redaction/redacted.js';
import { printable } from '../redaction/visible.js';
import { isCount, makeCursor, readCursor } from '../sandbox/cursor.js';
import { answer, readableSize } from '../contract/answer.js';
import { Budget } from '../contract/budget.js';
import { lineSource } from '../reading/line-source.js';

const NAME = 'outline_file';
const DEFAULT_DEPTH = 3;
/** A syntax tree takes up to thirty times the memory of its text. */
const MOST_BYTES = 2 * 1024 * 1024;
const NAME_CHARACTERS = 200;

/** Languages that need no grammar. Linear in the length of the text; none of them throws. */
const SCANNERS: Readonly<Record<ScannerName, (text: string) => Outline>> = {
  json: jsonKeys,
  markdown: markdownHeadings,
  yaml: yamlKeys
};

interface Arguments {
  readonly path: string;
  readonly depth?: number;
  readonly kinds?: readonly DefinitionKind[];
  readonly cursor?: string;
}

interface Position {
  readonly skip: number;
}

/** A definition as the result shows it. */
interface Shown {
  readonly name: unknown;
  readonly kind: DefinitionKind;
  readonly start_line: number;
  readonly end_line: number;
  /** It began on a page before and is here for those inside it. */
  readonly continued?: true;
  definitions?: Shown[];
}

const parser = new ParseThread();

function textOf(file: OpenedFile, limit: number): { text: string; lines: number | undefined } {
  const most = Math.min(limit, MOST_BYTES);
  if (file.size > most)
    throw new Denied(
      'too_large',
      `'${file.path}' has ${readableSize(file.size)}, an outline takes at most ${readableSize(most)}; use search_text`,
      { size: file.size, limit: most }
    );
  const source = lineSource(file, undefined, limit);
  return { text: source.decode(source.read(0, source.size)), lines: source.totalLines };
}

async function outlineOf(text: string, reader: OutlineReader, context: ToolCallContext): Promise<Outline | undefined> {
  return 'scanner' in reader ? SCANNERS[reader.scanner](text) : parser.parse({ text, ...reader }, context);
}

/** Nests one page of definitions; those around its first one are named again. */
function nest(chosen: readonly Definition[], skip: number, context: ToolCallContext) {
  const budget = new Budget(context.limits);
  const top: Shown[] = [];
  const around: { level: number; shown: Shown }[] = [];
  const add = (definition: Definition, continued: boolean): boolean => {
    const { name: whole, kind, start, end, level } = definition;
    const name = beginning(whole, NAME_CHARACTERS, context.redactor);
    const shown: Shown = { name, kind, start_line: start, end_line: end, ...(continued ? { continued } : {}) };
    if (!budget.take({ ...shown, definitions: [] })) return false;
    while (around.length > 0 && around.at(-1)!.level >= level) around.pop();
    const owner = around.at(-1)?.shown;
    if (owner === undefined) top.push(shown);
    else (owner.definitions ??= []).push(shown);
    around.push({ level, shown });
    return true;
  };

  let first = skip;
  const owners: Definition[] = [];
  for (let index = skip, level = chosen[skip]?.level ?? 0; level > 0 && index-- > 0;) {
    if (chosen[index]!.level >= level) continue;
    owners.unshift(chosen[index]!);
    level = chosen[index]!.level;
  }
  for (const owner of owners) add(owner, true);
  while (first < chosen.length && add(chosen[first]!, false)) first++;
  return { top, next: first };
}

/** The definitions of one file. A language that no file of `policies/outline` names is refused with those there are. */
export const outlineFile: WorkspaceTool = {
  name: NAME,
  async run(args: Arguments, context: ToolCallContext) {
    const skip = readCursor<Position>(NAME, { ...args }, ({ skip: count }) => isCount(count))?.skip ?? 0;
    const file = await context.sandbox.open(args.path);
    try {
      const language = context.languages.find(file.path);
      if (language === undefined)
        throw new Denied(
          'unsupported_language',
          `there is no outline for '${file.path}'; use search_text for what it defines, or read_file`,
          { languages: context.languages.titles }
        );
      const { text, lines: total } = textOf(file, context.limits.maxFileBytes);
      const outline = await outlineOf(text, language.reader, context);
      const about = { path: file.path, language: language.title, total_lines: total ?? 0 };
      if (outline === undefined) {
        const nothing = { ...about, total: 0, deeper: 0, syntax_errors: false, definitions: [] };
        return answer(nothing, 'the time was over before the file was parsed', { timedOut: true, truncated: true });
      }
      const { chosen, deeper } = select(outline.definitions, args.depth ?? DEFAULT_DEPTH, args.kinds);
      const { top, next } = nest(chosen, skip, context);
      const more = next < chosen.length;
      const counts = { total: outline.definitions.length, deeper, syntax_errors: outline.errors };
      const heading = `${printable(file.path)}: ${language.title}, ${total} lines, ${counts.total} definitions`;
      const notes = [
        ...(deeper > 0 ? [`${deeper} deeper ones left out, a larger depth shows them`] : []),
        ...(outline.errors ? ['parts of the file have syntax errors'] : [])
      ];
      return answer({ ...about, ...counts, definitions: top }, [heading, ...notes].join('; '), {
        timedOut: false,
        truncated: more,
        nextCursor: more ? makeCursor(NAME, { ...args }, { skip: next } satisfies Position) : undefined
      });
    } finally {
      file.close();
    }
  }
};
