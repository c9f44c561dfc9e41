import type { Loaded, Source } from '../../../core/index.js';
import { boundedPattern, PatternError } from './bounded-pattern.js';
import { checkExamples } from './examples.js';
import { Patterns } from './patterns.js';
import { buildRedactor, type ActiveRule, type Redactor, type SourceCode } from './redactor.js';
import type { Model } from '../../../core/learn/index.js';
import type { RedactionFile, RedactionRuleSource } from './redaction-rules.js';
import { readerFile, readerOf, readerRules } from './reader/compile-reader.js';
import type { ReaderRules } from './reader/reading.js';

export type ReportIn = (file: Source, pointer: string, code: string, message: string) => void;

type Files = readonly Loaded<RedactionFile>[];

/**
 * Compiles all rule files into a redactor that goes by rules alone. Every problem goes to `report`: malformed or costly
 * patterns, ids given twice, examples that do not hold. A redactor for which anything was reported must not be used.
 */
export function compileRedactor(files: Files, report: ReportIn): Redactor {
  let sound = true;
  const note: ReportIn = (...problem) => {
    sound = false;
    report(...problem);
  };
  const redactor = compileRules(files, note);
  if (sound) checkExamples(files, redactor, note);
  return redactor;
}

/**
 * The redactor of files that are proved already.
 * @param model what its reader has learned; it goes by rules alone without one
 */
export const uncheckedRedactor = (files: Files, model?: () => Model): Redactor => compileRules(files, refuse, model);

/** How the reader of files reads; undefined where they have none. */
export function readerOfFiles(files: Files, note: ReportIn): ReaderRules | undefined {
  const compilers = compilersOf(files, note);
  return compileReader(files, compilers, sharedPatterns(compilers));
}

const refuse: ReportIn = (file, pointer, code, message) => {
  throw new Error(`${file.file}${pointer}: ${code} ${message}`);
};

type Compilers = readonly { readonly value: RedactionFile; readonly compiler: PatternCompiler }[];

function compilersOf(files: Files, note: ReportIn): Compilers {
  const macros = collectMacros(files, note);
  return files.map(({ source, value }) => ({ value, compiler: new PatternCompiler(source, macros, note) }));
}

function compileRules(files: Files, note: ReportIn, model?: () => Model): Redactor {
  const compilers = compilersOf(files, note);
  const shared = sharedPatterns(compilers);
  const seen = new Set<string>();
  const rules: ActiveRule[] = [];
  for (const { value, compiler } of compilers) {
    value.rules?.forEach((rule, i) => {
      const at = `/rules/${i}`;
      if (seen.has(rule.id)) compiler.report(`${at}/id`, 'duplicate_name', `${rule.id} is defined twice`);
      seen.add(rule.id);
      if (rule.status === 'deprecated') return;
      rules.push(compileRule(rule, at, compiler, shared));
    });
  }
  const reader = compileReader(files, compilers, shared);
  return buildRedactor(rules, shared, reader && model && readerOf(reader, model));
}

function compileReader(files: Files, compilers: Compilers, shared: SharedPatterns): ReaderRules | undefined {
  const owner = readerFile(files)?.value;
  for (const { value, compiler } of compilers)
    if (value.reader !== undefined && value !== owner)
      compiler.report('/reader', 'duplicate_name', 'another file has the reader already');
  const own = compilers.find(({ value }) => value === owner);
  owner?.reader?.files.forEach(({ near = [] }, nth) =>
    near.forEach((group, k) => {
      if (!Object.hasOwn(owner.reader!.words, group))
        own?.compiler.report(`/reader/files/${nth}/near/${k}`, 'words_unknown', `no group of words is called ${group}`);
    })
  );
  return (
    own &&
    readerRules(own.value, shared, (pointer, texts) =>
      own.compiler.all(pointer, 'reader', texts, 'i').map(({ regexp }) => regexp)
    )
  );
}

function collectMacros(files: Files, report: ReportIn): ReadonlyMap<string, string> {
  const macros = new Map<string, string>();
  for (const { source, value } of files) {
    for (const [name, text] of Object.entries(value.macros ?? {})) {
      if (macros.has(name)) report(source, `/macros/${name}`, 'duplicate_name', `the macro ${name} is defined twice`);
      macros.set(name, text);
    }
  }
  return macros;
}

function compileRule(
  rule: RedactionRuleSource,
  at: string,
  compiler: PatternCompiler,
  shared: SharedPatterns
): ActiveRule {
  const flags = rule.ignore_case === true ? 'i' : '';
  const all = (name: 'match' | 'bare' | 'paths' | 'unless' | 'not_after', how: string) =>
    compiler.all(`${at}/${name}`, rule.id, rule[name], how);
  const match = all('match', `yd${flags}`);
  const bare = all('bare', `yd${flags}`);
  const each = rule.each && {
    match: compiler.all(`${at}/each/match`, rule.id, rule.each.match, `gd${flags}`).map(entry => entry.regexp),
    under:
      rule.each.under === undefined
        ? undefined
        : compiler.one(`${at}/each/under`, rule.id, rule.each.under, flags)?.regexp
  };
  const listed = (rule.unless_values ?? []).flatMap((name, i) => {
    const list = shared.values.get(name);
    if (list === undefined) compiler.report(`${at}/unless_values/${i}`, 'values_unknown', `no list is called ${name}`);
    return list ?? [];
  });
  const { run } = rule;
  const characters = run && compiler.one(`${at}/run/characters`, rule.id, run.characters, '');
  return {
    id: rule.id,
    keywords: rule.ignore_case === true ? rule.keywords.map(word => word.toLowerCase()) : rule.keywords,
    ignoreCase: rule.ignore_case === true,
    generic: rule.generic === true,
    width: Math.max(0, ...[...match, ...bare].map(entry => entry.width)) + (run?.most ?? 0) + (rule.column ?? 0),
    paths: all('paths', '').map(entry => entry.regexp),
    match: new Patterns(match.map(entry => entry.regexp)),
    bare: new Patterns(bare.map(entry => entry.regexp)),
    each,
    column: rule.column,
    run:
      run === undefined || characters === undefined
        ? undefined
        : { characters: new RegExp(`${characters.regexp.source}{0,${run.most}}`, 'y'), most: run.most, end: run.end },
    extend: rule.extend === true,
    value: rule.value ?? {},
    unless: [
      ...all('unless', flags).map(entry => entry.regexp),
      ...listed,
      ...(rule.block === true ? [] : shared.placeholders)
    ],
    notAfter: all('not_after', 'i').map(entry => entry.regexp)
  };
}

interface SharedPatterns extends SourceCode {
  readonly placeholders: readonly RegExp[];
  readonly values: ReadonlyMap<string, readonly RegExp[]>;
}

function sharedPatterns(files: Compilers): SharedPatterns {
  const list = (name: 'placeholders' | 'source_code' | 'comments') =>
    files.flatMap(({ value, compiler }) =>
      compiler.all(`/${name}`, name, value[name], 'i').map(({ regexp }) => regexp)
    );
  const values = new Map<string, readonly RegExp[]>();
  for (const { value, compiler } of files)
    for (const [name, texts] of Object.entries(value.values ?? {}))
      values.set(name, [
        ...(values.get(name) ?? []),
        ...compiler.all(`/values/${name}`, name, texts, '').map(({ regexp }) => regexp)
      ]);
  return { placeholders: list('placeholders'), sourceCode: list('source_code'), comments: list('comments'), values };
}

type Compiled = ReturnType<typeof boundedPattern>;

/** The patterns of one file. A pattern's problem is reported with the name of what it belongs to. */
class PatternCompiler {
  constructor(
    private readonly source: Source,
    private readonly macros: ReadonlyMap<string, string>,
    private readonly note: ReportIn
  ) {}

  report(pointer: string, code: string, message: string): void {
    this.note(this.source, pointer, code, message);
  }

  one(pointer: string, owner: string, text: string, flags: string): Compiled | undefined {
    try {
      return boundedPattern(text, flags, this.macros);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      this.report(pointer, 'bad_pattern', `${owner}: ${error.message}`);
      return undefined;
    }
  }

  all(pointer: string, owner: string, texts: readonly string[] | undefined, flags: string): readonly Compiled[] {
    return (texts ?? []).flatMap((text, i) => this.one(`${pointer}/${i}`, owner, text, flags) ?? []);
  }
}
