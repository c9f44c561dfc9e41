import { isDeepStrictEqual } from 'node:util';
import { ordersSaid } from '../conversation/references.js';
import { situationOf } from '../conversation/situation.js';
import { lengthOf } from '../conversation/phrases.js';
import { openTickets } from '../conversation/tickets.js';
import { withSentence } from './asked-parts.js';
import { destinationOf } from './changes.js';
import { deedInstead } from './corrections.js';
import { commanded, newWish, WRITES } from './commands.js';
import { asFarAsCertain } from './doubts.js';
import { detail, followUpsFor, fromBest, remark } from './follow-ups.js';
import { isAbout, keptIn, ticketsTakenBack } from './kept.js';
import { likelihoods } from './likelihoods.js';
import { ask, leastAfter, sameOfOther, unanswered } from './questions.js';
import { linesChanged, requestsTakenBack } from './taken-back.js';
import { asks, requests } from '../conversation/sentence-form.js';
import {
  asTask,
  BY_ITSELF,
  handsOver,
  isBetweenDeeds,
  isDecided,
  isVague,
  ON_RECORD,
  onlyNames,
  personIntent,
  shareAlone,
  shareOf,
  tellsOfOrder,
  type ReadTurn,
  type Turn,
  type TurnMeaning,
  type Weighed,
  WISHED_AGAIN
} from './turn.js';
import { byItself } from './wishes.js';
import { triedAfterAll, wishedAgain } from './withdrawals.js';

const ADDS = 'add_note';
const MOST_TRACED = 3;

/**
 * Every reading that is possible is weighed; the likeliest wins. What is less than certain changes nothing: it is asked
 * whether it is meant.
 */
export function meaningOf(turn: Turn): ReadTurn {
  const read = likeliest(turn);
  return withSentence({ ...read, meaning: asFarAsCertain(read, turn) }, turn);
}

function likeliest(turn: Turn): ReadTurn {
  const { policy, conversation, said } = turn;
  const { weighing } = policy;
  const instead = deedInstead(turn);
  if (instead !== undefined) return { meaning: instead, by: 'other_deed', weighed: [] };
  const taken = requestsTakenBack(turn);
  if (typeof taken === 'string') {
    const stands = remark(taken, turn);
    if (stands !== undefined) return { meaning: stands, by: taken, weighed: [] };
  }
  if (typeof taken === 'object')
    return { meaning: asTask({ does: 'withdraw', tickets: taken }, turn), by: 'withdraw', weighed: [] };
  const again = wishedAgain(turn) ?? triedAfterAll(turn);
  if (again !== undefined) return { meaning: again, by: WISHED_AGAIN, weighed: [] };
  const lines = linesChanged(turn);
  if (lines !== undefined) return { meaning: lines, by: 'less', weighed: [] };
  const moved = destinationOf(turn);
  if (moved !== undefined) return { meaning: moved, by: 'destination', weighed: [] };
  const same = sameOfOther(turn);
  if (same !== undefined) return { meaning: same, by: ON_RECORD, weighed: [] };
  if (isBetweenDeeds(turn) && ticketsTakenBack(turn) === undefined)
    return { meaning: byItself(turn), by: BY_ITSELF, weighed: [] };
  const start = situationOf(conversation, policy.intents).after === 'start';
  const alone = start ? (onRecord(turn) ?? byItself(turn)) : undefined;
  const worded = alone === undefined ? undefined : questionOnRecord(turn, alone, start);
  if (worded !== undefined) return { meaning: worded, by: 'question on record', weighed: [] };
  if (alone !== undefined && !isVague(alone)) return { meaning: alone, by: BY_ITSELF, weighed: [] };

  const possible: Possible[] = [];
  for (const [command, share] of likelihoods(turn)) {
    const meaning = share < weighing.least ? undefined : commanded(command, turn);
    if (meaning === undefined) continue;
    const counts = isBeside(command, meaning) ? share * weighing.not_on_record : share;
    // "Only the runner then, the pot stays" may be either of two commands, which come to the same.
    const same = possible.findIndex(each => comeToTheSame(each.meaning, meaning));
    const [other] = same < 0 ? [] : possible.splice(same, 1);
    const all = counts + (other?.share ?? 0);
    possible.push(
      other !== undefined && other.share > counts ? { ...other, share: all } : { command, meaning, share: all }
    );
  }
  possible.sort((one, other) => other.share - one.share);
  const total = possible.reduce((sum, { share }) => sum + share, 0);
  const traced = possible
    .slice(0, MOST_TRACED)
    .map(({ command, share }) => ({ command, share: Math.round((100 * share) / total) / 100 }));
  const heard = start ? weighing.heard_at_start : weighing.heard;
  const sure = ({ command, share, meaning }: Possible) =>
    share >= (WRITES.has(command) || isReport(meaning) ? weighing.writes_heard : heard) &&
    share / total >= (WRITES.has(command) ? weighing.writes_at : weighing.at) &&
    !(policy.closes.has(command) && saysOtherwise(command, turn)) &&
    !(command === 'other_thing' && isElsewhere(turn));
  const certain = possible.find(sure) ?? (start ? undefined : questionAmong(possible, total, turn));
  const added =
    certain !== undefined && certain.share / total < weighing.act_surely ? moreOf(certain.command, turn) : undefined;
  if (added !== undefined) return { meaning: added, by: ADDS, weighed: traced };
  if (certain !== undefined) return { meaning: certain.meaning, by: certain.command, weighed: traced };
  const itself = alone ?? asClear(newWish(turn) ?? byItself(turn), turn);
  const asked = questionOnRecord(turn, itself, start);
  if (asked !== undefined) return { meaning: asked, by: ON_RECORD, weighed: traced };
  // "And could it still be returned instead?", less than certain: what came of it is told, and offered.
  const [likely] = possible;
  if (isVague(itself) && likely?.command === 'other_deed' && likely.share >= heard && likely.meaning.kind === 'wish')
    return { meaning: { ...likely.meaning, asked: true }, by: likely.command, weighed: traced };
  // With a request open, what is not understood may be more about it.
  const pointed = turn.found.mentions.every(({ how }) => how === 'pronoun');
  const nothing = isVague(itself) || (itself.kind === 'same_for_item' && pointed);
  const more = nothing && openTickets(conversation.memory.tickets).length > 0 ? detail(turn) : undefined;
  if (more !== undefined && said.strange) return { meaning: more, by: ADDS, weighed: traced };
  // A question in the middle of a conversation is met with no list of what could be done.
  const guesses = itself.kind === 'choice' ? itself.candidates : said.candidates;
  const questioned = nothing && !start && asks(turn);
  const doubt = questioned && conversation.memory.pending === undefined && said.named.length === 0;
  const unknown = doubt && guesses.every(name => handsOver(turn, name)) ? unanswered(turn) : undefined;
  const best = nothing
    ? possible.find(
        ({ command, share, meaning }) =>
          !WRITES.has(command) && !isReport(meaning) && (share >= heard || command === ADDS)
      )
    : undefined;
  if (best !== undefined) return { meaning: best.meaning, by: best.command, weighed: traced };
  if (more !== undefined && itself.kind !== 'choice' && !asks(turn))
    return { meaning: more, by: ADDS, weighed: traced };
  // "And what would nine hundred of them get me?": the sentence that answers it best says more than what could be done.
  const sentence = questioned ? fromBest(leastAfter(turn), turn) : undefined;
  return { meaning: sentence ?? unknown ?? itself, by: BY_ITSELF, weighed: traced };
}

/** A command that is possible, and what it comes to. */
interface Possible extends Weighed {
  readonly meaning: TurnMeaning;
}

/** "Ok n whens it meant to arrive": no question is likely enough by itself, and some question is asked. */
function questionAmong(possible: readonly Possible[], total: number, { policy, told: [best] }: Turn) {
  const questions = possible.filter(({ command }) => policy.asking.has(command));
  const share = questions.reduce((sum, each) => sum + each.share, 0);
  const { heard, asks_something, article_fits } = policy.weighing;
  if (share < heard || share / total < asks_something) return undefined;
  const rules = (best?.score ?? 0) >= article_fits ? questions.find(({ command }) => command === 'rules') : undefined;
  return rules ?? questions[0];
}

/** Something that went wrong is handed over. */
const isReport = (meaning: TurnMeaning): boolean => meaning.kind === 'task' && meaning.task.does === 'issue';

/** "I live on my own and there is no shed": what asks nothing, and only perhaps means a question or a wish, is more for who works on it. */
function moreOf(command: string, turn: Turn): TurnMeaning | undefined {
  const { policy, said, found, message, conversation } = turn;
  const perhaps = command === 'new_wish' || command === 'status' || policy.asking.has(command);
  const names =
    said.named.length > 0 ||
    found.orders.some(({ how, order_id }) => how !== 'pronoun' && order_id !== conversation.memory.order_id);
  // "12 Harbour Street, Portland", after a change of address.
  const short = lengthOf(message) <= FEW_WORDS && !/\d/.test(message);
  if (!perhaps || names || asks(turn) || short) return undefined;
  return openTickets(conversation.memory.tickets).length > 0 ? detail(turn) : undefined;
}

/** A message of so few words may ask without a question's form. */
const FEW_WORDS = 5;

/** "Problem with the mat in 1004", while another order is talked about: only its place makes it a correction of that. */
const isElsewhere = (turn: Turn): boolean =>
  !turn.found.corrects &&
  !leavesOpen(turn) &&
  turn.found.mentions.every(({ how }) => how !== 'other') &&
  (shareAlone(turn, 'other_thing', 'names_thing', 'no', 'choice') < turn.policy.weighing.writes_alone ||
    (turn.found.mentions.some(({ how }) => how === 'number') &&
      shareAlone(turn, 'new_wish') >= turn.policy.weighing.act_surely));

/** It keeps what a request is open about. */
function leavesOpen(turn: Turn): boolean {
  const kept = keptIn(turn);
  return openTickets(turn.conversation.memory.tickets).some(({ order_id }) => isAbout(order_id, kept));
}

/** "It's faulty!!" stands where people say thanks, and says nothing of the kind by its own words. */
const saysOtherwise = (act: string, turn: Turn): boolean => shareAlone(turn, act) < turn.policy.weighing.closes_alone;

/** What would be handed over although no word says so, and that is not plain, is one that may be meant. */
function asClear(meaning: TurnMeaning, turn: Turn): TurnMeaning {
  const { said, policy, found } = turn;
  if (meaning.kind !== 'wish' || meaning.resumed || said.confidence >= policy.weighing.plainly) return meaning;
  const says = said.hits.length + said.named.length + found.lines.length > 0;
  if (says || !handsOver(turn, meaning.intent)) return meaning;
  return { kind: 'choice', candidates: [meaning.intent], slots: meaning.slots };
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
  // "The refund for the pot still stands though?" names what is open, and asks of it.
  if (wished === undefined) return (isVague(itself) || told) && about.length > 0 ? ask('did_you', turn) : undefined;
  if (about.some(({ order_id }) => order_id === order)) return ask('did_you', turn);
  return tickets.length > 0 && said.named.length + said.hits.length === 0 ? ask('confirm_scope', turn) : undefined;
}

/** A question that is answered from nothing that is on record for it. */
const isBeside = (command: string, meaning: TurnMeaning): boolean =>
  meaning.kind === 'task' &&
  ((meaning.task.does === 'tell' && !['rules', 'hypothetical', 'until_when'].includes(command)) ||
    (meaning.task.does === 'answer' &&
      meaning.task.told === undefined &&
      meaning.task.followUps[0]?.acts.length === 0));

/** A question that is answered although nothing was said before: "what became of my ticket?", "are you a robot?". */
function onRecord(turn: Turn): TurnMeaning | undefined {
  const { heard, policy, said } = turn;
  const [whole] = heard;
  for (const [act, share] of whole?.shares ?? []) {
    if (share < policy.weighing.heard_at_start || !policy.asking.has(act)) continue;
    const [followUp] = followUpsFor(turn, act);
    const own = policy.asksAgain.has(act) && ordersSaid(turn.found).length === 1 && !isDecided(turn, said.intent);
    // What only the shop says of itself, where a person would be called; and that nothing is on record.
    const states =
      followUp?.needs.length === 0 &&
      followUp.plan.length === 0 &&
      (said.intent === personIntent(policy) || policy.recorded.has(act));
    if (followUp?.needs.includes('nothing_before') === true || states || (own && followUp !== undefined))
      return ask(act, turn);
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
