// The kernel's door: what every plugin needs. Libraries beside it have doors of their own (`bylaw/rules`, `bylaw/http`, …).

// A plugin: what it brings, what it needs, and the points where plugins meet
export { definePlugin } from './kernel/plugin.js';
export type { Plugin } from './kernel/plugin.js';
export { add, all, extensionPoint, one } from './point.js';

// Settings from the environment
export { LOG_SECTION } from './observe/settings.js';
export { settingName, Settings } from './kernel/settings.js';
export type { SectionSchema, ValuesOf } from './kernel/settings.js';

// Declarative files: kinds, what is built from them, and the set in force
export type { Assembly, SetReport } from './documents/assembly.js';
export type { DocumentKind, Loaded, Report, Source } from './documents/kind.js';
export { LiveDocuments } from './documents/live.js';
export { DocumentSet } from './documents/set.js';

// A service from its start to its stop
export type { Service } from './kernel/discover.js';
export { kindsOf, servicesOf } from './kernel/kinds-of.js';
export { reloadOnChange, reloadOnSighup, untilStopped } from './kernel/reload.js';
export { listenForStop } from './kernel/signals.js';
export type { StopRequest } from './kernel/signals.js';
export { loadOptions, start, staticItems } from './kernel/start.js';
export type { Running } from './kernel/start.js';

// Commands
export { Command, UsageError } from './cli/command.js';
export type { CommandContext, ExitStatus } from './cli/command.js';
export { loadService } from './cli/load-service.js';
export { serviceNamed } from './cli/service-named.js';

// What a service shows of itself: log, metrics, traces
export { withContext } from './observe/context.js';
export { logAbout, silentLog } from './observe/log.js';
export type { Log } from './observe/log.js';
export { Metrics } from './observe/metrics.js';
export type { LogObserver, MetricsObserver, Observable } from './observe/observers.js';
export { SpanExporter } from './observe/span-exporter.js';
export type { OpenSpan, Span } from './observe/span-exporter.js';

// What is wrong, and how it is said
export { formatProblem, StartupError } from './errors.js';
export type { Problem } from './errors.js';
export { editDistance, nearest } from './nearest.js';
export { schemaProblems } from './schema-errors.js';
export type { SchemaProblem } from './schema-errors.js';

// Values
export { groupBy } from './group-by.js';
export { firstIdAt, newId, newIdsFollow } from './ids.js';
export { canonicalJson, escapePointer, isObject, keysOfPointer, valueAt } from './json.js';

// This package, and packages and modules that are loaded when they are first used
export { later } from './later.js';
export { PACKAGE_ROOT } from './package-root.js';
export { ajvPackage, once, withPackages } from './packages.js';
export { VERSION } from './version.js';
