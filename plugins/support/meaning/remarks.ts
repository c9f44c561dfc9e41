import { openTickets } from '../conversation/tickets.js';
import type { KnownTicket } from '../records/types.js';
import { followUpsFor } from './follow-ups.js';
import { trouble, wishesBeside } from './troubles.js';
import { asTask, personIntent, type Turn, type TurnMeaning } from './turn.js';
import { byItself } from './wishes.js';

/** What the files say to it, else the intent of that name. */
export function remark(act: string, turn: Turn): TurnMeaning | undefined {
  const followUps = followUpsFor(turn, act);
  if (followUps.length > 0) return asTask({ does: 'answer', followUps }, turn);
  return turn.policy.intents.has(act) ? { kind: 'wish', intent: act, slots: {}, resumed: false } : undefined;
}

/** The open ticket of the order that is talked about, else the last one. */
function ticketAbout({ conversation: { memory } }: Turn): KnownTicket | undefined {
  const open = openTickets(memory.tickets);
  return open.findLast(each => each.order_id === memory.order_id) ?? open.at(-1);
}

/** More about what is settled: a person works on it, who should know. */
export function detail(turn: Turn): TurnMeaning | undefined {
  const ticket = ticketAbout(turn);
  if (turn.conversation.memory.pending !== undefined) return undefined;
  return ticket === undefined
    ? (remark('add_note', turn) ?? remark('insist', turn))
    : asTask({ does: 'note', ticket }, turn);
}

/** Something went wrong: it is handed over, or noted where a person works on it already. */
export const fault = (turn: Turn): TurnMeaning | undefined =>
  wishesBeside(turn) ? byItself(turn) : trouble(turn, leastOf(turn));

/** What was reported already needs less to be meant again. */
const leastOf = ({ policy: { weighing }, conversation: { memory } }: Turn): number =>
  memory.reported === undefined ? weighing.issue_at_least : weighing.issue_again;

/** A person is asked for. */
export function person({ policy }: Turn): TurnMeaning | undefined {
  const intent = personIntent(policy);
  return intent === undefined ? undefined : { kind: 'wish', intent, slots: {}, resumed: false };
}
