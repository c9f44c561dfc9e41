import type { Loaded, Source } from '../documents/kind.js';
import { compilePattern, compileSearch, forgetPrefixes, parsePattern, PatternError } from '../text/pattern.js';
import type { Macros, Node, Pattern, Search } from '../text/pattern.js';
import type { Vocabulary } from '../text/views.js';
import type {
  Ballot,
  Channel,
  InjectionFile,
  MacroSource,
  MentionSource,
  RuleSource,
  Severity,
  Status
} from './injection-rules.js';
import type { ActivePattern, ActiveSignal } from './scan.js';

export type ReportIn = (file: Source, pointer: string, code: string, message: string) => void;

/** What all files say together, ready to run. */
export interface Compiled {
  readonly patterns: readonly ActivePattern[];
  readonly signals: readonly ActiveSignal[];
  readonly thresholds: Readonly<Record<Channel, Ballot>>;
  readonly replacement: string;
  readonly vocabulary: Vocabulary;
  readonly mention: MentionSource;
}

type Files = readonly Loaded<InjectionFile>[];

/** What was compiled of the same files before: channels have most patterns in common, and rules most of what excuses them. */
interface Made {
  readonly patterns: Map<string, Pattern>;
  readonly searches: Map<string, Search>;
}
const made = new WeakMap<Files, Made>();

/** Rules that the product's description promises; a set of files without one of them does not start. */
const RULE_IDS = Array.from({ length: 14 }, (_, i) => `INJ-${String(i + 1).padStart(3, '0')}`);

/**
 * Compiles vocabulary, rules and signals; reports every problem and leaves out what has one.
 * @param channel leave out the patterns that are for other channels only
 */
export function compileRules(files: Files, report: ReportIn, channel?: Channel): Compiled | undefined {
  const thresholds = only(files, 'thresholds', report);
  const neutralise = only(files, 'neutralise', report);
  const vocabulary = only(files, 'vocabulary', report);
  const mention = only(files, 'mention', report);
  const weights = only(files, 'weights', report);
  const macros = compileMacros(files, report, channel === undefined);
  const { patterns: known, searches } = made.get(files) ?? { patterns: new Map(), searches: new Map() };
  made.set(files, { patterns: known, searches });
  const seen = new Set<string>();
  const patterns: ActivePattern[] = [];
  const signals: ActiveSignal[] = [];
  const once = (source: Source, pointer: string, id: string): boolean => {
    if (seen.has(id)) report(source, pointer, 'duplicate_name', `${id} is defined twice`);
    return seen.size < seen.add(id).size;
  };
  for (const { source, value } of files) {
    value.rules?.forEach((rule, i) => {
      const at = `/rules/${i}`;
      if (once(source, `${at}/id`, rule.id) && rule.status !== 'deprecated') {
        patterns.push(...compileRule(rule, at, source, { macros, known, searches, weights, channel, report }));
      }
    });
    value.signals?.forEach((signal, i) => {
      const at = `/signals/${i}`;
      if (!once(source, `${at}/id`, signal.id) || signal.status === 'deprecated') return;
      const { id, signal: name, min, severity, status, channels } = signal;
      const weight = weightOf(weights, status, severity);
      const place = { source, pointer: at };
      signals.push({ rule: id, signal: name, min, weight, place, channels: new Set(channels) });
    });
  }
  forgetPrefixes();
  const first = files[0]?.source;
  if (first === undefined) return undefined;
  for (const id of RULE_IDS) if (!seen.has(id)) report(first, '', 'missing_rule', `no file defines ${id}`);
  if (thresholds === undefined || neutralise === undefined || vocabulary === undefined || mention === undefined)
    return undefined;
  const { source } = files.find(({ value }) => value.thresholds !== undefined)!;
  const ballot = (name: Channel): Ballot => ({
    ...thresholds[name],
    place: { source, pointer: `/thresholds/${name}` }
  });
  return {
    patterns,
    signals,
    thresholds: {
      message: ballot('message'),
      tool_output: ballot('tool_output'),
      file_content: ballot('file_content')
    },
    replacement: neutralise.replacement,
    vocabulary,
    mention
  };
}

/** What is on trial is shown and counts nothing. */
const weightOf = (weights: Making['weights'], status: Status, severity: Severity): number =>
  status === 'experimental' ? 0 : (weights?.[severity] ?? 0);

/** A section that exactly one file has. */
function only<K extends 'thresholds' | 'neutralise' | 'vocabulary' | 'mention' | 'weights'>(
  files: Files,
  section: K,
  report: ReportIn
): NonNullable<InjectionFile[K]> | undefined {
  const having = files.filter(({ value }) => value[section] !== undefined);
  for (const { source } of having.slice(1)) {
    report(source, `/${section}`, 'duplicate_name', `${section} is given in ${having[0]?.source.file ?? ''} already`);
  }
  const first = files[0];
  if (having.length === 0 && first !== undefined)
    report(first.source, '', 'missing_section', `no file gives ${section}`);
  return having[0]?.value[section] as NonNullable<InjectionFile[K]> | undefined;
}

const entriesOf = (macro: MacroSource): readonly string[] => {
  if (Array.isArray(macro)) return macro as readonly string[];
  return Object.values(macro as Readonly<Record<string, readonly string[]>>).flat();
};

/** Macros may use each other in any order and from any file; one that leads back to itself is unknown to itself. */
function compileMacros(files: Files, report: ReportIn, all: boolean): Macros {
  const defined = new Map<string, { source: Source; text: string }>();
  for (const { source, value } of files) {
    for (const [name, macro] of Object.entries(value.macros ?? {})) {
      if (defined.has(name)) report(source, `/macros/${name}`, 'duplicate_name', `the macro ${name} is defined twice`);
      defined.set(name, { source, text: entriesOf(macro).join('|') });
    }
  }
  const parsed = new Map<string, Node | undefined>();
  const macros: Macros = {
    get(name) {
      const definition = defined.get(name);
      if (parsed.has(name) || definition === undefined) return parsed.get(name);
      parsed.set(name, undefined);
      const { source, text } = definition;
      const node = attempt({ source, pointer: `/macros/${name}`, owner: name, report }, () =>
        parsePattern(text, macros)
      );
      parsed.set(name, node);
      return node;
    }
  };
  if (all) for (const name of defined.keys()) macros.get(name);
  return macros;
}

interface Making {
  readonly macros: Macros;
  readonly known: Made['patterns'];
  readonly searches: Made['searches'];
  readonly weights: Readonly<Record<Severity, number>> | undefined;
  /** Patterns for other channels are left out. */
  readonly channel: Channel | undefined;
  readonly report: ReportIn;
}

function compileRule(
  rule: RuleSource,
  at: string,
  source: Source,
  { macros, known: patterns, searches, weights, channel, report }: Making
): ActivePattern[] {
  const compiled: ActivePattern[] = [];
  const search = (texts: readonly string[] | undefined, pointer: string, form: 'words' | 'raw'): Search[] =>
    (texts ?? []).flatMap((text, i) => {
      const known = searches.get(`${form} ${text}`);
      const found =
        known ??
        attempt({ source, pointer: `${pointer}/${i}`, owner: rule.id, report }, () =>
          compileSearch(text, macros, form)
        );
      if (found === undefined) return [];
      searches.set(`${form} ${text}`, found);
      return [found];
    });
  const general = search(rule.unless, `${at}/unless`, 'words');
  const groups = new Set<string>();
  rule.patterns.forEach((entry, i) => {
    const pointer = `${at}/patterns/${i}`;
    const status = entry.status ?? rule.status;
    if (groups.size === groups.add(entry.id).size)
      report(source, `${pointer}/id`, 'duplicate_name', `${rule.id} has two groups named ${entry.id}`);
    if (status === 'deprecated') return;
    const channels = new Set(entry.channels ?? rule.channels);
    if (channel !== undefined && !channels.has(channel)) return;
    const form = entry.form ?? 'words';
    const unless = [...general, ...search(entry.unless, `${pointer}/unless`, form)];
    const place = { source, pointer: `${pointer}/match` };
    entry.match.forEach((text, nth) => {
      attempt({ source, pointer: `${place.pointer}/${nth}`, owner: rule.id, report }, () => {
        const key = `${form} ${entry.language} ${text}`;
        const pattern = patterns.get(key) ?? compilePattern(text, macros, form, entry.language);
        patterns.set(key, pattern);
        compiled.push({
          rule: rule.id,
          group: entry.id,
          source: text,
          weight: weightOf(weights, status, entry.severity ?? rule.severity),
          place,
          nth,
          pattern,
          channels,
          views: rule.views === undefined ? null : new Set(rule.views),
          keywords: rule.keywords ?? [],
          unless
        });
      });
    });
  });
  return compiled;
}

/** Where a pattern stands, and the name of what it belongs to. */
interface Place {
  readonly source: Source;
  readonly pointer: string;
  readonly owner: string;
  readonly report: ReportIn;
}

/** Runs `action`; a pattern's problem is reported with the name of what it belongs to. */
function attempt<T>({ source, pointer, owner, report }: Place, action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    report(source, pointer, 'bad_pattern', `${owner}: ${error.message}`);
    return undefined;
  }
}
