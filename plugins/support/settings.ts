/** Settings of the support agent, by section. `storage` belongs to the storage plugin. */
export const SUPPORT_SETTINGS = {
  '': {
    environment: {
      type: 'string',
      enum: ['development', 'test', 'production'],
      default: 'development',
      meaning: 'production enforces the invariants of docs/operators.md'
    }
  },
  server: {
    host: { type: 'string', default: '127.0.0.1', meaning: 'address the service listens on' },
    port: {
      type: 'integer',
      minimum: 0,
      maximum: 65535,
      default: 8000,
      meaning: 'port the service listens on; 0 takes a free one'
    }
  },
  security: {
    api_keys: {
      type: 'list',
      default: [] as readonly string[],
      secret: true,
      meaning: 'tenant:secret or tenant:secret:scope|scope, comma separated'
    },
    api_keys_file: { type: 'string', meaning: 'file of further keys, by their digests; read again on SIGHUP' },
    require_api_key: { type: 'boolean', default: true, meaning: 'every request but the probes needs a key' },
    max_request_bytes: {
      type: 'integer',
      minimum: 1024,
      maximum: 16777216,
      default: 262144,
      meaning: 'largest request body'
    },
    public_docs: { type: 'boolean', default: false, meaning: 'serve /docs and /openapi.json without a key' }
  },
  policy: {
    allow_agent_initiated_refunds: {
      type: 'boolean',
      default: false,
      meaning: 'reserved: the agent never moves money'
    },
    require_identity_for_account_data: {
      type: 'boolean',
      default: true,
      meaning: 'account data only in verified conversations'
    },
    pin: { type: 'string', meaning: 'the only revision of the declarative files that may be served' }
  },
  identity: {
    courier: {
      type: 'string',
      default: 'console',
      meaning: 'who brings codes to customers: webhook, smtp, or the console of a local example'
    },
    secret: {
      type: 'string',
      secret: true,
      meaning: 'keeps digests of codes from being tried out, at least 32 characters, the same on every instance'
    }
  },
  verification: { enabled: { type: 'boolean', default: true, meaning: 'withhold replies that cannot be proved' } },
  observability: {
    log_message_content: {
      type: 'boolean',
      default: false,
      meaning: 'write message text to the log; never in production'
    }
  },
  limits: {
    max_message_chars: { type: 'integer', minimum: 1, maximum: 100000, default: 4000, meaning: 'longest message' },
    max_conversation_turns: { type: 'integer', minimum: 1, default: 40, meaning: 'messages per conversation' },
    max_steps: { type: 'integer', minimum: 1, default: 12, meaning: 'steps per run' },
    max_run_seconds: { type: 'number', minimum: 0.1, default: 20, meaning: 'wall-clock time per run' }
  },
  tools: {
    timeout_seconds: { type: 'number', minimum: 0.05, maximum: 60, default: 5, meaning: 'time one tool call may take' },
    circuit_failures: {
      type: 'integer',
      minimum: 1,
      default: 5,
      meaning: 'consecutive failures that open the circuit of a tool'
    },
    circuit_reset_seconds: {
      type: 'number',
      minimum: 0.05,
      default: 30,
      meaning: 'time until one trial call is let through'
    }
  },
  sessions: {
    secret: {
      type: 'string',
      secret: true,
      meaning:
        'signs session tokens, at least 32 characters, the same on every instance; without it sessions end with the process'
    },
    origins: {
      type: 'list',
      default: [] as readonly string[],
      meaning: 'origins of pages that may show the chat window, like https://shop.example, comma separated'
    },
    public_keys: {
      type: 'list',
      default: [] as readonly string[],
      meaning: 'tenant:key:origin|origin, comma separated: keys that stand in pages and can only open sessions there'
    },
    minutes: { type: 'integer', minimum: 1, maximum: 60, default: 20, meaning: 'life of one session token' },
    hours: { type: 'integer', minimum: 1, maximum: 168, default: 8, meaning: 'how long a session can be renewed' }
  },
  desk: {
    poll_seconds: {
      type: 'number',
      minimum: 0.05,
      default: 2,
      meaning: 'time between two looks for tickets that help desks have yet to hear of'
    },
    attempts: { type: 'integer', minimum: 1, default: 12, meaning: 'attempts until a delivery is dead' },
    backoff_seconds: {
      type: 'number',
      minimum: 0.01,
      default: 5,
      meaning: 'time until the second attempt; each further one waits twice as long'
    },
    max_backoff_seconds: { type: 'number', minimum: 1, default: 900, meaning: 'longest time between two attempts' }
  },
  chat: {
    backend: {
      type: 'string',
      default: 'template',
      meaning: 'who phrases replies: the provider of a listed composer plugin'
    }
  }
} as const;
