import type { Command } from '../../../core/index.js';

const DATABASE = 'AGENT_STORAGE__DATABASE_URL  where records live: sqlite:./data/support.db, below the current folder';
const ADDRESS = 'AGENT_SERVER__PORT           the port: 8000; 0 takes a free one';
const MORE = 'These are environment variables; docs/operators.md lists them all.';

/** The support agent's own commands. */
export const supportCommands: readonly Command[] = [
  {
    name: 'support serve',
    summary: 'Serves the support agent over HTTP',
    usage: '[--watch]',
    example: 'AGENT_SECURITY__API_KEYS=demo:demo-secret bylaw support serve',
    options: { watch: { type: 'boolean', meaning: 'load changed files as they change, not only on SIGHUP' } },
    notes: () => ['AGENT_SECURITY__API_KEYS     who may call: tenant:secret, comma separated', ADDRESS, DATABASE, MORE],
    load: async () => (await import('./serve.js')).serve
  },
  {
    name: 'support seed',
    summary: 'Loads the knowledge base and the demo account; running it again changes nothing',
    usage: '[--only knowledge] [--json]',
    example: 'AGENT_STORAGE__DATABASE_URL=sqlite:./data/support.db bylaw support seed',
    options: {
      only: { type: 'string', value: 'knowledge', meaning: 'the articles alone, as production takes them' },
      json: { type: 'boolean', meaning: 'print JSON for machines' }
    },
    notes: () => [DATABASE, MORE],
    load: async () => (await import('./seed.js')).seed
  },
  {
    name: 'support import',
    summary: 'Loads customers or orders of a shop: CSV, or JSON with one record a line',
    usage: 'customers|orders FILE… --tenant TENANT [--mapping NAME] [--json]',
    example: 'bylaw support import orders export.csv --tenant acme --mapping our-export',
    options: {
      tenant: { type: 'string', value: 'TENANT', meaning: 'whose records they are, as in the keys' },
      mapping: {
        type: 'string',
        value: 'NAME',
        meaning: 'a file of kind import-mapping says which column is which field; else columns are called like fields'
      },
      json: { type: 'boolean', meaning: 'print JSON for machines' }
    },
    notes: () => [
      'What is wrong is told by file and line and left out (status 1). An import that broke off goes on where it was.',
      DATABASE
    ],
    load: async () => (await import('./import.js')).importRecords
  },
  {
    name: 'support key',
    summary: 'Makes a key: its secret, shown once, and the line by which AGENT_SECURITY__API_KEYS_FILE knows it',
    usage: 'TENANT [--scopes LIST] [--expires DATE] [--json]',
    example: "bylaw support key shop --scopes 'knowledge:read|account:read|order:read' --expires 2027-06-30",
    options: {
      scopes: { type: 'string', value: 'LIST', meaning: 'what it may do, instead of the usual scopes' },
      expires: { type: 'string', value: 'DATE', meaning: 'when it ends: a date, or a moment in UTC' },
      json: { type: 'boolean', meaning: 'print JSON for machines' }
    },
    notes: () => ['Give the secret to who calls, and add the line to the file; a SIGHUP makes services read it.'],
    load: async () => (await import('./new-key.js')).newKey
  },
  {
    name: 'support migrate',
    summary: 'Adds to the database what a newer version of the program keeps; records stay as they are',
    usage: '[--list] [--json]',
    example: 'AGENT_STORAGE__DATABASE_URL=postgres://bylaw@localhost/bylaw bylaw support migrate --list',
    options: {
      list: { type: 'boolean', meaning: 'change nothing; status 1 when something is missing' },
      json: { type: 'boolean', meaning: 'print JSON for machines' }
    },
    notes: () => [
      DATABASE,
      'Instances of the version before may keep running. Keep a copy of the database: nothing goes back.'
    ],
    load: async () => (await import('./migrate.js')).migrate
  },
  {
    name: 'support copy',
    summary: 'Writes all records of one database into another: from SQLite to PostgreSQL, or back',
    usage: '--from URL [--again] [--json]',
    example:
      'AGENT_STORAGE__DATABASE_URL=postgres://bylaw@localhost/bylaw bylaw support copy --from sqlite:./data/support.db',
    options: {
      from: { type: 'string', value: 'URL', meaning: 'the database that is read' },
      again: { type: 'boolean', meaning: 'write into a database that holds records, after a copy that broke off' },
      json: { type: 'boolean', meaning: 'print JSON for machines' }
    },
    notes: () => ['AGENT_STORAGE__DATABASE_URL names the database that is written. Stop the services on both first.'],
    load: async () => (await import('./copy.js')).copy
  },
  {
    name: 'support rehearse',
    summary: 'Holds tested conversations with every reading of each message, and writes which were right',
    usage: '[FILE…] --name NAME [--weight N]',
    example: 'bylaw support rehearse intents/conversations.test.yaml --name our-tests --root our-shop',
    options: {
      name: {
        type: 'string',
        value: 'NAME',
        meaning: 'the file that is written: policies/dialogue/choices/NAME.jsonl'
      },
      weight: { type: 'string', value: 'N', meaning: 'how much each of its messages counts; 1 without it' }
    },
    notes: () => [
      'FILE is a test file of the root; all of them without one. "bylaw learn" learns from what is written.'
    ],
    load: async () => (await import('./rehearse.js')).rehearse
  },
  {
    name: 'support demo',
    summary: 'Seeds and serves a local example with a demo key: no model, no network, no other server',
    usage: '',
    example: 'AGENT_SERVER__PORT=8001 bylaw support demo',
    notes: () => [ADDRESS, DATABASE, MORE],
    load: async () => (await import('./demo.js')).demo
  }
];
