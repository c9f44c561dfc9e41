export { loadService } from './cli/load-service.js';
export { serviceNamed } from './cli/service-named.js';
export type { Assembly, SetReport } from './documents/assembly.js';
export type { DocumentKind, Loaded, Report, Source } from './documents/kind.js';
export { LiveDocuments } from './documents/live.js';
export type { ReloadListener } from './documents/live.js';
export { setChanges } from './documents/set-changes.js';
export { DocumentSet } from './documents/set.js';
export { ApiError, StartupError, formatProblem } from './errors.js';
export type { ApiErrorCode, ErrorEnvelope, Problem } from './errors.js';
export { groupBy } from './group-by.js';
export { newId } from './ids.js';
export { canonicalJson, escapePointer, isObject, keysOfPointer, valueAt } from './json.js';
export type { Service } from './kernel/discover.js';
export { kindsOf, servicesOf } from './kernel/kinds-of.js';
export { definePlugin } from './kernel/plugin.js';
export { reloadOnChange, reloadOnSighup } from './kernel/reload.js';
export { Settings, settingName } from './kernel/settings.js';
export type { SectionSchema, ValuesOf } from './kernel/settings.js';
export { listenForStop } from './kernel/signals.js';
export type { StopRequest } from './kernel/signals.js';
export { loadOptions, start, staticItems } from './kernel/start.js';
export type { Running } from './kernel/start.js';
export { untilStopped } from './kernel/until-stopped.js';
export { later } from './later.js';
export { nearest } from './nearest.js';
export { withContext } from './observe/context.js';
export { silentLog } from './observe/log.js';
export type { Log } from './observe/log.js';
export { Metrics } from './observe/metrics.js';
export type { LogObserver, MetricsObserver, Observable } from './observe/observers.js';
export { LOG_SECTION } from './observe/settings.js';
export { PACKAGE_ROOT } from './package-root.js';
export { ajvPackage, once } from './packages.js';
export { add, all, extensionPoint, one } from './point.js';
export { Command, UsageError } from './points/command.js';
export type { CommandContext, ExitStatus } from './points/command.js';
export { HttpSite } from './points/http.js';
export type {
  HttpMount,
  HttpPage,
  HttpReply,
  HttpRequest,
  HttpRoute,
  HttpStream,
  HttpStreamRoute
} from './points/http.js';
export { SpanExporter } from './points/span-exporter.js';
export type { OpenSpan, Span } from './points/span-exporter.js';
export { collectionsOf } from './points/collections.js';
export { Store, StoreConflict, StoreUnavailable } from './points/store.js';
export type {
  Collection,
  FieldType,
  Parameters,
  Migration,
  Prepared,
  Query,
  Row,
  Schema,
  SchemaStep,
  Write
} from './points/store.js';
export { VERSION } from './version.js';
export type { Plugin } from './kernel/plugin.js';
