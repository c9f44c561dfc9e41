import { messageWords, phraseIn, saidWords } from '../conversation/phrases.js';
import { marked } from '../conversation/sentence-form.js';
import { situationOf } from '../conversation/situation.js';
import { openTickets } from '../conversation/tickets.js';
import type { KnownTicket } from '../records/types.js';
import type { LineRef } from '../refer/types.js';
import { issueHeard, linesOfTrouble, reportOf } from './troubles.js';
import { isDecided, type Turn, type TurnMeaning } from './turn.js';
import { wishedAgain } from './withdrawals.js';

/** What was understood wrongly and is put right in so many words. */
export const putRight = (turn: Turn): TurnMeaning | undefined => reportPutRight(turn) ?? withdrawnInError(turn);

/**
 * "Nothing is missing, two are broken", "no, the pot came, it's the runner that is missing": it begins with a denial, and tells of
 * another issue than the open report does, by its words alone too, or of another item of its order.
 */
function reportPutRight(turn: Turn): TurnMeaning | undefined {
  const { policy, conversation, message, said } = turn;
  const { tickets, pending } = conversation.memory;
  const report = openTickets(tickets).at(-1);
  const reported = policy.issues.find(({ name }) => name === report?.issue);
  if (report === undefined || reported === undefined || pending !== undefined || marked(message)) return undefined;
  if (!opensDenying(turn) || said.named.length > 0 || isDecided(turn, said.intent)) return undefined;
  if (phraseIn(saidWords(message), policy.requestWords.adding) !== undefined) return undefined;
  const { act_surely, heard: little } = policy.weighing;
  const [here, alone] = [issueHeard(turn), issueHeard({ heard: turn.alone(), policy })];
  if (here === undefined || alone === undefined) return undefined;
  const most = Math.max(here.share, alone.share);
  const agree = here.issue.name === alone.issue.name && Math.min(here.share, alone.share) >= little;
  const issue = agree && most >= act_surely ? here.issue : reported;
  const others = itemsElsewhere(report, turn);
  const elsewhere = others.length > 0 && most >= act_surely && (agree || alone.issue === reported);
  if (issue === reported && !elsewhere) return undefined;
  return reportOf(issue, report, elsewhere ? others : report.line_ids, true);
}

/** "No", "not", "nothing …" in its first clause. */
function opensDenying({ message, policy, said }: Turn): boolean {
  const [first = ''] = message.split(/[,.!?;\n]/);
  return said.slots.opens === 'no' || saidWords(first).some(word => policy.requestWords.denying.includes(word));
}

/** Lines of the order of a report that went wrong by this message and that the report is not about. */
function itemsElsewhere({ order_id, line_ids }: KnownTicket, turn: Turn): readonly string[] {
  const items = turn.found.mentions.filter(({ how, excluded }) => how === 'item' && !excluded);
  const isItem = (line: LineRef) => items.some(({ lines }) => lines.some(({ line_id }) => line_id === line.line_id));
  const told = linesOfTrouble(turn).filter(line => line.order_id === order_id && isItem(line));
  const others = told.filter(({ line_id }) => !line_ids.includes(line_id)).map(({ line_id }) => line_id);
  return line_ids.length === 0 ? [] : [...new Set(others)];
}

/** "No!! I did not say withdraw it", once it was: it is opened again. */
function withdrawnInError(turn: Turn): TurnMeaning | undefined {
  const { said, policy, message, conversation } = turn;
  if (situationOf(conversation, policy.intents).after !== 'withdrawn' || said.slots.opens !== 'no') return undefined;
  return messageWords(message).some(word => policy.takesBack.has(word)) ? wishedAgain(turn) : undefined;
}
