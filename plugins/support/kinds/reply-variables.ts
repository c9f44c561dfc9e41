/** What reply templates can read; `records` holds what other tools returned, by the record's name. */
export const REPLY_VARIABLES = [
  'order.*',
  'customer.*',
  'decision.decision',
  'decision.reason',
  'decision.says',
  'decision.amount',
  'decision.currency',
  'decision.asked_for.*',
  'decision.partial',
  'decision.eligible_lines',
  'decision.order_id',
  'decided.*',
  'items',
  'meant.*',
  'cases.*',
  'orders',
  'orders.*',
  'ruling.*',
  'sums.*',
  'replaced',
  'sentence',
  'elsewhere',
  'topic',
  'issue',
  'order_id',
  'recalled_order',
  'articles',
  'articles.*',
  'answer',
  'ticket.ticket_id',
  'ticket.status',
  'records.*'
] as const;

/** Records that templates read by their own name. */
export const NAMED_RECORDS: ReadonlySet<string> = new Set(['order', 'customer', 'decision']);
