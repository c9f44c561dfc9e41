// Everything a plugin may import, on one page. What most services do without is loaded with its first call.
export { later } from './later.js';
export { add, all, extensionPoint, one } from './kernel/point.js';
export type { ExtensionPoint, Static } from './kernel/point.js';
export { definePlugin } from './kernel/plugin.js';
export type { Plugin, StartContext, Stop } from './kernel/plugin.js';
export type { Service } from './kernel/discover.js';
export { settingName } from './kernel/settings.js';
export type { SectionSchema, Settings, ValuesOf } from './kernel/settings.js';
export { reloadOnChange, reloadOnSighup } from './kernel/reload.js';
export { listenForStop } from './kernel/signals.js';
export type { StopRequest } from './kernel/signals.js';
export { untilStopped } from './kernel/until-stopped.js';
export { start } from './kernel/start.js';
export type { Running } from './kernel/start.js';

export type { Assembly, SetReport } from './documents/assembly.js';
export type { DocumentKind, Loaded, Report, Source } from './documents/kind.js';
export { isProven } from './documents/proven.js';
export { ajvPackage, once } from './packages.js';
export type { LiveDocuments, ReloadListener } from './documents/live.js';
export type { DocumentSet } from './documents/set.js';

export { ApiError, StartupError } from './errors.js';
export type { ApiErrorCode, ErrorEnvelope, Problem } from './errors.js';
export { formatted } from './format/index.js';
export type { Style } from './format/index.js';
export { groupBy } from './group-by.js';
export { newId } from './ids.js';
export { canonicalJson, escapePointer, isObject, keysOfPointer, valueAt } from './json.js';
export { bareHost, classOfAddress, isHttpAddress, isMetadataName } from './net/addresses.js';
export type { AddressClass } from './net/addresses.js';
export { keyDigest, keyPresented, presentedKey } from './net/api-keys.js';
export { guardedLookup } from './net/guarded-lookup.js';
export { VERSION } from './version.js';

export { withContext, currentContext } from './observe/context.js';
export { silentLog } from './observe/log.js';
export { LOG_SECTION } from './observe/settings.js';
export type { Log } from './observe/log.js';
export { Metrics } from './observe/metrics.js';
export type { Attributes, Counter, Distribution } from './observe/metrics.js';
export type { LogObserver, LogRecord, Measurement, MetricsObserver, Observable } from './observe/observers.js';

export { Command, UsageError } from './points/command.js';
export type { CommandContext, ExitStatus } from './points/command.js';
export { DecisionSource } from './points/decision-source.js';
export type { OpenDecisions, RecordedDecision } from './points/decision-source.js';
export { Evaluator, Explainer } from './points/evaluator.js';
export type { Evaluation } from './points/evaluator.js';
export { Reviewer } from './points/reviewer.js';
export { TestSection } from './points/test-section.js';
export type { SectionRunner, TestContext } from './points/test-section.js';
export { TextPatterns } from './points/text-patterns.js';
export type { PatternExample, PatternReader, TextPattern } from './points/text-patterns.js';
export { xmlText } from './reports/xml.js';
export { HttpSite } from './points/http.js';
export type {
  HttpMount,
  HttpOutcome,
  HttpPage,
  HttpReply,
  HttpRequest,
  HttpRoute,
  HttpStream,
  HttpStreamRoute
} from './points/http.js';
export { SpanExporter } from './points/span-exporter.js';
export type { OpenSpan, Span, SpanAttributes } from './points/span-exporter.js';
export { Store, StoreConflict, StoreUnavailable } from './points/store.js';
export type { Collection, FieldType, Parameters, Prepared, Query, Row, Write } from './points/store.js';
export { ToolFailure, ToolHandler } from './points/tool-handler.js';
export type {
  ArgumentSchema,
  ConfigurationReport,
  ToolContext,
  ToolOutput,
  ToolRecord,
  ToolResources
} from './points/tool-handler.js';

export { Budget } from './resilience/budget.js';
export { Circuit } from './resilience/circuit.js';
export { deadline, TimedOut, withDeadline } from './resilience/deadline.js';
export type { Deadline } from './resilience/deadline.js';
export { within } from './resilience/within.js';
export { withRetry } from './resilience/retry.js';
export { Adam } from './fit/adam.js';
export { escapeRegex } from './text/escape-regex.js';
export { nearest } from './text/nearest.js';
export { ToolDefinitions } from './tools/definition.js';
export type { ToolDefinition } from './tools/definition.js';
export { ToolGate } from './tools/gate.js';
export type { Authority, ToolBody, ToolCall, ToolResult } from './tools/gate.js';
export type { Template } from './templates/template.js';
export { Composer } from './points/composer.js';
export type { Composition, Instructions, Material, TokenCount } from './points/composer.js';
export {
  CHAT_SECTION,
  ComposerFailure,
  cappedFetch,
  chatOptions,
  checkChat,
  failureOf,
  modelComposer
} from './composing/index.js';
export type { ModelAnswer, Prompt } from './composing/index.js';
export {
  CHANNELS,
  compileDisclosure,
  compileGuard,
  defuseFences,
  fence,
  fitGuardCues,
  GuardAssembly,
  injectionPatterns,
  InjectionRules,
  noisyOr
} from './guard/index.js';
export type { Assessment, Channel, Finding, Guard, LabelledText } from './guard/index.js';
export {
  compileRedactor,
  evaluateRedaction,
  predictRedaction,
  redactionEvaluator,
  RedactorAssembly,
  RedactionRules
} from './redact/index.js';
export {
  decide,
  decidePolicy,
  explainRules,
  FactDeclarationsKind,
  formatExplanation,
  isDate,
  RulePolicies,
  ruleChanges,
  rulesExplainer,
  RuleTableKind,
  RuleTables,
  saysOf
} from './rules/index.js';
export type { DecisionRecord, Facts, FactType, FactValue, RulePolicy, RuleTable, ShadowRecord } from './rules/index.js';
export type { RedactionFile, RedactionFinding, RedactionPrediction, RedactionRow, Redactor } from './redact/index.js';
export { setChanges } from './documents/set-changes.js';
export { percent, table } from './text/table.js';
export { predict as predictInjection, summarise as summariseInjection } from './guard/index.js';
export type { EvalRow as InjectionRow } from './guard/index.js';
export { formatMoney, parseMoney, sumMoney, timesQuantity } from './money.js';
export type { Decimal } from './money.js';
export { serviceNamed } from './commands/service-named.js';
export {
  CODES,
  META,
  PROTOCOL_VERSION,
  RpcError,
  SUPPORTED_VERSIONS,
  createHandle,
  encodeHeader,
  httpEndpoint,
  invalidParams,
  isLoopback,
  originCheck,
  serveHttp,
  serveStdio
} from './mcp/index.js';
export type {
  CacheHint,
  HttpOptions,
  McpCallContext,
  McpServer,
  ToolCallResult,
  ToolDescription,
  Wire
} from './mcp/index.js';
export { addFiles, decisionSection, loadService, parseTemplate, readLines, skeletonName } from './on-demand.js';
export type { Skeleton } from './scaffold/add-files.js';
