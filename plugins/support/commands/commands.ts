import type { Command } from '../../../core/index.js';

/** The support agent's own commands. */
export const supportCommands: readonly Command[] = [
  {
    name: 'support serve',
    summary: 'Serves the support agent over HTTP',
    usage: '[--watch]',
    example: 'AGENT_SECURITY__API_KEYS=demo:demo-secret bylaw support serve',
    options: { watch: { type: 'boolean', meaning: 'load changed files as they change, not only on SIGHUP' } },
    load: async () => (await import('./serve.js')).serve
  },
  {
    name: 'support seed',
    summary: 'Loads the knowledge base and the demo account; running it again changes nothing',
    usage: '[--json]',
    example: 'AGENT_STORAGE__DATABASE_URL=sqlite:./data/support.db bylaw support seed',
    options: { json: { type: 'boolean', meaning: 'print JSON for machines' } },
    load: async () => (await import('./seed.js')).seed
  },
  {
    name: 'support fit',
    summary: 'Learns from labelled messages how much words and concepts speak for each intent',
    usage: '[FILE.jsonl …] [--write]',
    example: 'bylaw support fit --write --root our-shop',
    options: {
      write: { type: 'boolean', meaning: 'write intents/vocabulary/cues.yaml of the root instead of printing it' }
    },
    load: async () => (await import('./fit.js')).fit
  },
  {
    name: 'support fit-guard',
    summary: 'Learns from labelled texts how much words and pairs of words speak for an attack',
    usage: '[FILE.jsonl …] [--write]',
    example: 'bylaw support fit-guard --write --root our-shop',
    options: {
      write: { type: 'boolean', meaning: 'write policies/injection/cues.yaml of the root instead of printing it' }
    },
    load: async () => (await import('./fit-guard.js')).fitGuard
  },
  {
    name: 'support demo',
    summary: 'Seeds and serves a local example with a demo key: no model, no network, no other server',
    usage: '',
    example: 'npm start',
    load: async () => (await import('./demo.js')).demo
  },
  {
    name: 'new intent',
    summary: 'Adds an intent that is recognised by its name',
    usage: 'NAME',
    example: 'bylaw new intent opening_hours --root our-shop',
    load: async () => (await import('../scaffold/new-intent.js')).newIntent
  },
  {
    name: 'new tool',
    summary: 'Adds a tool that asks another system over HTTP',
    usage: 'NAME',
    example: 'bylaw new tool track_shipment --root our-shop',
    load: async () => (await import('../scaffold/new-tool.js')).newTool
  }
];
