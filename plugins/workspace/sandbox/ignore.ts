import { matchName, matchSegments, parsePattern, type Segment } from './wildcards.js';

const MAX_RULES = 20_000;
const MAGIC = /[*?[\\]/;

interface Rule {
  readonly order: number;
  readonly ignored: boolean;
  readonly directoryOnly: boolean;
  /** A name anywhere below, or a path from the folder of the ignore file. */
  readonly matches: (name: string, path: string) => boolean;
}

/** Rules by how they can be found: nearly all are a plain name or `*.extension`, which one look-up answers. */
interface Index {
  readonly names: Map<string, Rule>;
  readonly suffixes: Map<string, Rule>;
  /** Last rule first. */
  readonly others: Rule[];
}

function trimSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && line[end - 2] !== '\\') end--;
  return line.slice(0, end);
}

const emptyIndex = (): Index => ({ names: new Map(), suffixes: new Map(), others: [] });

function matcherOf(pattern: string, anchored: boolean): ((name: string, path: string) => boolean) | undefined {
  if (!MAGIC.test(pattern)) return anchored ? (_, path) => path === pattern : name => name === pattern;
  const segments = parsePattern(pattern);
  if (segments === undefined) return undefined;
  if (anchored) return (_, path) => matchSegments(segments, path.split('/'));
  const only: Segment = segments[0]!;
  return only === 'globstar' ? () => true : name => matchName(only, name);
}

/** The rules of one ignore file, for the folder it lies in. */
export class IgnoreFile {
  readonly #files = emptyIndex();
  readonly #folders = emptyIndex();

  /** `folder` is relative to the workspace, empty for its top. */
  constructor(
    text: string,
    readonly folder: string
  ) {
    let order = 0;
    for (const line of text.replace(/^\ufeff/, '').split('\n')) {
      if (order >= MAX_RULES) break;
      this.#add(line.endsWith('\r') ? line.slice(0, -1) : line, order++);
    }
    for (const index of [this.#files, this.#folders]) index.others.reverse();
  }

  #add(line: string, order: number): void {
    let pattern = trimSpaces(line);
    if (pattern === '' || pattern.startsWith('#')) return;
    const ignored = !pattern.startsWith('!');
    if (!ignored) pattern = pattern.slice(1);
    const directoryOnly = pattern.endsWith('/');
    if (directoryOnly) pattern = pattern.slice(0, -1);
    const anchored = pattern.includes('/');
    if (pattern.startsWith('/')) pattern = pattern.slice(1);
    if (pattern === '') return;
    const matches = matcherOf(pattern, anchored);
    if (matches === undefined) return;
    const rule: Rule = { order, ignored, directoryOnly, matches };
    for (const index of directoryOnly ? [this.#folders] : [this.#files, this.#folders]) {
      if (!anchored && !MAGIC.test(pattern)) index.names.set(pattern, rule);
      else if (!anchored && /^\*\.[^*?[\\]+$/.test(pattern)) index.suffixes.set(pattern.slice(1), rule);
      else index.others.push(rule);
    }
  }

  /** What this file says of an entry below its folder: true ignored, false kept in spite of other rules, undefined nothing. */
  decide(name: string, path: string, isDirectory: boolean): boolean | undefined {
    const index = isDirectory ? this.#folders : this.#files;
    let last = index.names.get(name);
    if (index.suffixes.size > 0) {
      for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
        const rule = index.suffixes.get(name.slice(dot));
        if (rule !== undefined && rule.order > (last?.order ?? -1)) last = rule;
      }
    }
    const below = this.folder === '' ? path : path.slice(this.folder.length + 1);
    for (const rule of index.others) {
      if (last !== undefined && rule.order < last.order) break;
      if (rule.matches(name, below)) {
        last = rule;
        break;
      }
    }
    return last?.ignored;
  }
}

/** The ignore files that hold in one folder, nearest first. */
export class IgnoreRules {
  static readonly none = new IgnoreRules([]);

  private constructor(private readonly files: readonly IgnoreFile[]) {}

  with(file: IgnoreFile): IgnoreRules {
    return new IgnoreRules([file, ...this.files]);
  }

  /** A folder that is ignored is not entered, so that nothing below it can be kept again: git does the same. */
  ignores(name: string, path: string, isDirectory: boolean): boolean {
    for (const file of this.files) {
      const decision = file.decide(name, path, isDirectory);
      if (decision !== undefined) return decision;
    }
    return false;
  }
}
