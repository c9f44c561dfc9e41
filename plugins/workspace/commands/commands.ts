import type { Command } from '../../../core/index.js';

const json = { type: 'boolean', meaning: 'print JSON for machines' } as const;

/** The workspace tool server's own commands. */
export const workspaceCommands: readonly Command[] = [
  {
    name: 'workspace serve',
    summary: 'Serves the workspace tools over HTTP, or over stdio to the client that started the process',
    usage: '[--transport stdio|http]',
    example: 'MCP_SANDBOX__WORKSPACE=/home/me/project bylaw workspace serve --transport stdio',
    options: { transport: { type: 'string', value: 'stdio|http', meaning: 'http where it is not given' } },
    load: async () => (await import('./serve.js')).serve
  },
  {
    name: 'workspace bridge',
    summary: 'Serves clients of the revisions 2025-06-18 and 2025-11-25 over stdio',
    usage: '',
    example: 'MCP_SANDBOX__WORKSPACE=/home/me/project bylaw workspace bridge',
    load: async () => (await import('./bridge.js')).bridge
  },
  {
    name: 'workspace doctor',
    summary: 'Says what would be served for the configured workspace, and what is wrong with it',
    usage: '[--json]',
    example: 'MCP_SANDBOX__WORKSPACE=/home/me/project bylaw workspace doctor',
    options: { json },
    load: async () => (await import('./doctor.js')).doctor
  },
  {
    name: 'workspace tools',
    summary: 'Lists the tools, their arguments and what they answer',
    usage: '[--json]',
    example: 'bylaw workspace tools --json',
    options: { json },
    load: async () => (await import('./tools.js')).tools
  },
  {
    name: 'workspace conform',
    summary: 'Checks the protocol behaviour of this server on both transports, or of any other',
    usage: '[--stdio "COMMAND" | --http URL] [--bearer TOKEN] [--strict] [--json] [--junit FILE]',
    example: 'bylaw workspace conform --stdio "bylaw workspace serve --transport stdio" --strict',
    options: {
      stdio: { type: 'string', value: '"COMMAND"', meaning: 'start this server and talk to it over its pipes' },
      http: {
        type: 'string',
        value: 'URL',
        meaning: 'talk to the server at this URL, for example http://127.0.0.1:8080/mcp'
      },
      bearer: { type: 'string', value: 'TOKEN', meaning: 'token for --http' },
      strict: { type: 'boolean', meaning: 'findings (SHOULD) fail as failures (MUST) do' },
      junit: { type: 'string', value: 'FILE', meaning: 'write the outcome of every case as JUnit XML' },
      json
    },
    load: async () => (await import('./conform.js')).conform
  }
];
