/** Settings of the workspace tool server, by section; the prefix is `MCP`. */
export const WORKSPACE_SETTINGS = {
  '': {
    transport: {
      type: 'string',
      enum: ['http', 'stdio'],
      default: 'http',
      meaning: 'what `serve` speaks where no --transport is named'
    },
    workspace: {
      type: 'string',
      meaning: 'folder of the host that the container stack mounts; the server itself reads MCP_SANDBOX__WORKSPACE'
    }
  },
  sandbox: {
    workspace: { type: 'string', meaning: 'absolute path of the folder that is served' },
    tool_timeout_seconds: {
      type: 'number',
      minimum: 0.1,
      maximum: 600,
      default: 10,
      meaning: 'time a tool call has; what it has found by then is answered with timed_out'
    },
    max_file_bytes: {
      type: 'integer',
      minimum: 1024,
      maximum: 1073741824,
      default: 5242880,
      meaning: 'largest file that is read whole'
    },
    max_result_bytes: {
      type: 'integer',
      minimum: 1024,
      maximum: 16777216,
      default: 102400,
      meaning: 'largest result of a tool; more is cut, with a cursor that goes on'
    },
    result_text: {
      type: 'string',
      enum: ['summary', 'full'],
      default: 'summary',
      meaning: 'what `content` holds: a line, or for clients that read nothing else all of `structuredContent` again'
    }
  },
  http: {
    host: { type: 'string', default: '127.0.0.1', meaning: 'address the HTTP transport listens on' },
    port: { type: 'integer', minimum: 0, maximum: 65535, default: 8080, meaning: 'port; 0 takes a free one' },
    bearer_token: { type: 'string', secret: true, meaning: 'token every request but the probes presents' },
    allowed_origins: {
      type: 'list',
      default: [] as readonly string[],
      meaning: 'origins of browser pages that may call, comma separated; empty refuses all of them'
    },
    max_request_bytes: {
      type: 'integer',
      minimum: 1024,
      maximum: 67108864,
      default: 1048576,
      meaning: 'largest request body'
    }
  },
  observability: {
    log_tool_arguments: { type: 'boolean', default: false, meaning: 'log the arguments of calls, which hold paths' }
  }
} as const;
