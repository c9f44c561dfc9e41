import { readFileSync } from 'node:fs';
import { loadDocuments } from '../../../../core/documents/load.js';
import { CalendarKind } from '../../../../core/facts/calendar-kind.js';
import { FactDeclarationsKind } from '../../../../core/rules/fact-declarations.js';
import { RuleTableKind } from '../../../../core/rules/rule-table.js';
import { RulePolicies } from '../../../../core/rules/rule-policies.js';
import { RuleTables } from '../../../../core/rules/rule-policies.js';
import { copyShippedTables } from '../../../core/rules/shipped-tables.js';
import { RecordAttributesKind } from '../../../../plugins/support/kinds/record-attributes.js';
import type {
  CaseCustomer,
  CaseLine,
  CaseOrder,
  CaseRequest,
  StoreCase
} from '../../../../plugins/support/decide/case.js';
import { StorePolicyTables, type StorePolicies } from '../../../../plugins/support/decide/policies.js';

export const load = (root: string) =>
  loadDocuments({
    root,
    kinds: [FactDeclarationsKind, CalendarKind, RecordAttributesKind, RuleTableKind],
    assemblies: [RuleTables, RulePolicies, StorePolicyTables],
    items: () => []
  });

/** The policies that ship with the package. */
export async function storePolicies(): Promise<StorePolicies> {
  return (await load(copyShippedTables())).set!.get(StorePolicyTables);
}

export interface LabelledCase extends StoreCase {
  readonly id: string;
  readonly title: string;
  readonly expected: Readonly<Record<string, unknown>>;
}

export const policyCases = (): { cases: LabelledCase[] } =>
  JSON.parse(readFileSync('test/data/policy_cases.json', 'utf8'));

interface Changes {
  readonly request?: CaseRequest;
  readonly customer?: CaseCustomer;
  readonly order?: CaseOrder;
  readonly lines?: readonly CaseLine[];
}

const LINE: CaseLine = {
  line_id: 'A',
  unit_price: '40.00',
  quantity: 1,
  category: 'standard',
  condition: 'unopened',
  quantity_returned: 0,
  quantity_refunded: 0,
  reported_issue: null,
  weight_kg: 2,
  discount_per_unit: '0.00'
};

/** An ordinary refund 14 days after delivery, with what is changed about it. */
export function refund({ request, customer, order, lines = [line({})] }: Changes = {}): StoreCase {
  return {
    request: {
      kind: 'refund',
      asked_at: '2026-03-20T10:00:00Z',
      lines: lines.map(({ line_id = null, quantity = null }) => ({ line_id, quantity })),
      delivery_charge_only: false,
      refund_destination: 'original',
      ...request
    },
    customer: { has_existing_gift_card: false, refunds_last_90_days: 0, ...customer },
    order: {
      order_id: 'ORD-70001',
      exists: true,
      belongs_to_asker: true,
      status: 'delivered',
      ordered_at: '2026-03-01T07:30:00Z',
      promised_by: '2026-03-08',
      delivered_at: '2026-03-06T15:00:00Z',
      charged: true,
      currency: 'USD',
      paid_with: ['card'],
      delivery_charge: '5.50',
      chargeback_open: false,
      lines,
      ...order
    }
  };
}

export const line = (changes: CaseLine): CaseLine => ({ ...LINE, ...changes });
