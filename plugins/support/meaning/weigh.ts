import { isDeepStrictEqual } from 'node:util';
import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import { situationOf } from '../conversation/situation.js';
import { destinationOf } from './changes.js';
import { takenBack } from './withdrawals.js';
import { changeSaid, isAbout, keptIn, lastTakesBack, ticketsTakenBack } from './kept.js';
import { followUpsFor } from './follow-ups.js';
import { ask, rulesOf } from './questions.js';
import { commanded, newWish, WRITES } from './commands.js';
import {
  asks,
  asTask,
  isDecided,
  endsAsking,
  isBetweenDeeds,
  isVague,
  lengthOf,
  marked,
  onlyAsks,
  onlyNames,
  personIntent,
  requests,
  shareOf,
  tellsOfOrder,
  type Turn,
  type TurnMeaning
} from './turn.js';
import { detail, remark } from './remarks.js';
import { linesChanged, requestsTakenBack } from './taken-back.js';
import { besideQuestion, byItself } from './wishes.js';

/** A command, and how likely it is of all that are possible. */
export interface Weighed {
  readonly command: string;
  readonly share: number;
}

/** What a message means in its conversation, and between which commands that was weighed. */
export interface ReadTurn {
  readonly meaning: TurnMeaning;
  /** The command that was taken, or `message by itself`. */
  readonly by: string;
  /** Those that were possible, the likeliest first. */
  readonly weighed: readonly Weighed[];
}

const BY_ITSELF = 'message by itself';
const ON_RECORD = 'question on record';
const ADDS = 'add_note';
const MOST_TRACED = 3;

/**
 * Every reading that is possible is weighed; the likeliest wins. What is less than certain changes nothing: it is asked
 * whether it is meant.
 */
export function meaningOf(turn: Turn): ReadTurn {
  const read = likeliest(turn);
  const meaning = perhapsTakenBack(read, turn) ?? certainly(read, turn);
  return { ...read, meaning };
}

/** What opens something only where the message says so: a question whether it could be done does not, nor a wish that is declined. */
function certainly(read: ReadTurn, turn: Turn): TurnMeaning {
  const { meaning, by } = read;
  if (meaning.kind === 'task' && meaning.task.does === 'withdraw' && onlySounds(read, turn))
    return { ...meaning, task: { ...meaning.task, does: 'ask_withdrawal' } };
  if (meaning.kind !== 'wish') return meaning;
  if (!isDecided(turn, meaning.intent)) return (hasTicket(meaning.intent, turn) ? detail(turn) : undefined) ?? meaning;
  const { said, conversation } = turn;
  if (said.declined.includes(meaning.intent)) return takenBack(turn) ?? { kind: 'dropped' };
  // "Good to know. I'm keeping it for now" wishes for nothing, whatever it sounds like.
  const meant = turn.found.orders.some(({ order_id }) => order_id === meaning.slots.order_id);
  if (by === BY_ITSELF && said.named.length === 0 && !meant && isAbout(meaning.slots.order_id, keptIn(turn)))
    return { kind: 'dropped' };
  // "Do things on sale ever get refunded" asks about no order.
  const order = meaning.slots.order_id ?? turn.found.candidates.orders[0];
  if (order === undefined && conversation.memory.pending === undefined && onlyAsks(turn))
    return rulesOf(meaning.intent, turn) ?? meaning;
  // What is asked beside it is told.
  if (meaning.first !== undefined || meaning.told !== undefined) return meaning;
  const answers = conversation.memory.pending !== undefined && meaning.resumed;
  return !(answers && (!seemsToAsk(turn) || onlyNames(turn))) && asksWhether(by, turn)
    ? { ...meaning, asked: true }
    : meaning;
}

/** What is handed over once more, and names no other order, says more about what a person has already. */
function hasTicket(intent: string, { found, policy, conversation: { memory } }: Turn): boolean {
  if (policy.intents.get(intent)?.ends.state !== 'escalated' || intent === personIntent(policy)) return false;
  return openTickets(memory.tickets).some(
    ticket => ticket.intent === intent && ordersSaid(found).every(order => order === ticket.order_id)
  );
}

const CHANGES_NOTHING: ReadonlySet<string> = new Set(['add_note', 'fault', 'hesitate', 'goes_on', 'insist', 'wait']);

/** It sounds like a withdrawal, and nothing that it says takes anything back. */
const onlySounds = ({ by, weighed }: ReadTurn, turn: Turn): boolean =>
  TAKES_BACK.has(by) &&
  weighed.reduce((sum, { command, share }) => sum + (CHANGES_NOTHING.has(command) ? share : 0), 0) >=
    turn.policy.weighing.withdraws_in_doubt &&
  changeSaid(turn) === undefined &&
  lastTakesBack(turn) === 0 &&
  turn.conversation.memory.to_withdraw === undefined;

/** "What I want is a refund" begins like a question and has no mark: it asks where it sounds like asking, too. */
const seemsToAsk = (turn: Turn): boolean =>
  onlyAsks(turn) && (marked(turn.message) || shareOf(turn, ...turn.policy.asking) >= turn.policy.weighing.heard);

/** What it wishes for it only asks about, or thinks about. */
function asksWhether(by: string, turn: Turn): boolean {
  const { asks_whether } = turn.policy.weighing;
  if (seemsToAsk(turn) || shareOf(turn, 'hypothetical', 'hesitate') >= asks_whether) return true;
  return (
    (by === BY_ITSELF || by === 'new_wish') &&
    turn.said.named.length === 0 &&
    shareOf(turn, ...turn.policy.asking) >= asks_whether
  );
}

/** "Pretend I never asked, can you wipe the request?": it is asked first. Asked before, it is meant. */
function perhapsTakenBack({ by, weighed, meaning }: ReadTurn, turn: Turn): TurnMeaning | undefined {
  const { said, policy, conversation } = turn;
  const { pending } = conversation.memory;
  const share = weighed.find(({ command }) => TAKES_BACK.has(command))?.share ?? 0;
  if (pending !== undefined || share < policy.weighing.withdraws_perhaps) return undefined;
  // Another deed with the same thing takes the first one back by itself.
  if (by === 'other_deed') return undefined;
  if (TAKES_BACK.has(by)) return isDoubtful(share, turn) ? asksFirst(turn) : undefined;
  const opens = meaning.kind === 'wish' && isDecided(turn, meaning.intent);
  const first = TAKES_BACK.has(weighed[0]?.command ?? '') && (by === BY_ITSELF || by === ON_RECORD);
  const instead = said.declined.length > 0 && said.named.some(name => isDecided(turn, name));
  if ((!first && !opens) || instead) return undefined;
  return asksFirst(turn);
}

/** Whether it is to be taken back is asked; asked before, it is meant. */
function asksFirst(turn: Turn): TurnMeaning | undefined {
  const { tickets, to_withdraw } = turn.conversation.memory;
  const back = takenBack(turn);
  if (back?.kind !== 'task' || back.task.does !== 'withdraw') return undefined;
  const again = openTickets(tickets).some(({ ticket_id }) => to_withdraw?.includes(ticket_id));
  return again ? back : { ...back, task: { ...back.task, does: 'ask_withdrawal' } };
}

/** It may as well be thought about, or go on: as a whole, or by its last clause. */
function isDoubtful(share: number, turn: Turn): boolean {
  const { weighing } = turn.policy;
  const last = turn.heard.slice(1).at(-1);
  const goesOn = STANDS.reduce((sum, act) => sum + (last?.shares.get(act) ?? 0), 0);
  const thinks = turn.heard.some(({ shares }) => (shares.get('hesitate') ?? 0) >= weighing.clause_at);
  if (goesOn >= weighing.clause_at || thinks) return true;
  return changeSaid(turn) === undefined && shareOf(turn, ...STANDS) >= weighing.stands * share;
}

/** Acts that change nothing, of what sounds like taking it back. */
const STANDS = ['goes_on', 'hesitate', 'hypothetical', 'yes'];

const TAKES_BACK: ReadonlySet<string> = new Set(['withdraw', 'withdraw_one']);

function likeliest(turn: Turn): ReadTurn {
  const { policy, conversation } = turn;
  const { weighing } = policy;
  const taken = requestsTakenBack(turn);
  const plain = taken === undefined || taken.length > 0 ? undefined : remark('goes_on', turn);
  if (plain !== undefined) return { meaning: plain, by: 'goes_on', weighed: [] };
  if (taken !== undefined && taken.length > 0)
    return { meaning: asTask({ does: 'withdraw', tickets: taken }, turn), by: 'withdraw', weighed: [] };
  const lines = linesChanged(turn);
  if (lines !== undefined) return { meaning: lines, by: 'less', weighed: [] };
  const moved = destinationOf(turn);
  if (moved !== undefined) return { meaning: moved, by: 'destination', weighed: [] };
  const beside = besideQuestion(turn);
  if (beside !== undefined) return { meaning: beside, by: BY_ITSELF, weighed: [] };
  if (isBetweenDeeds(turn) && ticketsTakenBack(turn) === undefined)
    return { meaning: byItself(turn), by: BY_ITSELF, weighed: [] };
  const start = situationOf(conversation, policy.intents).after === 'start';
  const alone = start ? (onRecord(turn) ?? byItself(turn)) : undefined;
  const worded = alone === undefined ? undefined : questionOnRecord(turn, alone, start);
  if (worded !== undefined) return { meaning: worded, by: 'question on record', weighed: [] };
  if (alone !== undefined && !isVague(alone)) return { meaning: alone, by: BY_ITSELF, weighed: [] };

  const possible: { readonly command: string; share: number; readonly meaning: TurnMeaning }[] = [];
  for (const [command, share] of likelihoods(turn)) {
    const meaning = share < weighing.least ? undefined : commanded(command, turn);
    if (meaning === undefined) continue;
    const counts = isBeside(command, meaning) ? share * weighing.not_on_record : share;
    // "Only the runner then, the pot stays" may be either of two commands, which come to the same.
    const same = possible.findIndex(each => comeToTheSame(each.meaning, meaning));
    const [other] = same < 0 ? [] : possible.splice(same, 1);
    const likelier = other !== undefined && other.share > counts ? other : { command, meaning };
    possible.push({ ...likelier, share: counts + (other?.share ?? 0) });
  }
  possible.sort((one, other) => other.share - one.share);
  const total = possible.reduce((sum, { share }) => sum + share, 0);
  const traced = possible
    .slice(0, MOST_TRACED)
    .map(({ command, share }) => ({ command, share: Math.round((100 * share) / total) / 100 }));
  const heard = start ? weighing.heard_at_start : weighing.heard;
  const sure = ({ command, share }: Weighed) =>
    share >= (WRITES.has(command) ? weighing.writes_heard : heard) &&
    share / total >= (WRITES.has(command) ? weighing.writes_at : weighing.at);
  const certain = possible.find(sure);
  if (certain !== undefined) return { meaning: certain.meaning, by: certain.command, weighed: traced };
  const itself = alone ?? newWish(turn) ?? byItself(turn);
  const asked = questionOnRecord(turn, itself, start);
  if (asked !== undefined) return { meaning: asked, by: ON_RECORD, weighed: traced };
  // "And could it still be returned instead?", less than certain: what came of it is told, and offered.
  const [likely] = possible;
  if (isVague(itself) && likely?.command === 'other_deed' && likely.share >= heard && likely.meaning.kind === 'wish')
    return { meaning: { ...likely.meaning, asked: true }, by: likely.command, weighed: traced };
  // With a request open, what is not understood may be more about it.
  const pointed = turn.found.mentions.every(({ how }) => how === 'pronoun');
  const nothing = isVague(itself) || (itself.kind === 'same_for_item' && pointed);
  const told = turn.said.strange && openTickets(conversation.memory.tickets).length > 0 ? detail(turn) : undefined;
  if (nothing && told !== undefined) return { meaning: told, by: ADDS, weighed: traced };
  const best = nothing
    ? possible.find(({ command, share }) => !WRITES.has(command) && (share >= heard || command === ADDS))
    : undefined;
  return best === undefined
    ? { meaning: itself, by: BY_ITSELF, weighed: traced }
    : { meaning: best.meaning, by: best.command, weighed: traced };
}

/** What sounds like a wish, or like nothing, and asks about a request that was handed over, or for what answers name by its words. */
function questionOnRecord(turn: Turn, itself: TurnMeaning, start: boolean): TurnMeaning | undefined {
  const { said, found, conversation, policy } = turn;
  const { tickets = [], order_id: last } = conversation.memory;
  if (!asks(turn) || requests(turn) || onlyNames(turn) || found.unknown.length > 0) return undefined;
  const [order = last] = ordersSaid(found);
  const wished = itself.kind === 'wish' && isDecided(turn, itself.intent) ? itself.intent : undefined;
  const told = itself.kind === 'wish' && tellsOfOrder(policy.intents.get(itself.intent));
  const beside = itself.kind === 'wish' && itself.intent !== personIntent(policy);
  if (told || isVague(itself) || (!start && beside && wished === undefined)) {
    const likely = [...policy.asking].filter(act => shareOf(turn, act) >= policy.weighing.heard);
    const worded = likely.length === 0 ? [] : followUpsFor(turn, ...likely).filter(({ words }) => words.length > 0);
    const others = told ? followUpsFor(turn, 'status') : followUpsFor(turn);
    if (worded.length > 0) return asTask({ does: 'answer', followUps: [...worded, ...others] }, turn);
  }
  const about = tickets.filter(each => said.named.includes(each.intent) || each.intent === wished);
  if (wished === undefined) return isVague(itself) && about.length > 0 ? ask('did_you', turn) : undefined;
  if (about.some(({ order_id }) => order_id === order)) return ask('did_you', turn);
  return tickets.length > 0 && said.named.length + said.hits.length === 0 ? ask('confirm_scope', turn) : undefined;
}

/** A question that is answered from nothing that is on record for it. */
const isBeside = (command: string, meaning: TurnMeaning): boolean =>
  meaning.kind === 'task' &&
  !['rules', 'hypothetical', 'until_when'].includes(command) &&
  (meaning.task.does === 'tell' || (meaning.task.does === 'answer' && meaning.task.followUps[0]?.acts.length === 0));

/** A question that records answer although nothing was said before: "what became of my ticket?". */
function onRecord(turn: Turn): TurnMeaning | undefined {
  const { heard, policy } = turn;
  const [whole] = heard;
  for (const [act, share] of whole?.shares ?? []) {
    if (share < policy.weighing.heard_at_start || !policy.asking.has(act)) continue;
    const [followUp] = followUpsFor(turn, act);
    const own = policy.asksAgain.has(act) && ordersSaid(turn.found).length === 1 && !isDecided(turn, turn.said.intent);
    if (followUp?.needs.includes('nothing_before') === true || (own && followUp !== undefined)) return ask(act, turn);
  }
  return undefined;
}

/** Two meanings of which one is as good as the other. */
const comeToTheSame = (one: TurnMeaning, other: TurnMeaning): boolean =>
  isDeepStrictEqual(one, other) ||
  (one.kind === 'wish' &&
    other.kind === 'wish' &&
    one.intent === other.intent &&
    one.slots.order_id === other.slots.order_id &&
    isDeepStrictEqual(one.slots.line_ids, other.slots.line_ids) &&
    one.fixed === other.fixed &&
    one.asked === other.asked &&
    one.replaces === other.replaces);

/** Words of "what about the lamp?", which asks the same of it. */
const FEW = 5;

/** How likely each command is, before it is known whether it is possible: by the examples, and by what the message says. */
function likelihoods(turn: Turn): ReadonlyMap<string, number> {
  const { heard, policy, said, found, told, conversation, message } = turn;
  const { weighing } = policy;
  const { pending } = conversation.memory;
  const issues = new Set(policy.issues.map(({ name }) => name));
  const shares = new Map<string, number>();
  const [whole, ...clauses] = heard;
  // Words that nobody knows do nothing.
  for (const [act, share] of said.strange ? [] : (whole?.shares ?? [])) {
    const command = issues.has(act) ? 'fault' : act;
    shares.set(command, (shares.get(command) ?? 0) + share);
  }
  // "Ok thanks. And how long does it take?": a question in a clause is asked.
  for (const clause of clauses)
    for (const [act, share] of clause.shares)
      if (policy.asking.has(act) && share >= weighing.clause_at)
        shares.set(act, Math.max(shares.get(act) ?? 0, share * weighing.clause_counts));
  const add = (command: string, share: number) => shares.set(command, (shares.get(command) ?? 0) + share);
  const lessen = (commands: Iterable<string>, factor: number) => {
    for (const command of commands) shares.set(command, (shares.get(command) ?? 0) * factor);
  };
  const asked = asks(turn);
  const intent = policy.intents.get(said.intent);
  const plainly = said.confidence >= weighing.plainly;
  const decided = isDecided(turn, said.intent);
  const deed = said.named.some(name => isDecided(turn, name) && !said.declined.includes(name));
  const numbers = found.mentions.some(({ how }) => how === 'number');
  const other = found.mentions.some(({ how }) => how === 'other') && ordersSaid(found).length === 1;
  if (deed && !asked) lessen(policy.asking, weighing.asked_remark);
  // "The tracking number please" asks, and most that does not look like a question is none.
  if (!asked) lessen(policy.asking, weighing.not_asked);
  const short = lengthOf(message) <= FEW;
  // "Can I return it?"
  const focused = short && requests(turn) && found.orders.length === 1;
  // "Refund ORD-1001" says all there is to say.
  if (deed && (!asked || requests(turn)))
    add('new_wish', (numbers || other || focused) && !found.corrects ? weighing.deed_of_order : weighing.deed_named);
  else if (
    plainly &&
    !(asked && (decided || intent?.ends.state === 'escalated')) &&
    (intent?.offer !== undefined || intent?.plan.length === 0)
  )
    add('new_wish', weighing.sounds_like_wish);
  // "Hello" is a greeting, and an intent of its own.
  if (plainly && intent?.ends.state === 'answered' && intent.plan.length === 0 && intent.offer === undefined)
    add('new_wish', weighing.greets);
  // "Whats the ticket nr" asks about the own request, however far from any shop it sounds.
  const asking = Math.max(...[...policy.asking].map(act => shares.get(act) ?? 0), 0);
  if (intent?.ends.state === 'refused') {
    if (plainly) add('new_wish', (1 - asking) * weighing.outside);
    else lessen(['new_wish'], weighing.asked_remark);
  }
  if (plainly && said.intent === personIntent(policy)) add('person', weighing.sounds_like_wish);
  if (asked && tellsOfOrder(intent)) add('status', said.confidence * weighing.sounds_like_question);
  else if (asked && intent?.ends.state === 'answered' && !decided && intent.plan.length > 0)
    add('rules', said.confidence * weighing.sounds_like_question);
  // Of what a rule asked, "I couldn't tell you that" asks nothing back.
  if (pending?.missing === 'fact' && !asked) lessen(['repeat'], weighing.asked_remark);
  const others = ordersSaid(found).some(order => order !== conversation.memory.order_id);
  if (asked && !deed && others && !short) add('status', weighing.asks_of_other);
  if ((marked(message) || endsAsking(turn)) && !requests(turn))
    lessen(['add_note', 'both', 'fault', 'less', 'other_thing', 'withdraw', 'withdraw_one'], weighing.asked_remark);
  const [best] = told;
  // The less the surer another question is.
  if (best !== undefined && asked && !(deed && requests(turn)))
    add('rules', (1 - asking) * Math.max(0, Math.min(1, best.score) - 0.5) * weighing.told);
  // An address, or an amount: figures that name no order, while a person works on one.
  const figures = (message.match(/\d+/g)?.length ?? 0) > 1 && found.mentions.every(({ how }) => how === 'pronoun');
  if (figures && !asked && !deed && openTickets(conversation.memory.tickets).length > 0)
    add(ADDS, weighing.figures_told);
  if (pending?.missing === 'identity' && conversation.identity_verified) add('ready', weighing.verified);
  const elsewhere = asked && tellsOfOrder(intent) && said.intent !== pending?.intent;
  if ((numbers && !elsewhere && pending?.missing === 'order') || onlyNames(turn))
    add('names_thing', weighing.only_names);
  // "The other one" says that another is meant, and which only where there are two.
  const another = short && !asked && found.mentions.some(({ how }) => how === 'other');
  if (another) {
    lessen(['insist'], 0);
    add('other_thing', weighing.only_names);
  }
  if (found.corrects) add('other_thing', weighing.corrects);
  const takesBack = lastTakesBack(turn);
  if (takesBack > 0) {
    add('withdraw', takesBack * weighing.clause_counts);
    lessen(['thanks', 'add_note', 'new_wish', 'other_deed'], weighing.asked_remark);
  }
  const change = changeSaid(turn);
  if (change !== undefined) {
    const keeps = found.excluded.lines.length > 0;
    add(change, change === 'other_thing' && !keeps ? weighing.puts_right : weighing.keeps);
    // "The pot goes back, the runner stays": it is no wish of its own.
    lessen(['new_wish', ...policy.asking], weighing.asked_remark);
    if (change === 'other_thing' && keeps) lessen(TAKES_BACK, weighing.asked_remark);
  }
  return shares;
}
