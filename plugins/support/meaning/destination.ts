import { openTickets } from '../conversation/tickets.js';
import { isDecided, type Turn, type TurnMeaning } from './turn.js';

/** Share, of 1, from which on it may be told where money should go: what is meant is weighed among all readings. */
const TOLD = 0.2;

/** "Just put it on my gift card", of a refund that is open or that was declined for where it should go: the same wish with that. */
export function elsewhere(turn: Turn): TurnMeaning | undefined {
  const { said, message, conversation, policy } = turn;
  const { tickets, decided, pending } = conversation.memory;
  const { slotReader, joints, weighing } = policy;
  const told =
    said.slots.refund_destination ??
    slotReader?.read(message, { ...weighing, slot_at: TOLD }, joints).refund_destination;
  if (told === undefined || pending !== undefined) return undefined;
  const open = openTickets(tickets).findLast(({ intent }) => isDecided(turn, intent));
  const about = open ?? (decided?.decision === 'not_eligible' ? decided : undefined);
  if (about === undefined || about.order_id === null || about.destination === told) return undefined;
  const lines = about.line_ids.length === 0 ? {} : { line_ids: about.line_ids };
  const slots = { order_id: about.order_id, ...lines, refund_destination: told };
  return { kind: 'wish', intent: about.intent, slots, resumed: true, fixed: true };
}
