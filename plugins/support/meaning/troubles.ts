import { isLine } from './kept.js';
import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import { messageParts } from '../conversation/wishes.js';
import { BEFORE_SHIPPING, type Issue } from '../kinds/issues.js';
import type { KnownTicket, RememberedSlots } from '../records/types.js';
import type { LineRef, Mention } from '../refer/types.js';
import { messageWords } from '../conversation/phrases.js';
import { asks, marked, messageSentences } from '../conversation/sentence-form.js';
import {
  asTask,
  isDecided,
  onlyAsks,
  personIntent,
  shareAlone,
  shareIn,
  shareOf,
  tellsOfOrder,
  type TurnMeaning,
  type Turn
} from './turn.js';
import { onlyTells } from './wished.js';

/** Words of an answer that only names something. */
const FEW = 3;

/** The issue that the message or a clause of it tells of, and the share of all issues together there. */
export function issueHeard({
  heard,
  policy
}: Pick<Turn, 'heard' | 'policy'>): { readonly issue: Issue; readonly share: number } | undefined {
  let found: { readonly issue: Issue; readonly share: number } | undefined;
  for (const [nth, { shares }] of heard.entries()) {
    // A clause alone may be the story of something else.
    const counts = nth === 0 ? 1 : policy.weighing.issue_clause_counts;
    const shareOf = ({ name }: Issue) => counts * (shares.get(name) ?? 0);
    const share = policy.issues.reduce((sum, issue) => sum + shareOf(issue), 0);
    const issue = [...policy.issues].sort((one, other) => shareOf(other) - shareOf(one))[0];
    if (issue !== undefined && share > (found?.share ?? 0)) found = { issue, share };
  }
  return found;
}

/** The message wishes for something because of what went wrong. */
export function wishesBeside(turn: Turn): boolean {
  const { said, policy, found } = turn;
  const [deed, second] = said.named;
  const names = said.named.length + said.hits.length > 0;
  // "Instead of my runner there were towels in the parcel" sounds like a change.
  const issue = issueHeard(turn);
  const cameInstead = found.excluded.lines.length > 0 && (issue?.share ?? 0) >= policy.weighing.issue_by_itself;
  // "I returned it weeks ago, where's my money?": no rule looks at that, and no word wishes for what rules decide.
  const noRule = issue?.issue.fact === null && issue.share >= policy.weighing.intent_clearly;
  return (
    (isDecided(turn, said.intent) &&
      (names ||
        (!cameInstead && !noRule && !onlyTells(turn) && said.confidence >= policy.weighing.wish_beside_issue))) ||
    (said.intent === 'unknown' && second === undefined && isDecided(turn, deed) && !said.declined.includes(deed!))
  );
}

/**
 * Something went wrong, and nothing that is decided is wished for because of it.
 * @param least share of the issues, of the message or a clause
 */
export function trouble(turn: Turn, least: number): TurnMeaning | undefined {
  const { said, found, policy, conversation, message } = turn;
  const { memory } = conversation;
  const insisted = insistedIssue(turn);
  const here = insisted === undefined ? issueHeard(turn) : { issue: insisted, share: 1 };
  const alone =
    insisted !== undefined
      ? here
      : (here?.share ?? 0) >= least
        ? issueHeard({ heard: turn.alone(), policy })
        : issueAfterNo(turn);
  const plain = (here?.share ?? 0) < least && alone !== undefined;
  const heard = plain ? alone : here;
  const named = heard !== undefined && heard.share >= (plain ? 0 : least) ? heard.issue : undefined;
  const open = policy.issues.find(({ name }) => name === memory.pending?.slots.issue);
  const meant =
    (open?.intent === named?.intent ? open : undefined) ??
    named ??
    policy.issues.find(({ fact }) => fact !== null && fact === said.slots.reported_issue);
  // "It never reached my account", of money that was paid back, tells of no account.
  const another =
    insistedAfter(conversation.memory.decided?.reason, turn) !== undefined && meant?.insisted.length === 0;
  if (another && (here?.share ?? 0) < policy.weighing.issue_by_itself) return undefined;
  if (meant === undefined || wishesBeside(turn) || (insisted === undefined && asksHowItStands(turn))) return undefined;
  // "The parcel that came on Friday, what was in it?" asks what the record says, and tells of no one issue.
  const last = turn.heard.at(-1);
  const asked = marked(message) && last !== undefined ? shareIn(last, ...policy.ofOrders) : 0;
  if (asked >= policy.weighing.intent_clearly && shareOf(turn, meant.name) < policy.weighing.act_surely)
    return undefined;
  // "Does the clock start when it came?" is no report, however it sounds here; nor is "dark green".
  if (onlyAsks(turn) && (heard?.share ?? 0) < policy.weighing.issue_by_itself) return undefined;
  if (named !== undefined && (alone?.share ?? 0) < policy.weighing.issue_again) return undefined;
  // "For when had you promised it?", "my husband bought one too": a fault to one of the two that hear it, and none to the other.
  const likely = said.likely.some(
    ({ intent, share }) => intent === meant.intent && share >= policy.weighing.intent_possible
  );
  const pointed = found.mentions.every(({ how }) => how === 'pronoun');
  const goods = meant.requires.order;
  if (insisted === undefined && !likely && (!goods || (asks(turn) && pointed))) return undefined;
  // "The machine", where it was asked which: names it, and says nothing of it.
  const answers = memory.pending?.missing === 'order' || memory.pending?.missing === 'items';
  if (answers && messageWords(message).length <= FEW) return undefined;
  if (named === undefined && said.intent !== 'unknown') return undefined;
  const { orders: left, lines: leftLines } = found.excluded;
  // "Instead of the mat there was a towel".
  const order_id = found.orders[0]?.order_id ?? left[0] ?? leftLines[0]?.order_id ?? memory.order_id;
  // "Should I keep the broken one?" asks about what was reported, and reports nothing.
  const reported =
    memory.reported?.order_id === order_id || openTickets(memory.tickets).some(each => each.order_id === order_id);
  if (marked(message) && (reported || named === undefined)) return undefined;
  // A person works on just that already, who should know.
  const ticket = openTickets(memory.tickets).findLast(each =>
    each.order_id === null ? each.intent === meant.intent : each.order_id === order_id
  );
  const covered = ticket?.line_ids ?? [];
  const same = covered.length === 0 || found.lines.every(line => covered.includes(line.line_id));
  if (ticket !== undefined && same && !found.whole && memory.pending === undefined)
    return asTask({ does: 'note', ticket, issue: meant.name }, turn);
  const told = linesOfTrouble(turn).filter(line => line.order_id === order_id);
  const spoken = meant.absent ? found.mentions.flatMap(mention => mention.lines) : leftLines;
  // "There is no runner in it, just the pot": what is not there is what else is named.
  const gone = spoken.filter(line => line.order_id === order_id && !found.lines.some(each => isLine(each, line)));
  const lines = told.length === 0 || (meant.absent && gone.length > 0) ? gone : told;
  const line_ids = [...new Set(lines.map(({ line_id }) => line_id))];
  return reportOf(meant, { order_id: order_id ?? null }, line_ids);
}

/** The report of an issue about these lines of an order; in the place of what was reported before. */
export function reportOf(
  issue: Issue,
  { order_id }: Pick<KnownTicket, 'order_id'>,
  line_ids: readonly string[],
  replaces = false
): TurnMeaning {
  const slots: RememberedSlots = {
    issue: issue.name,
    ...(issue.fact === null ? {} : { reported_issue: issue.fact }),
    ...(order_id === null ? {} : { order_id }),
    ...(line_ids.length === 0 ? {} : { line_ids })
  };
  return { kind: 'task', task: { does: 'issue', issue, ...(replaces && { replaces }) }, intent: issue.intent, slots };
}

/** "My bath mat came in pink": it tells something of goods that have arrived, names no deed and asks nothing. */
export function tellsOfGoods(turn: Turn): boolean {
  const { said, found, message, conversation } = turn;
  if (said.named.length > 0 || isDecided(turn, said.intent)) return false;
  const [line] = found.lines.filter(({ how }) => how === 'item');
  const meant = line?.order_id ?? ordersSaid(found)[0];
  const order = conversation.memory.known?.find(({ order_id }) => order_id === meant);
  return order !== undefined && order.delivered_at !== null && !/\?\W*$/.test(message);
}

/** "It went pop and is dead, I want my money back": the rules look at what went wrong. */
export function withIssue(meaning: TurnMeaning, turn: Turn): TurnMeaning {
  if (meaning.kind !== 'wish' || !isDecided(turn, meaning.intent) || meaning.slots.reported_issue !== undefined)
    return meaning;
  if (turn.said.slots.fault_denied) return meaning;
  // Of a clause alone it could be the story of why it is wished for.
  const heard = issueHeard({ heard: turn.heard.slice(0, 1), policy: turn.policy });
  if (heard === undefined || heard.share < turn.policy.weighing.issue_beside_wish) return meaning;
  // "In green rather than the one I chose", of what has not been sent.
  const order = turn.conversation.memory.known?.find(({ order_id }) => order_id === meaning.slots.order_id);
  const possible = heard.issue.before_shipping === null || !BEFORE_SHIPPING.has(order?.status ?? '');
  const fact = possible ? heard.issue.fact : null;
  return fact === null ? meaning : { ...meaning, slots: { ...meaning.slots, reported_issue: fact } };
}

/** "Has the casserole been delivered? My husband reckons it came": what is told beside a question how an order stands is no report, unless it says so by itself. */
function asksHowItStands({ message, policy }: Turn): boolean {
  const sentences = messageSentences(message).map(([start, end]) => message.slice(start, end).trim());
  const asked = sentences.filter(marked);
  const rest = sentences.filter(sentence => !marked(sentence)).join(' ');
  if (asked.length === 0 || rest === '') return false;
  const asks = asked.some(text =>
    tellsOfOrder(policy.intents.get(policy.understander.understand(text).likely[0]?.intent ?? ''))
  );
  const told = issueHeard({ heard: policy.heard.hear(rest), policy });
  return asks && (told?.share ?? 0) < policy.weighing.issue_by_itself;
}

/** The issue that a customer reports who insists after a decision for this reason. */
const insistedAfter = (reason: string | undefined, { policy }: Turn): Issue | undefined =>
  policy.issues.find(({ insisted }) => insisted.includes(reason ?? ''));

/** "It's been well over ten business days", of money that was paid back: who insists on it reports that it is missing, once the wait is over. */
function insistedIssue(turn: Turn): Issue | undefined {
  const { conversation, policy, message } = turn;
  const { decided, offered } = conversation.memory;
  const issue = insistedAfter(decided?.reason, turn);
  if (issue === undefined || asks(turn)) return undefined;
  const { act_surely, heard, intent_over_deed } = policy.weighing;
  const insists = shareOf(turn, 'insist', 'frustrated');
  // "I haven't got it, and it's three weeks" sounds like a parcel that is missing, and is the money.
  const wrong = (issueHeard({ heard: turn.alone().slice(0, 1), policy })?.share ?? 0) >= act_surely;
  if (insists < act_surely && !wrong) return undefined;
  const waited = messageWords(message).some(word => issue.waited.includes(word));
  const says = wrong || shareAlone(turn, 'insist', 'frustrated', issue.name) >= heard;
  const certain = insists >= intent_over_deed;
  return (waited && (says || certain)) || (says && offered === personIntent(policy)) ? issue : undefined;
}

function issueAfterNo(turn: Turn): ReturnType<typeof issueHeard> {
  const { conversation, policy, alone } = turn;
  const { decided } = conversation.memory;
  if (decided?.decision !== 'not_eligible') return undefined;
  const heard = issueHeard({ heard: alone(), policy });
  if (heard === undefined || heard.share < policy.weighing.issue_by_itself) return undefined;
  // "Don't see it in my bank", the day after it was paid back, waits.
  return insistedAfter(decided.reason, turn) === heard.issue ? undefined : heard;
}

/** Of the lines that are named, those of clauses that say by themselves what went wrong: "no lid, only the pot". */
export function linesOfTrouble({ message, found, policy }: Turn): readonly LineRef[] {
  // "The lid of the pot was cracked when it came": the item, and not what "it" was before.
  const meant = (line: LineRef) => found.lines.some(each => isLine(each, line));
  const named = found.mentions.filter(({ excluded, lines }) => !excluded && lines.some(meant));
  const lists = listsOf(named, message, policy);
  if (lists.length < 2) return named.flatMap(({ lines }) => lines);
  const wrong: { readonly list: readonly Mention[]; readonly score: number }[] = [];
  for (const [start, end] of messageParts(message, policy.joints))
    for (const list of lists) {
      const last = list.at(-1)!;
      if (last.start < start || last.end > end) continue;
      const heard = policy.heard.recognise(message.slice(Math.min(start, list[0]!.start), end));
      const issue = heard.find(({ act }) => policy.issues.some(({ name }) => name === act));
      if (issue !== undefined) wrong.push({ list, score: issue.score });
    }
  // "The runner wasn't in it, only the pot": of the pot it sounds like it far less.
  const most = Math.max(0, ...wrong.map(({ score }) => score));
  return wrong.filter(({ score }) => score >= most * NEARLY).flatMap(({ list }) => list.flatMap(({ lines }) => lines));
}

const NEARLY = 0.7;

/** What is named in one breath, "the pot and the lid", goes together. */
function listsOf(
  named: readonly Mention[],
  message: string,
  { fillers, leadsIn }: Turn['policy']
): readonly Mention[][] {
  const lists: Mention[][] = [];
  for (const each of named) {
    const last = lists.at(-1)?.at(-1);
    const between = message.slice(last?.end ?? 0, each.start).toLowerCase();
    const joined =
      last !== undefined && (between.match(/\p{L}+/gu) ?? []).every(word => fillers.has(word) || leadsIn.has(word));
    if (joined && !/[.!?;]/.test(between)) lists.at(-1)!.push(each);
    else lists.push([each]);
  }
  return lists;
}
