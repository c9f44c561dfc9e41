import { documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';

/** Kinds of records that grow old. Customers and orders are the shop's, and articles are files. */
export const KEPT = [
  'responses',
  'traces',
  'conversations',
  'runs',
  'decisions',
  'audit',
  'feedback',
  'tickets'
] as const;
export type KeptKind = (typeof KEPT)[number];

export interface RetentionPolicy {
  readonly turnMinutes: number;
  /** Records of one kind that one turn removes. */
  readonly mostInATurn: number;
  /** None where records are kept until somebody removes them. */
  readonly days: Readonly<Partial<Record<KeptKind, number>>>;
}

const days = {
  type: 'integer',
  minimum: 1,
  maximum: 36_500,
  description: 'Days, from when the record was made.'
} as const;

/** `policies/retention/*.yaml`: at most one file; without one everything is kept. */
export const Retention: DocumentKind<RetentionPolicy> = {
  id: 'retention',
  version: 1,
  folder: 'policies/retention',
  nameOf: () => 'retention',
  schema: documentSchema('retention', 1, {
    turn_minutes: { type: 'integer', minimum: 1, maximum: 1440 },
    most_in_a_turn: { type: 'integer', minimum: 1, maximum: 10_000_000 },
    days: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(KEPT.map(kind => [kind, days]))
    }
  }),
  compile: ({ turn_minutes: turnMinutes, most_in_a_turn: mostInATurn, days }) => ({ turnMinutes, mostInATurn, days })
};
