import type { Command } from '../../../core/index.js';

/** The orchestrator's own commands. */
export const orchestratorCommands: readonly Command[] = [
  {
    name: 'orchestrator serve',
    summary: 'Serves the tool-server orchestrator over HTTP',
    usage: '',
    example: 'MCP_API_KEYS=team:a-long-secret bylaw orchestrator serve',
    load: async () => (await import('./serve.js')).serve
  },
  {
    name: 'orchestrator explain',
    summary: 'Says which rule and which server a request would be routed to, and why; sends nothing',
    usage: '--method METHOD [--params JSON] [--capability NAME] [--server NAME] [--servers FILE] [--json]',
    example: `bylaw orchestrator explain --method tools/call --params '{"name":"search_text"}' --servers servers.json`,
    options: {
      method: { type: 'string', value: 'METHOD', meaning: 'the JSON-RPC method, for example tools/call' },
      params: { type: 'string', value: 'JSON', meaning: 'its parameters' },
      capability: { type: 'string', value: 'NAME', meaning: 'the capability that is asked for' },
      server: { type: 'string', value: 'NAME', meaning: 'the server that is named' },
      servers: {
        type: 'string',
        value: 'FILE',
        meaning: "the servers there are: what GET '/servers?detail=true' answered; - reads it from standard input"
      },
      json: { type: 'boolean', meaning: 'print JSON for machines' }
    },
    load: async () => (await import('./explain.js')).explainRoute
  }
];
