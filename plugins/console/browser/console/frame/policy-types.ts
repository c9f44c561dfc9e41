import type { Decision, Facts, Json } from './types.js';

/** What the interface answers about policies, as far as the console shows it. */
export interface Fact {
  readonly name: string;
  readonly type: 'boolean' | 'integer' | 'number' | 'money' | 'string' | 'date';
  readonly values: readonly string[] | null;
  readonly unit: string | null;
  readonly meaning: string;
}

export type Condition =
  | { readonly kind: 'comparison'; readonly fact: string; readonly operator: string; readonly value: Json }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] };

export interface DecisionRow {
  readonly decision_id: string;
  readonly run_id: string;
  readonly decision: string;
  readonly rule: string;
  readonly shadow: { readonly decision: string | null; readonly rule: string | null } | null;
  readonly created_at: string;
}

export interface RuleCount {
  readonly table: string;
  readonly rule: string;
  readonly count: number;
  readonly diverging: number;
}

interface ReviewItem {
  readonly text: string;
  readonly more?: readonly string[];
}

export type ReviewBlock =
  | { readonly is: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'list'; readonly items: readonly ReviewItem[] }
  | { readonly is: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export interface Example {
  readonly line: number;
  readonly facts: Facts;
}

export interface PolicyRule {
  readonly id: string;
  readonly ref: string;
  readonly line: number;
  readonly why: string;
  readonly decision: string;
  readonly reason: string;
  readonly fires: readonly Example[];
  readonly near_misses: readonly Example[];
}

export interface PolicyTable {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly mode: 'enforce' | 'shadow';
  readonly effective_from: string | null;
  readonly effective_until: string | null;
  readonly settings: Facts;
  readonly cases: Readonly<Record<string, readonly { readonly when: Condition; readonly value: Json }[]>>;
  readonly baseline: Facts;
  readonly facts: readonly Fact[];
  readonly rules: readonly PolicyRule[];
}

interface NameChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

export interface Policies {
  readonly revision: string;
  readonly last_reload: {
    readonly at: string;
    readonly from: string;
    readonly files: NameChanges;
    readonly rules: NameChanges;
  } | null;
  readonly refused: readonly {
    readonly code: string;
    readonly message: string;
    readonly file: string | null;
    readonly line: number | null;
  }[];
  readonly tables: readonly PolicyTable[];
}

export type Seen =
  | {
      readonly kind: 'comparison';
      readonly fact: string;
      readonly operator: string;
      readonly value: Json;
      readonly saw: Json;
      readonly held: boolean;
      readonly line: number;
    }
  | {
      readonly kind: 'all' | 'any';
      readonly name?: string;
      readonly held: boolean;
      readonly line: number;
      readonly of: readonly Seen[];
    };

export interface Trial {
  readonly record: Decision;
  readonly rules: readonly { readonly id: string; readonly outcome: string; readonly when?: Seen }[];
}
