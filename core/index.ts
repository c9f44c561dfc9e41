// Everything a plugin may import, on one page.
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
export { groupBy } from './group-by.js';
export { newId } from './ids.js';
export { escapePointer, isObject, keysOfPointer, valueAt } from './json.js';
export { VERSION } from './version.js';

export { withContext, currentContext } from './observe/context.js';
export { silentLog } from './observe/log.js';
export { LOG_SECTION } from './observe/settings.js';
export type { Log } from './observe/log.js';
export { Metrics } from './observe/metrics.js';
export type { Attributes, Counter, Distribution } from './observe/metrics.js';
export type { LogObserver, LogRecord, Measurement } from './observe/observers.js';

export { Command, UsageError } from './points/command.js';
export type { CommandContext, ExitStatus } from './points/command.js';
export { DecisionSource } from './points/decision-source.js';
export type { OpenDecisions, RecordedDecision } from './points/decision-source.js';
export { Evaluator, Explainer } from './points/evaluator.js';
export type { Evaluation } from './points/evaluator.js';
export { Reviewer } from './points/reviewer.js';
export { TestSection } from './points/test-section.js';
export type { SectionRunner, TestContext } from './points/test-section.js';
export { xmlText } from './reports/xml.js';
export { decisionSection } from './tests/decision-section.js';
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
export type { Span } from './points/span-exporter.js';
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
export { withRetry } from './resilience/retry.js';
export { Adam } from './fit/adam.js';
export { escapeRegex } from './text/escape-regex.js';
export { nearest } from './text/nearest.js';
export { ToolDefinitions } from './tools/definition.js';
export type { ToolDefinition } from './tools/definition.js';
export { ToolGate } from './tools/gate.js';
export type { Authority, ToolBody, ToolCall, ToolResult } from './tools/gate.js';
export { parseTemplate } from './templates/template.js';
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
export type { RedactionFile, RedactionFinding, RedactionPrediction, RedactionRow, Redactor } from './redact/index.js';
export { decide } from './rules/decide.js';
export { decidePolicy } from './rules/decide-policy.js';
export type { ShadowRecord } from './rules/decide-policy.js';
export { RulePolicies } from './rules/rule-policies.js';
export type { RulePolicy } from './rules/rule-policies.js';
export type { DecisionRecord } from './rules/decide.js';
export { FactDeclarationsKind } from './rules/fact-declarations.js';
export { RuleTableKind } from './rules/rule-table.js';
export type { RuleTable } from './rules/rule-table.js';
export { RuleTables } from './rules/rule-tables.js';
export { setChanges } from './documents/set-changes.js';
export { ruleChanges } from './rules/rule-changes.js';
export { percent, table } from './text/table.js';
export { predict as predictInjection, summarise as summariseInjection } from './guard/index.js';
export type { EvalRow as InjectionRow } from './guard/index.js';
export { rulesExplainer } from './rules/rules-explainer.js';
export { explain as explainRules, formatExplanation } from './rules/explain.js';
export { formatMoney, parseMoney, sumMoney, timesQuantity } from './money.js';
export type { Decimal } from './money.js';
export { isDate } from './rules/typed-values.js';
export type { FactType, FactValue, Facts } from './rules/typed-values.js';
export { addFiles, skeletonName } from './scaffold/add-files.js';
export type { Skeleton } from './scaffold/add-files.js';
export { serviceNamed } from './commands/service-named.js';
export { loadService } from './commands/load-service.js';
export { readLines } from './commands/read-lines.js';
export {
  CODES,
  META,
  PROTOCOL_VERSION,
  RpcError,
  SUPPORTED_VERSIONS,
  createHandle,
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
