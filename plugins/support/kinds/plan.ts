import { closed } from '../../../core/documents/index.js';
import type { Source } from '../../../core/index.js';

/** One call of the fixed plan. An argument is a constant or, after a `$`, something the run knows. */
export interface PlanStep {
  readonly tool: string;
  readonly with: Readonly<Record<string, unknown>>;
  /** Reason with which the run asks back when the tool finds nothing; without it, finding nothing is fine. */
  readonly missing: string | undefined;
  /** Reasons with one of which it was decided before this step; without any, it is always taken. */
  readonly reasons?: readonly string[] | undefined;
  /** Where the step is written, when that is not in the file that has the plan. */
  readonly from?: { readonly source: Source; readonly pointer: string };
}

/** What a plan's arguments may refer to. */
export const PLAN_VALUES = [
  '$order_id',
  '$question',
  '$reported_issue',
  '$reported_condition',
  '$answers',
  '$delivery_charge_only',
  '$refund_destination',
  '$quantity',
  '$line_ids'
] as const;

/** `$order.tracking_number`: a field of a record that an earlier step found. */
export const RECORD_VALUE = /^\$([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)$/;

/** How files write a plan. */
export const planSchema = {
  type: 'array',
  maxItems: 6,
  items: closed(
    {
      tool: { type: 'string' },
      with: {
        type: 'object',
        description: `Arguments: constants, one of ${PLAN_VALUES.join(' ')}, or $record.field of an earlier step`
      },
      missing: {
        type: 'string',
        description: 'Key in the wording of questions, asked when the tool finds nothing.'
      },
      reasons: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', pattern: '^[a-z_]+$' },
        description: 'The step is taken only where an earlier one decided with one of these reasons.'
      }
    },
    ['with', 'missing', 'reasons']
  )
} as const;

/** A plan as its file writes it, made whole. */
export const planOf = (steps: readonly Partial<PlanStep>[] = []): readonly PlanStep[] =>
  steps.map(({ tool, with: args = {}, missing, reasons }) => ({ tool: tool!, with: args, missing, reasons }));
