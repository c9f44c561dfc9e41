import type { SetReport, Source } from '../../../core/index.js';
import type { Template } from '../../../core/templates/index.js';
import { ESCALATION_REASONS, REFUSAL_REASONS, type EscalationReason } from '../enumerations.js';
import { listed, listEvidence } from '../conversation/known-orders.js';
import type { Notice } from '../kinds/escalation.js';
import { QUESTIONS } from '../kinds/wording.js';
import type { Evidence } from '../verify/contract.js';
import { escalationEvidence, noGoodsEvidence, notFoundEvidence, statedEvidence } from './system-facts.js';
import type { RunPolicy } from './run-policy.js';

const CLOCK = new Date('2026-01-01T12:00:00Z');
const SAMPLE_TICKET = { ticket_id: 'tkt_0123456789abcdefghjkmnpqrs' };

const SAMPLE = 'help with an order';
const GOODS = 'toaster';
const ORDERS = listed(
  ['ORD-1001'],
  [
    {
      order_id: 'ORD-1001',
      status: 'delivered',
      ordered_at: '2025-12-20T12:00:00.000Z',
      promised_by: '2025-12-28',
      delivered_at: '2025-12-27T12:00:00.000Z',
      total: '10.00',
      lines: [{ line_id: 'L1', name: 'Table lamp', quantity: 1, unit_price: '10.00', category: 'standard' }]
    }
  ]
);
const SAMPLES: Readonly<Record<string, unknown>> = { orders: ORDERS, items: ['Table lamp', 'Desk lamp'], goods: GOODS };
const SAMPLE_LIST = listEvidence(ORDERS, 1);

/** Fixed texts are sent when nothing else may be, so each must be provable before the service starts. */
export function* checkNotices(
  { wording, escalation, verifier, discloses }: RunPolicy,
  words: Source,
  notices: Source,
  report: SetReport
): Iterable<unknown> {
  const check = (
    [source, pointer]: readonly [Source, string],
    template: Template,
    data: Readonly<Record<string, unknown>>,
    evidence: readonly Evidence[]
  ) => {
    const text = template.render(data);
    for (const { claim, reason } of verifier.verify(text, evidence, CLOCK).claims)
      report(
        source,
        pointer,
        'unprovable_text',
        `nothing proves "${claim}" when this is said (${reason}); say less, or ask`
      );
    if (discloses(text)) report(source, pointer, 'discloses_policy', 'the text repeats six words of the system policy');
  };
  const checkNotice = function* (pointer: string, { ticket, noTicket }: Notice, reason: EscalationReason) {
    const { ticket_id } = SAMPLE_TICKET;
    yield check([notices, `${pointer}/ticket`], ticket, { ticket: SAMPLE_TICKET }, [
      escalationEvidence(1, reason, ticket_id)
    ]);
    yield check([notices, `${pointer}/no_ticket`], noTicket, {}, [escalationEvidence(1, reason, null)]);
  };
  for (const reason of ESCALATION_REASONS)
    yield* checkNotice(`/notices/${reason}`, escalation.notices.get(reason)!, reason);
  yield* checkNotice('/failed', escalation.failed, 'tool_failure');
  for (const reason of REFUSAL_REASONS)
    yield check([words, `/refusals/${reason}`], wording.refusals.get(reason)!, {}, statedEvidence('wording', wording));
  for (const group of ['questions', 'again'] as const)
    for (const [name, template] of wording[group]) {
      const asked = name in QUESTIONS;
      const known: readonly string[] = asked ? QUESTIONS[name as keyof typeof QUESTIONS] : [];
      const data = Object.fromEntries(known.map(variable => [variable, SAMPLES[variable] ?? SAMPLE]));
      // Questions of plans are asked when an order was not found.
      yield check([words, `/${group}/${name}`], template, data, [
        ...(asked ? [] : [notFoundEvidence(1)]),
        ...(known.includes('goods') ? [noGoodsEvidence(1, GOODS)] : []),
        ...SAMPLE_LIST
      ]);
    }
  yield check([notices, '/already'], escalation.already, { ticket: SAMPLE_TICKET }, [
    escalationEvidence(1, 'customer_request', SAMPLE_TICKET.ticket_id)
  ]);
  const withdrawn = {
    reference: 'ticket#1',
    kind: 'tool_result',
    text: `ticket_id=${SAMPLE_TICKET.ticket_id}; status=withdrawn`
  };
  yield check([notices, '/replaces'], escalation.replaces, { replaced: [SAMPLE_TICKET.ticket_id] }, [withdrawn]);
}
