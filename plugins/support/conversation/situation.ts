import type { Intent } from '../kinds/intent.js';
import type { Conversation, Memory, Pending } from '../records/types.js';
import type { Situation } from '../refer/types.js';
import { ticketsInMind } from './tickets.js';

const ASKED: Readonly<Record<Pending['missing'], Situation['after']>> = {
  identity: 'asked_identity',
  order: 'asked_order',
  items: 'asked_item',
  quantity: 'asked_item',
  choice: 'asked_choice',
  fact: 'offered'
};

/** Where in its conversation the next message stands: what the agent asked or said last, and about which wish. */
export function situationOf({ memory }: Pick<Conversation, 'memory'>, intents: ReadonlyMap<string, Intent>): Situation {
  const { pending, decided, settled, subject, tickets = [] } = memory;
  const inMind = ticketsInMind(tickets);
  const asked = pending === undefined || pending.intent === 'unknown' ? pending?.candidates?.[0] : pending.intent;
  const about = asked ?? decided?.intent ?? settled ?? inMind.at(-1)?.intent ?? subject ?? tickets.at(-1)?.intent;
  return { after: afterOf(memory, intents), ...(about === undefined ? {} : { about }) };
}

function afterOf(memory: Memory, intents: ReadonlyMap<string, Intent>): Situation['after'] {
  const { pending, offered, to_withdraw, waiting, decided, settled, subject, told, tickets = [] } = memory;
  if (pending !== undefined) return ASKED[pending.missing];
  if ([offered, to_withdraw, waiting].some(each => each !== undefined)) return 'offered';
  const inMind = ticketsInMind(tickets);
  const own = inMind.some(({ intent, order_id }) => intent === decided?.intent && order_id === decided.order_id);
  if (decided !== undefined && settled === decided.intent && !own) return 'refused';
  const handed = inMind.some(({ intent }) => intent === settled);
  if (settled !== undefined && !handed && intents.get(settled)?.decide === undefined) return 'status_told';
  if (inMind.length > 0) return 'ticket_open';
  if (tickets.some(({ withdrawn }) => withdrawn)) return 'withdrawn';
  if (settled !== undefined) return 'status_told';
  return subject !== undefined || told !== undefined ? 'rules_told' : 'start';
}
