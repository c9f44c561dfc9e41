import { isByName, ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import { both, choice, names, neither, no, ready, skip, upNext, yes } from './answers.js';
import { addThing, less, otherDeed, otherThing } from './changes.js';
import { takenBack, withdrawOne } from './withdrawals.js';
import { ask, hypothetical, rules, sameQuestion, status, toldAgain, untilWhen } from './questions.js';
import { detail, fromBest, person, remark } from './follow-ups.js';
import { trouble, wishesBeside } from './troubles.js';
import { byItself } from './wishes.js';
import { asks } from '../conversation/sentence-form.js';
import {
  clearlyLikeliest,
  handsOver,
  isDecided,
  isVague,
  shareOf,
  type MeaningResolver,
  type TurnMeaning,
  type Turn
} from './turn.js';

/** By act: what it means in the conversation, where it is possible. An act without one is answered as the files say. */
const COMMANDS: Readonly<Record<string, MeaningResolver>> = {
  names_thing: names,
  choice,
  yes,
  no,
  both,
  neither,
  skip,
  ready,
  done: no,
  goes_on: goesOn,
  hesitate: turn => (turn.conversation.memory.pending?.missing === 'fact' ? skip(turn) : remark('hesitate', turn)),
  other_thing: turn => sameQuestion(turn) ?? otherThing(turn),
  other_deed: otherDeed,
  // "And 1008 can be cancelled too", after a refund, is another wish.
  add_thing: turn => (isOtherWish(turn) ? newWish(turn) : (upNext(turn) ?? addThing(turn))),
  less,
  withdraw: takenBack,
  withdraw_one: withdrawOne,
  new_wish: newWish,
  status,
  rules,
  hypothetical,
  until_when: untilWhen,
  add_note: detail,
  fault,
  person,
  repeat: turn => remark('repeat', turn) ?? toldAgain(turn)
};

/** Something went wrong: it is handed over, or noted where a person works on it already. What was reported needs less to be meant again. */
function fault(turn: Turn): TurnMeaning | undefined {
  const { weighing } = turn.policy;
  const least = turn.conversation.memory.reported === undefined ? weighing.issue_at_least : weighing.issue_again;
  return wishesBeside(turn) ? byItself(turn) : trouble(turn, least);
}

/** What it wishes for by itself, where that is known; a remark that wishes for nothing known is one on what is settled. */
function newWish(turn: Turn): TurnMeaning | undefined {
  const meaning = byItself(turn);
  const { said, policy, found } = turn;
  // "Refund the other one as well", where that one waits.
  const [waiting] = turn.conversation.memory.waiting ?? [];
  const again = waiting !== undefined && said.named.every(deed => deed === waiting.intent);
  if (again && !asks(turn) && said.named.length + ordersSaid(found).length > 0) {
    const meant = upNext(turn);
    if (meant !== undefined) return meant;
  }
  const { article_exact, article_fits_subject, intent_clearly, plainly } = policy.weighing;
  const little = said.named.length + said.hits.length === 0 && said.confidence < plainly;
  const faint = little && isDecided(turn, said.intent);
  if (meaning.kind === 'wish' && handsOver(turn, meaning.intent)) {
    // "A promo code on it then" sounds a little like a matter for a person, and an article says what to do.
    const fits = little ? fromBest(article_fits_subject, turn) : undefined;
    // "But it's on my bank app" protests, and an article says just that.
    const protested = shareOf(turn, 'insist') >= intent_clearly ? fromBest(article_exact, turn) : undefined;
    const rather = fits ?? protested;
    if (rather !== undefined) return rather;
  }
  const told = meaning.kind === 'task' && meaning.task.does === 'tell';
  const repeated = told ? deedAgain(turn) : undefined;
  if (repeated !== undefined) return repeated;
  if (!isVague(meaning) && !faint) return meaning;
  const open = openTickets(turn.conversation.memory.tickets).length > 0;
  return open && !asks(turn) ? detail(turn) : faint ? meaning : undefined;
}

/** "Ok then at least make it green", after a change that was refused: the same deed once more, which asks nothing. */
function deedAgain(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation, policy } = turn;
  const { decided, order_id, line_ids } = conversation.memory;
  const best = clearlyLikeliest(said.likely, policy.weighing.heard);
  if (decided?.decision !== 'not_eligible' || order_id === undefined || asks(turn)) return undefined;
  if (best === undefined || best.intent !== decided.intent || said.declined.includes(best.intent)) return undefined;
  if (shareOf(turn, 'new_wish', 'other_deed') < policy.weighing.act_surely) return undefined;
  if (ordersSaid(found).some(order => order !== order_id)) return undefined;
  const lines = line_ids === undefined ? {} : { line_ids };
  return { kind: 'wish', intent: best.intent, slots: { order_id, ...lines }, resumed: true };
}

/** Another deed is named for another order than the one that is talked about, or for an item of it. */
function isOtherWish({ said, found, conversation, policy }: Turn): boolean {
  const { order_id, tickets } = conversation.memory;
  const [order, another] = ordersSaid(found);
  const deeds = said.named.filter(name => isDecided({ policy }, name));
  const open = openTickets(tickets);
  const known = open.some(({ intent }) => deeds.includes(intent));
  const apart = order !== order_id || (open.length > 0 && found.lines.some(isByName));
  return deeds.length === 1 && !known && order !== undefined && another === undefined && apart;
}

/** What was asked for stands; asked whether it is to be taken back, that is declined. */
function goesOn(turn: Turn): TurnMeaning | undefined {
  const { offered, to_withdraw, pending, waiting } = turn.conversation.memory;
  if (to_withdraw !== undefined) return no(turn);
  return [offered, pending, waiting].some(each => each !== undefined) ? yes(turn) : remark('goes_on', turn);
}

/** What a message means that does this; undefined where it cannot do it. */
export function commanded(act: string, turn: Turn): TurnMeaning | undefined {
  const command = COMMANDS[act];
  if (command !== undefined) return command(turn);
  return turn.policy.asking.has(act) ? ask(act, turn) : remark(act, turn);
}
