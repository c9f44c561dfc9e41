/** What the interface answers about tickets and runs, as far as the console shows it. */
export interface Listed<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Facts = Readonly<Record<string, Json>>;

export interface RunRow {
  readonly run_id: string;
  readonly conversation_id: string;
  readonly intent: string;
  readonly confidence: number;
  readonly state: string;
  readonly escalation_reason: string | null;
  readonly refusal_reason: string | null;
  readonly ticket_id: string | null;
  readonly tool_calls: number;
  readonly duration_ms: number;
  readonly verification_passed: boolean | null;
  readonly provider: string;
  readonly policy_revision: string;
  readonly created_at: string;
}

/** How often something was, in an interval that begins then. */
export interface Count {
  readonly at: string;
  readonly value: string;
  readonly count: number;
}

export interface RunSummary extends Readonly<
  Record<'states' | 'intents' | 'escalations' | 'refusals' | 'questions' | 'withheld' | 'feedback', readonly Count[]>
> {
  readonly since: string;
  readonly until: string;
  readonly interval: 'minute' | 'hour' | 'day';
  /** In milliseconds; of all runs first. */
  readonly latency: readonly { readonly at: string | null; readonly p50: number; readonly p95: number }[];
  readonly confidence: readonly { readonly from: number; readonly count: number }[];
}

/** An n-gram, and how much it says. */
export interface Voice {
  readonly gram: string;
  readonly weight: number;
}

export interface TicketSummary {
  readonly statuses: readonly { readonly status: string; readonly count: number; readonly oldest: string }[];
}

export const TICKET_STATUSES = ['open', 'in_progress', 'resolved', 'withdrawn'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export interface TicketRow {
  readonly ticket_id: string;
  readonly conversation_id: string;
  readonly customer_id: string | null;
  readonly run_id: string;
  readonly order_id: string | null;
  readonly line_ids: readonly string[] | null;
  readonly intent: string;
  readonly issue: string | null;
  readonly reason: string;
  readonly decision: string | null;
  readonly rule: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly destination: string | null;
  readonly answers: Facts | null;
  readonly replaces: readonly string[] | null;
  readonly status: TicketStatus;
  readonly version: number;
  readonly assignee: string | null;
  readonly created_at: string;
  readonly updated_at: string | null;
  readonly notes?: readonly { readonly text: string; readonly at: string; readonly by: string }[];
}

export interface Decision {
  readonly table: string;
  readonly rule: string;
  readonly ref: string;
  readonly decision: string;
  readonly reason: string;
  readonly params: Facts;
  readonly file: string;
  readonly line: number;
  readonly revision: string;
  readonly facts: Facts;
  readonly also_matched: readonly string[];
}

/** A step of a run; which fields there are depends on its type. */
export interface Step {
  readonly step: number;
  readonly at_ms: number;
  readonly type: string;
  readonly [field: string]: Json | Decision | undefined;
}

export interface Trace {
  readonly run_id: string;
  readonly policy_revision: string;
  readonly steps: readonly Step[];
}

export interface Proof {
  readonly sentences: readonly {
    readonly text: string;
    readonly factual: boolean;
    readonly evidence: readonly { readonly reference: string; readonly field: string | null }[];
  }[];
  readonly evidence: readonly { readonly reference: string; readonly kind: string; readonly text: string }[];
}

export interface Answer {
  readonly reply: string;
  readonly state: string;
  readonly intent: string;
  readonly ticket_id: string | null;
  readonly escalation_reason: string | null;
  readonly refusal_reason: string | null;
  readonly unverified_claims: readonly {
    readonly claim: string;
    readonly reason: string;
    readonly values: readonly string[];
  }[];
  readonly question: { readonly choices: readonly { readonly label: string; readonly message: string }[] } | null;
  readonly duration_ms: number;
  readonly proof: Proof | null;
  readonly trace: Trace | null;
}
