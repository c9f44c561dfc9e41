import { copiedRoot, editFile } from '../../test/harness/root.js';

const TABLE = 'policies/refund/refund.yaml';
const FIRST_RULE = '  - id: order-not-found\n';

/** A copy of the shipped files whose refund table holds so many rules more, all of them looked at and none fires. */
export function rootWithRules(more: number): { readonly root: string; remove(): void } {
  const copy = copiedRoot();
  const rules = Array.from({ length: more }, (_, i) => rule(1000 + i)).join('');
  if (more > 0) editFile(copy.root, TABLE, text => text.replace(FIRST_RULE, rules + FIRST_RULE));
  return copy;
}

const rule = (n: number) => `  - id: grown-${n}
    ref: P16
    priority: ${n}
    why: One rule more, to see what it costs.
    when: { fact: refunds_last_90_days, operator: equal, value: ${n} }
    then: { decision: human_review, reason: many_refunds }
    says: A colleague will check your refund request.
    examples:
      fires: [{ refunds_last_90_days: ${n} }]
      near_misses: [{ refunds_last_90_days: 0 }]

`;
