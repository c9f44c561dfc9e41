export { NAMES, TOOL_KIND, toolKind } from './definition.js';
export type { ToolDefinition } from './definition.js';
export { argumentsFit, circuitClosed, scopesHeld, withinBudget } from './checks.js';
export { ToolGate } from './gate.js';
export type { Authority, PendingCall, ToolBody, ToolCall, ToolCheck, ToolResult, ToolSet } from './gate.js';
export { partFailure, ToolFailure, ToolHandler } from './handler.js';
export type {
  ArgumentSchema,
  ConfigurationReport,
  ToolContext,
  ToolOutput,
  ToolRecord,
  ToolResources
} from './handler.js';
