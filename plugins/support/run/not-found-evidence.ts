import type { Evidence } from '../verify/contract.js';
import { evidenceText } from '../verify/evidence-text.js';

/** The fact that a search of the customer's own orders establishes, whoever else may have the order. */
export const notFoundEvidence = (step: number): Evidence => ({
  reference: `orders#${step}`,
  kind: 'system_fact',
  text: evidenceText({ order_found: false })
});
