import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /(?:from |import )'(\.[^']+)'/g;
const LATE_IMPORT = /(?:import\(|import\.meta\.url,\s*)'(\.[^']+)'/g;
const EXPORT =
  /^export (?:default )?(?:abstract )?(?:async )?(?:const|function\*?|class|interface|type|enum) (\w+)(.*)/gm;

/** One source file and what its text says of other files; paths are relative to the repository. */
export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  /** Files it imports when it is loaded, for their types alone included. */
  readonly imports: readonly string[];
  /** Files it loads when they are needed. */
  readonly lateImports: readonly string[];
  /** Names that it declares and exports. */
  readonly exports: readonly string[];
}

/** Every TypeScript file below a folder. */
export const sourcesIn = (folder: string): readonly SourceFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => describeSource(join(entry.parentPath, entry.name)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));

function describeSource(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const paths = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, to]) => join(dirname(path), to!).replace(/\.js$/, '.ts'));
  return {
    path,
    lines: text.split('\n').length - 1,
    imports: paths(IMPORT),
    lateImports: paths(LATE_IMPORT),
    // What a module passes on that is loaded later has the name that it has there.
    exports: [...text.matchAll(EXPORT)].flatMap(([, name = '', rest = '']) =>
      rest.includes('later<') || rest.endsWith(`('${name}');`) ? [] : [name]
    )
  };
}

/** Names that the page of a door passes on or declares. */
export function namesAt(door: string): readonly string[] {
  const text = readFileSync(door, 'utf8');
  const passed = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names]) =>
    names!.split(',').map(name => name.trim().split(' as ').at(-1)!)
  );
  const declared = [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name!);
  return [...passed, ...declared].filter(name => name !== '');
}

/** The folders below `root` that lead back to themselves over imports; a file of `root` itself counts as a folder. */
export function circlesIn(root: string, files: readonly SourceFile[]): readonly (readonly string[])[] {
  const unitOf = (path: string) => path.slice(root.length + 1).split('/')[0]!;
  const edges = new Map<string, Set<string>>();
  for (const { path, imports, lateImports } of files)
    for (const to of [...imports, ...lateImports].filter(each => each.startsWith(`${root}/`))) {
      const [from, target] = [unitOf(path), unitOf(to)];
      if (from !== target) edges.set(from, (edges.get(from) ?? new Set()).add(target));
    }
  const reach = (from: string) => {
    const seen = new Set<string>();
    const visit = (unit: string): void => {
      for (const next of edges.get(unit) ?? []) if (seen.size < seen.add(next).size) visit(next);
    };
    visit(from);
    return seen;
  };
  const reached = new Map([...edges.keys()].map(unit => [unit, reach(unit)]));
  const circles = new Map<string, readonly string[]>();
  for (const [unit, targets] of reached)
    if (targets.has(unit)) {
      const circle = [...targets].filter(other => reached.get(other)?.has(unit)).sort();
      circles.set(circle.join(), circle);
    }
  return [...circles.values()];
}
