import { closed } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';

/** At most so many in so many seconds. */
export interface Allowance {
  readonly most: number;
  readonly seconds: number;
}

/** By whose doing, or about what, something is counted. */
const COUNTED_BY = {
  open: ['key', 'address', 'peer'],
  verify: ['key', 'address', 'conversation'],
  codes: ['key', 'address', 'conversation'],
  messages: ['key', 'conversation']
} as const;
export type LimitedAction = keyof typeof COUNTED_BY;
export type CountedBy = (typeof COUNTED_BY)[LimitedAction][number];
export type RateLimitPolicy = Readonly<Partial<Record<LimitedAction, Readonly<Partial<Record<CountedBy, Allowance>>>>>>;

const allowance = closed({
  most: { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
  seconds: { type: 'integer', minimum: 1, maximum: 86_400, description: 'Length of the window.' }
});

/** `policies/limits/*.yaml`: at most one file. What it leaves out is not limited. */
export const Limits: DocumentKind<RateLimitPolicy> = {
  id: 'limits',
  version: 1,
  folder: 'policies/limits',
  nameOf: () => 'limits',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version'],
    properties: {
      kind: { const: 'limits' },
      version: { const: 1 },
      ...Object.fromEntries(
        Object.entries(COUNTED_BY).map(([action, by]) => [
          action,
          {
            type: 'object',
            additionalProperties: false,
            properties: Object.fromEntries(by.map(name => [name, allowance]))
          }
        ])
      )
    }
  },
  compile: ({ kind: _kind, version: _version, ...limits }) => limits as RateLimitPolicy
};
