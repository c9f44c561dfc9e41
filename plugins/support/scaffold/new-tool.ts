import type { Skeleton } from '../../../core/workbench/index.js';

/** A tool that asks one fixed URL about an order. No plan calls it yet, so nothing is asked. */
export const toolSkeleton: Skeleton = {
  name: 'tool',
  summary: 'a tool that asks another system over HTTP',
  files: name => [{ file: `tools.d/support/${name}.yaml`, kind: 'tool', text: tool(name) }],
  next: name =>
    `name an intent under allowed_intents, and under serves, or '- tool: ${name}' in the plan of that intent`
};

const tool = (name: string) => `kind: tool
version: 1
name: ${name}
description: What it finds out, in one sentence.
handler:
  use: http.get
  with:
    # Fixed but for declared arguments, which are encoded. Credentials: headers: { Authorization: { secret: NAME } }
    url: https://api.example.com/orders/{order_id}
    absent_statuses: [404]
    record:
      as: ${name}
      fields:
        # Name fields in the words of the reply that reads records.${name}.
        status: { at: /status, type: string }
arguments:
  type: object
  additionalProperties: false
  required: [order_id]
  properties:
    order_id: { type: string, pattern: '^[A-Z0-9][A-Z0-9-]{2,39}$' }
required_scopes: [order:read]
idempotent: true
risk: read
timeout_seconds: 3
requires_identity: true
allowed_intents: []
`;
