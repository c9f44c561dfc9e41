import type { DecisionRecord } from '../../../core/rules/index.js';
import type { RequestKind } from '../enumerations.js';

export type { RequestKind };

/**
 * A question to decide and everything known about it, as stores and case files give it. Any field may be absent,
 * null or nonsense: what a rule needs and cannot have makes the case incomplete, never an exception.
 */
export interface StoreCase {
  readonly request?: CaseRequest | null;
  readonly customer?: CaseCustomer | null;
  /** Absent or null: no such order. */
  readonly order?: CaseOrder | null;
  /** What the customer answered where a rule asked for a fact. */
  readonly answers?: Readonly<Record<string, boolean | string>> | null;
  /** Counts of the conversation in which it is asked. */
  readonly conversation?: Readonly<Record<string, unknown>> | null;
  /** Records that tools of the plan found before, by tool and by the record's name. */
  readonly tools?: Readonly<Record<string, unknown>> | null;
}

export interface CaseRequest {
  readonly kind?: RequestKind | null;
  /** ISO 8601 moment; the clock of the whole decision. Without an offset it is UTC. */
  readonly asked_at?: string | null;
  readonly lines?: readonly AskedLine[] | null;
  /** Refunds: nothing but the delivery charge is asked for, and `lines` does not count. */
  readonly delivery_charge_only?: boolean | null;
  /** `original`, `gift_card`, or the name of another way to pay. */
  readonly refund_destination?: string | null;
  /** Changes: a further piece is wished for. */
  readonly adds_item?: boolean | null;
}

export interface AskedLine {
  readonly line_id?: string | null;
  readonly quantity?: number | null;
}

export interface CaseCustomer {
  readonly has_existing_gift_card?: boolean | null;
  readonly refunds_last_90_days?: number | null;
  readonly refunds?: readonly object[] | null;
  readonly attributes?: Readonly<Record<string, unknown>> | null;
}

export interface CaseOrder {
  readonly order_id?: string | null;
  readonly exists?: boolean | null;
  readonly belongs_to_asker?: boolean | null;
  readonly status?: string | null;
  readonly ordered_at?: string | null;
  /** YYYY-MM-DD. */
  readonly promised_by?: string | null;
  readonly delivered_at?: string | null;
  readonly charged?: boolean | null;
  readonly currency?: string | null;
  readonly paid_with?: readonly string[] | null;
  /** Decimal string, in the order's currency, like every amount here. */
  readonly delivery_charge?: string | null;
  readonly chargeback_open?: boolean | null;
  readonly lines?: readonly CaseLine[] | null;
  readonly attributes?: Readonly<Record<string, unknown>> | null;
}

export interface CaseLine {
  readonly line_id?: string | null;
  readonly unit_price?: string | null;
  readonly quantity?: number | null;
  readonly category?: string | null;
  readonly condition?: string | null;
  readonly quantity_returned?: number | null;
  readonly quantity_refunded?: number | null;
  /** Null says that nothing was reported. */
  readonly reported_issue?: string | null;
  /** What the customer tells of its condition; absent or null where nothing is told. */
  readonly reported_condition?: string | null;
  /** Of the line as shipped; only prices and discounts are per unit. */
  readonly weight_kg?: number | null;
  readonly discount_per_unit?: string | null;
  readonly attributes?: Readonly<Record<string, unknown>> | null;
}

export type Decision = 'eligible' | 'not_eligible' | 'human_review' | 'need_info';

export interface StoreDecision {
  readonly decision: Decision;
  readonly reason: string;
  /** What a person would pay out, with two decimals; only on an eligible refund. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** What a refund of all that is asked for would come to, whatever is decided; null where that is not known. */
  readonly asked_for: { readonly amount: string; readonly currency: string } | null;
  /** Ids in the order they were asked for; empty unless eligible. */
  readonly eligible_lines: readonly string[];
  /** Eligible, but not for everything that was asked for. */
  readonly partial: boolean;
  /** Id of the rule in its table, and its number in the written policy. */
  readonly rule: string;
  readonly ref: string;
  /** The rule's text in the customer's words, filled in. */
  readonly says: string;
  /** The fact that the customer is asked for. */
  readonly asks?: { readonly name: string; readonly values: readonly string[] | null };
  readonly record: DecisionRecord;
  /** What the line table said about each line asked for. */
  readonly lines: readonly LineVerdict[];
}

export interface LineVerdict {
  readonly line_id: string;
  readonly record: DecisionRecord;
}
