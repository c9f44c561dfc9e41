import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import type { KnownTicket } from '../records/types.js';
import { followUpsFor } from './follow-ups.js';
import {
  asks,
  asTask,
  decidesNewly,
  does,
  doesAlso,
  isDecided,
  personIntent,
  SURE,
  type Turn,
  type TurnMeaning,
  messageWords
} from './turn.js';

/** Least share of a remark that is said to be one. */
const LIKELY = 0.3;
const REMARK = 0.8;

/** The open ticket of the order that is talked about, else the last one. */
function ticketAbout({ conversation: { memory } }: Turn): KnownTicket | undefined {
  const open = openTickets(memory.tickets);
  return open.findLast(each => each.order_id === memory.order_id) ?? open.at(-1);
}

/** "And the machine too": the same for something that the ticket has not. */
function wishesSameForMore(turn: Turn): boolean {
  const covered = ticketAbout(turn)?.line_ids ?? turn.conversation.memory.decided?.line_ids ?? [];
  const more = covered.length > 0 && turn.found.lines.some(({ line_id }) => !covered.includes(line_id));
  const words = messageWords(turn.message);
  return more && (words.length <= FEW_WORDS || words.some(word => turn.policy.adds.has(word)));
}

/** "Please add that the box was wet": a person works on it, who should know. */
export function addition(turn: Turn): TurnMeaning | undefined {
  const { said, conversation, found, troubles } = turn;
  const ticket = ticketAbout(turn);
  if (ticket === undefined || conversation.memory.pending !== undefined) return undefined;
  const act = doesAlso(turn, 'add_note', LIKELY);
  if (act === undefined || asks(turn) || does(turn, 'withdraw', 'correction')) return undefined;
  // "Also refund the lamp" is a wish of its own.
  if (isDecided(turn, said.intent) && act.score < REMARK && ordersSaid(found).length > 0) return undefined;
  if ((troubles[0]?.score ?? 0) > act.score || wishesSameForMore(turn)) return undefined;
  return asTask({ does: 'note', ticket }, turn);
}

/** Acts that say nothing new once a wish is settled and no question is open. */
const REMARKS: ReadonlySet<string> = new Set(['add_note', 'choice', 'correction', 'insist']);
/** What sounds this much like another wish is one, although it names no deed. */
const PLAIN = 0.85;
/** The same of a subject about which nothing is decided. */
const LIKELY_TOPIC = 0.6;
const FEW_WORDS = 4;

/** "Because it stopped working", "it's the cotton one": more about the wish that is settled, and no wish. */
export function elaboration(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation, acts, message, policy } = turn;
  const { memory } = conversation;
  const ticket = ticketAbout(turn);
  const about = ticket?.order_id ?? memory.decided?.order_id;
  if ((ticket ?? memory.decided) === undefined || memory.pending !== undefined || asks(turn)) return undefined;
  if (ordersSaid(found).some(order => order !== about) || found.unknown.length > 0) return undefined;
  if (said.named.length + said.declined.length > 0 || said.hits.length > 0 || said.sensitive !== null) return undefined;
  if (acts[0] !== undefined && acts[0].score >= SURE && !REMARKS.has(acts[0].act)) return undefined;
  // "Not that one, the one before" points at something.
  if (
    found.mentions.some(
      ({ how }) => how !== 'item' && how !== 'number' && (how !== 'pronoun' || does(turn, 'correction'))
    )
  )
    return undefined;
  const newly = isDecided(turn, said.intent) ? decidesNewly(turn, said.intent) : said.intent !== 'unknown';
  const plain = isDecided(turn, said.intent) ? PLAIN : LIKELY_TOPIC;
  if (newly && said.confidence >= plain && !(said.slots.amount !== null && FEW_WORDS > messageWords(message).length))
    return undefined;
  if (said.intent === personIntent(policy)) return undefined;
  const { refund_destination, part, quantity, other_order } = said.slots;
  const bought = memory.known?.find(({ order_id }) => order_id === about)?.lines ?? [];
  const pieces = quantity !== null && bought.some(line => line.quantity >= quantity && line.quantity > 1);
  if (refund_destination !== null || part !== null || pieces || other_order) return undefined;
  if (wishesSameForMore(turn)) return undefined;
  const words = messageWords(message);
  if (ticket !== undefined) return words.length < 2 ? undefined : asTask({ does: 'note', ticket }, turn);
  const followUps = followUpsFor(turn, [{ act: 'insist' }]);
  return followUps.length === 0 ? undefined : asTask({ does: 'answer', followUps }, turn);
}

/** What a customer says after a hand-over, and nothing else understood: somebody should read it. */
export function additionAfterAll(turn: Turn): TurnMeaning | undefined {
  const { said, conversation, found, message } = turn;
  const ticket = openTickets(conversation.memory.tickets).at(-1);
  const words = messageWords(message).length;
  if (ticket === undefined || conversation.memory.pending !== undefined || words < FEW_WORDS) return undefined;
  if (asks(turn) || said.named.length > 0 || found.unknown.length > 0) return undefined;
  if (said.slots.refund_destination !== null || does(turn, 'correction')) return undefined;
  if (ordersSaid(found).some(order => order !== ticket.order_id && ticket.order_id !== null)) return undefined;
  return said.intent === 'unknown' ? asTask({ does: 'note', ticket }, turn) : undefined;
}
