import { isDeepStrictEqual } from 'node:util';
import { decide, type DecisionRecord } from './decide.js';
import type { RuleTable } from './rule-table.js';
import { inForce, type RulePolicy } from './rule-policies.js';
import type { Facts } from '../facts/typed-values.js';

/** What a shadow table came to on the facts of a decision. It is only ever recorded. */
export interface ShadowRecord {
  readonly file: string;
  readonly revision: string;
  /** Whether anything but the texts would be different. */
  readonly diverges: boolean;
  /** Absent when the shadow could not decide. */
  readonly decision?: string;
  readonly reason?: string;
  readonly rule?: string;
  readonly line?: number;
  readonly params?: Facts;
  /** Facts that only the shadow looks at. */
  readonly facts?: Facts;
}

/**
 * Decides by the version that holds on the policy's day, and by the shadow beside it. `today` is the day of
 * asking (YYYY-MM-DD); null, an unreadable clock, takes the version that holds since ever.
 */
export async function decidePolicy(policy: RulePolicy, facts: Facts, today: string | null): Promise<DecisionRecord> {
  const on = dayOf(policy, facts, today);
  const table = inForce(policy, on);
  const record = await decide(table, facts);
  const dated =
    policy.versions.length === 1
      ? record
      : { ...record, effective_from: table.effective.from ?? null, effective_on: on };
  const { shadow } = policy;
  return shadow === undefined ? dated : { ...dated, shadow: await shadowOf(shadow, facts, record) };
}

/** The deciding rule's words for the one who asked. */
export function saysOf({ versions }: RulePolicy, record: DecisionRecord): string {
  const { rule, facts, settings, params } = record;
  return versionOf(versions, record)
    .rules.find(({ id }) => id === rule)!
    .says.render({ facts, settings, params });
}

/** The version by which it was decided: several may stand in one file, for the days on which its settings change. */
export const versionOf = (
  versions: readonly RuleTable[],
  { file, effective_from: from = null }: Pick<DecisionRecord, 'file' | 'effective_from'>
): RuleTable => {
  const there = versions.filter(({ source }) => source.file === file);
  return there.find(({ effective }) => (effective.from ?? null) === from) ?? there[0]!;
};

/** The day that chooses the version: the fact's, where the policy names one and it is known. */
export function dayOf({ by }: RulePolicy, facts: Facts, today: string | null): string | null {
  const day = by === 'now' ? null : (facts[by] ?? null);
  return typeof day === 'string' ? day : today;
}

async function shadowOf(shadow: RuleTable, facts: Facts, acted: DecisionRecord): Promise<ShadowRecord> {
  const { file, revision } = shadow.source;
  try {
    const record = await decide(shadow, facts);
    const { decision, reason, rule, line, params } = record;
    const more = Object.entries(record.facts).filter(([name]) => !Object.hasOwn(acted.facts, name));
    const diverges = !sameOutcome(record, acted);
    return { file, revision, diverges, decision, reason, rule, line, params, facts: Object.fromEntries(more) };
  } catch {
    // A candidate that breaks must not touch what customers are told.
    return { file, revision, diverges: true };
  }
}

type Outcome = Pick<DecisionRecord, 'decision' | 'reason' | 'params'>;

/** Whether two decisions come to the same: decision, reason and everything they give. */
export const sameOutcome = (a: Outcome, b: Outcome): boolean =>
  a.decision === b.decision && a.reason === b.reason && isDeepStrictEqual(a.params, b.params);
