import { add, definePlugin } from '../../core/index.js';
import { ToolHandler } from '../../core/tools/index.js';
import { httpGet, httpPost } from './http-handlers.js';
import { httpDeliver } from './http-deliver.js';
import { httpRecords } from './http-records.js';
import { mcpCall } from './mcp-handler.js';
import { REMOTE_SETTINGS } from './settings.js';

/** Handlers by which a file alone adds a tool that asks another system: over HTTP, or of an MCP server. */
export default definePlugin()({
  name: 'handlers-remote',
  version: '1.0.0',
  contract: 1,
  settings: REMOTE_SETTINGS,
  adds: [httpGet, httpPost, httpRecords, httpDeliver, mcpCall].map(handler => add(ToolHandler, handler)),
  needs: {},
  provides: [],
  start() {}
});
