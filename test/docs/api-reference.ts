import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../../core/cli/main.js';

/** A name that plugins may import, as the compiler declares it. */
interface Exported {
  readonly name: string;
  /** `type` where it is gone when the program runs. */
  readonly type: boolean;
  /** Source file, relative to the repository. */
  readonly file: string;
  readonly comment: string;
  readonly declaration: string;
}

const BUILT = join(PACKAGE_ROOT, 'dist');
/** A function that is loaded with its first call: what it is for stands in its own module. */
const LATER = /: typeof import\("([^"]+)"\)\.(\w+);$/;
const EXPORT = /^export (type )?\{([^}]*)\} from '([^']+)';$/gm;

/** What each module that the package publishes is built to, by the name it is imported by. */
export function doors(): ReadonlyMap<string, string> {
  const { exports, name } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, { readonly types?: string }>>;
  };
  return new Map(
    Object.entries(exports).flatMap(([path, { types }]) =>
      types === undefined ? [] : [[`${name}${path.slice(1)}`, types.replace('./dist/', '')]]
    )
  );
}

/** The reference of everything that the package's modules export, module by module. */
export function apiReference(): string {
  const groups = new Map([...doors()].map(([door, file]) => [door, [...exportsOf(file).values()]]));
  const parts = [...groups].map(([door, names]) => section(door, names));
  return [
    '# API reference',
    '',
    'Everything that a plugin may import, as the compiler declares it: `bylaw` is the kernel, and each library has a module of',
    'its own. Generated from the package; a test keeps it in step (`UPDATE_DOCS=1` rewrites it). How the parts fit together is told in [For plugin authors](plugin-authors.md).',
    '',
    ...[...groups.keys()].map(door => `- [${door}](#${anchor(door)})`),
    '',
    parts.join('\n\n'),
    ''
  ].join('\n');
}

const anchor = (heading: string) => heading.replace(/[^\w-]/g, '');

function section(folder: string, names: readonly Exported[]): string {
  const sorted = [...names].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [`## ${folder}`, ...sorted.map(entry)].join('\n\n');
}

const entry = ({ name, type, comment, declaration }: Exported) =>
  [
    `### ${name}${type ? '' : ' (value)'}`,
    ...(comment === '' ? [] : [comment]),
    `\`\`\`ts\n${declaration}\n\`\`\``
  ].join('\n\n');

/** What a declaration file exports, following the files it passes on from. */
function exportsOf(file: string): ReadonlyMap<string, Exported> {
  const text = readFileSync(join(BUILT, file), 'utf8');
  const found = new Map<string, Exported>();
  for (const [, type, names = '', from = ''] of text.matchAll(EXPORT)) {
    const target = join(dirname(file), from.replace(/\.js$/, '.d.ts'));
    for (const part of names.split(',')) {
      const [original = '', renamed = original] = part.trim().split(/\s+as\s+/);
      const known = exportsOf(target).get(original) ?? declared(target, original);
      found.set(renamed, { ...known, name: renamed, type: known.type || type !== undefined });
    }
  }
  for (const [, name = ''] of text.matchAll(/^export declare const (\w+): typeof import/gm))
    found.set(name, { ...declared(file, name), name });
  return found;
}

/** A name may stand for a type and a value at once, as an extension point does; both belong to it. */
function declared(file: string, name: string): Exported {
  const text = readFileSync(join(BUILT, file), 'utf8').replace(/\n?\/\/# sourceMappingURL.*\n?/, '\n');
  const starts = new RegExp(
    `^(?:export )?(?:declare )?(?:abstract )?(interface|type|class|const|function) ${name}\\b`,
    'gm'
  );
  const found = [...text.matchAll(starts)].map(match => ({ kind: match[1]!, text: statement(text, match.index) }));
  const [, from, original] = LATER.exec(found[0]?.text ?? '') ?? [];
  if (from !== undefined) return declared(join(dirname(file), from.replace(/\.js$/, '.d.ts')), original!);
  const passedOn = new RegExp(`^import .*\\b${name}\\b.* from .*$`, 'm').exec(text)?.[0];
  if (found.length === 0 && passedOn === undefined) throw new Error(`${file} declares no ${name}`);
  return {
    name,
    type: found.every(({ kind }) => kind === 'interface' || kind === 'type'),
    file: file.replace(/\.d\.ts$/, '.ts'),
    comment: found.length === 0 ? '' : commentBefore(text, [...text.matchAll(starts)][0]!.index),
    declaration: passedOn ?? found.map(each => each.text).join('\n')
  };
}

/** From the start of a top-level declaration to where the next one, or its comment, begins. */
function statement(text: string, start: number): string {
  const rest = text.slice(start);
  const end =
    /\n(?=(?:export|declare|import|\/\*\*)\b|\/\*\*|export |declare |import )/.exec(rest)?.index ?? rest.length;
  return rest.slice(0, end).trimEnd();
}

function commentBefore(text: string, start: number): string {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n$/.exec(text.slice(0, start)) ?? [];
  return comment
    .split('\n')
    .map(line => line.replace(/^\s*\*? ?/, '').trim())
    .filter(line => line !== '')
    .join('\n');
}
