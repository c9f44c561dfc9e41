/** Settings of the orchestrator. The prefix is `MCP`, and their names have no section. */
export const ORCHESTRATOR_SETTINGS = {
  '': {
    port: { type: 'integer', minimum: 0, maximum: 65535, default: 3000, meaning: 'listening port; 0 takes a free one' },
    host: { type: 'string', default: '0.0.0.0', meaning: 'listening host' },
    log_level: {
      type: 'string',
      enum: ['debug', 'info', 'warning', 'error'],
      default: 'info',
      meaning: 'least severe level that is logged'
    },
    health_interval: {
      type: 'integer',
      minimum: 50,
      maximum: 3600000,
      default: 30000,
      meaning: 'milliseconds between two probes of a server'
    },
    request_timeout: {
      type: 'integer',
      minimum: 50,
      maximum: 600000,
      default: 10000,
      meaning: 'milliseconds a routed request may take, all attempts together'
    },
    max_retries: { type: 'integer', minimum: 0, maximum: 10, default: 3, meaning: 'attempts after the first one' },
    api_keys: {
      type: 'list',
      default: [] as readonly string[],
      secret: true,
      meaning: 'name:secret, comma separated; empty lets local callers in and makes a key for all others'
    },
    allow_anonymous: { type: 'boolean', default: false, meaning: 'no caller needs a key' },
    audit_file: {
      type: 'string',
      meaning: 'file to which a record of every routed call is added, whatever the log level; unset writes none'
    },
    registry_url: {
      type: 'string',
      secret: true,
      meaning: 'where the registry is kept: sqlite:<file> or postgres://…; unset keeps it in memory'
    }
  }
} as const;
