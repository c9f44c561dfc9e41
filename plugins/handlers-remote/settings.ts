import type { SectionSchema } from '../../core/index.js';

export const REMOTE_SETTINGS = {
  tools: {
    private_hosts: {
      type: 'list',
      default: [],
      meaning: 'hosts, or host:port, inside the own network that tool definitions may call'
    }
  }
} as const satisfies Readonly<Record<string, SectionSchema>>;
