import type { Loaded, Source } from '../../../core/index.js';
import { boundedPattern, PatternError } from './bounded-pattern.js';
import { checkExamples } from './examples.js';
import { buildRedactor, EXTENSION } from './redactor.js';
import type { ActiveRule, Redactor } from './redactor.js';
import type { RedactionFile, RedactionRuleSource } from './redaction-rules.js';

export type ReportIn = (file: Source, pointer: string, code: string, message: string) => void;

type Files = readonly Loaded<RedactionFile>[];

/**
 * Compiles all rule files into a redactor. Every problem goes to `report`: malformed or costly patterns, ids given twice,
 * examples that do not hold. A redactor for which anything was reported must not be used.
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

/** The redactor of files that are proved already. */
export const uncheckedRedactor = (files: Files): Redactor =>
  compileRules(files, (file, pointer, code, message) => {
    throw new Error(`${file.file}${pointer}: ${code} ${message}`);
  });

function compileRules(files: Files, note: ReportIn): Redactor {
  const macros = collectMacros(files, note);
  const seen = new Set<string>();
  const rules: ActiveRule[] = [];
  const placeholders: RegExp[] = [];
  let width = 0;
  for (const { source, value } of files) {
    value.placeholders?.forEach((text, i) => {
      const found = pattern(source, `/placeholders/${i}`, 'placeholders', text, 'i', macros, note);
      if (found !== undefined) placeholders.push(found.regexp);
    });
    value.rules?.forEach((rule, i) => {
      const at = `/rules/${i}`;
      if (seen.has(rule.id)) note(source, `${at}/id`, 'duplicate_name', `${rule.id} is defined twice`);
      seen.add(rule.id);
      if (rule.status === 'deprecated') return;
      const compiled = compileRule(rule, at, source, macros, note);
      rules.push(compiled.rule);
      width = Math.max(width, compiled.width);
    });
  }
  return buildRedactor(rules, placeholders, width + EXTENSION);
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
  source: Source,
  macros: ReadonlyMap<string, string>,
  report: ReportIn
): { rule: ActiveRule; width: number } {
  const flags = rule.ignore_case === true ? 'i' : '';
  const all = (texts: readonly string[] | undefined, name: string, how: string) =>
    (texts ?? []).flatMap((text, i) => pattern(source, `${at}/${name}/${i}`, rule.id, text, how, macros, report) ?? []);
  const match = all(rule.match, 'match', `yd${flags}`);
  const { run } = rule;
  const width = Math.max(0, ...match.map(entry => entry.width)) + (run?.most ?? 0);
  const tail = (text: string) => pattern(source, `${at}/run/characters`, rule.id, text, '', macros, report);
  const characters = run === undefined ? undefined : tail(run.characters);
  return {
    width,
    rule: {
      id: rule.id,
      keywords: rule.ignore_case === true ? rule.keywords.map(word => word.toLowerCase()) : rule.keywords,
      ignoreCase: rule.ignore_case === true,
      generic: rule.generic === true,
      paths: all(rule.paths, 'paths', '').map(entry => entry.regexp),
      match: match.map(entry => entry.regexp),
      run:
        run === undefined || characters === undefined
          ? undefined
          : { characters: new RegExp(`${characters.regexp.source}{0,${run.most}}`, 'y'), most: run.most, end: run.end },
      extend: rule.extend === true,
      value: rule.value ?? {},
      unless: all(rule.unless, 'unless', flags).map(entry => entry.regexp),
      notAfter: all(rule.not_after, 'not_after', 'i').map(entry => entry.regexp)
    }
  };
}

/** A pattern's problem is reported with the name of what it belongs to. */
function pattern(
  source: Source,
  pointer: string,
  owner: string,
  text: string,
  flags: string,
  macros: ReadonlyMap<string, string>,
  report: ReportIn
): { regexp: RegExp; width: number } | undefined {
  try {
    return boundedPattern(text, flags, macros);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    report(source, pointer, 'bad_pattern', `${owner}: ${error.message}`);
    return undefined;
  }
}
