export { ToolDefinitions } from './definition.js';
export type { ToolDefinition } from './definition.js';
export { ToolGate } from './gate.js';
export type { ToolBody, ToolCall, ToolResult } from './gate.js';
export { ToolFailure, ToolHandler } from './handler.js';
export type {
  ArgumentSchema,
  ConfigurationReport,
  ToolContext,
  ToolOutput,
  ToolRecord,
  ToolResources
} from './handler.js';
