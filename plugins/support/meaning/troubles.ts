import { openTickets } from '../conversation/tickets.js';
import type { RememberedSlots } from '../records/types.js';
import { asks, isDecided, type TurnMeaning, type Turn, VERY_SURE } from './turn.js';

/** Something went wrong, and nothing that is decided is wished for because of it. */
export function trouble(turn: Turn): TurnMeaning | undefined {
  const { troubles, said, found, policy, conversation } = turn;
  const { memory } = conversation;
  const [sure] = troubles;
  const named = policy.issues.find(({ name }) => name === sure?.act && sure.score >= VERY_SURE);
  const open = policy.issues.find(({ name }) => name === memory.pending?.slots.issue);
  const meant =
    (open?.intent === named?.intent ? open : undefined) ??
    named ??
    policy.issues.find(({ fact }) => fact !== null && fact === said.slots.reported_issue);
  if (meant === undefined || isDecided(turn, said.intent)) return undefined;
  if (named === undefined && said.intent !== 'unknown') return undefined;
  const order_id = found.orders[0]?.order_id ?? memory.order_id;
  // "Should I keep the broken one?" asks about what was reported, and reports nothing.
  const reported =
    memory.reported?.order_id === order_id || openTickets(memory.tickets).some(each => each.order_id === order_id);
  if (asks(turn) && (reported || named === undefined)) return undefined;
  const inside = found.mentions.filter(
    ({ start, end, excluded }) =>
      sure !== undefined && named !== undefined && start >= sure.start && end <= sure.end && !excluded
  );
  const lines = inside.flatMap(each => each.lines).filter(line => line.order_id === order_id);
  const line_ids = [...new Set(lines.map(({ line_id }) => line_id))];
  const slots: RememberedSlots = {
    issue: meant.name,
    ...(meant.fact === null ? {} : { reported_issue: meant.fact }),
    ...(order_id === undefined ? {} : { order_id }),
    ...(line_ids.length === 0 || lines.length > line_ids.length ? {} : { line_ids })
  };
  return { kind: 'task', task: { does: 'issue', issue: meant }, intent: meant.intent, slots };
}
