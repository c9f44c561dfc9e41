import { closed } from '../../../core/documents/index.js';
/** A day relative to the day of seeding. */
export type SeedDay = { readonly days_ago: number } | { readonly days_ahead: number };

/** A past moment: whole days before the day of seeding, and a UTC time of day as `HH:MM`. */
export interface SeedMoment {
  readonly days_ago: number;
  readonly at: string;
}

const days = { type: 'integer', minimum: 0, maximum: 3650 } as const;

/** A day before or after the day of seeding: one of the two keys. */
export const SEED_DAY_SCHEMA = closed({ days_ago: days, days_ahead: days }, ['days_ago', 'days_ahead'], {
  minProperties: 1,
  maxProperties: 1
});

const moment = {
  additionalProperties: false,
  required: ['days_ago', 'at'],
  properties: {
    // From yesterday on: a time of today could still lie ahead when the seeds are loaded.
    days_ago: { ...days, minimum: 1 },
    at: { type: 'string', pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$', description: 'UTC time of day.' }
  }
} as const;

export const SEED_MOMENT_SCHEMA = { type: 'object', ...moment } as const;
export const SEED_MOMENT_OR_NULL_SCHEMA = { type: ['object', 'null'], ...moment } as const;

/** Days from the day of seeding: negative before it, positive after it. */
export function dayOffset(day: SeedDay): number {
  return 'days_ago' in day ? -day.days_ago : day.days_ahead;
}

/** Minutes from the start of the day of seeding; always negative, for comparing moments of one file. */
export function minuteOffset({ days_ago, at }: SeedMoment): number {
  return -days_ago * 24 * 60 + Number(at.slice(0, 2)) * 60 + Number(at.slice(3));
}

/** The day as `YYYY-MM-DD` in UTC. */
export function dateOf(day: SeedDay, now: Date): string {
  return startOfDay(dayOffset(day), now).toISOString().slice(0, 10);
}

/** The moment as an ISO 8601 UTC timestamp. */
export function timestampOf(moment: SeedMoment, now: Date): string {
  return new Date(startOfDay(0, now).getTime() + minuteOffset(moment) * 60_000).toISOString();
}

function startOfDay(offset: number, now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + offset));
}
