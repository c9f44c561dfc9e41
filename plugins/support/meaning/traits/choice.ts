import type { Alternatives } from '../../../../core/learn/index.js';
import { situationOf } from '../../conversation/situation.js';
import { lengthOf, phraseIn, saidWords } from '../../conversation/phrases.js';
import { ticketInMind, ticketsInMind } from '../../conversation/tickets.js';
import { ordersSaid } from '../../conversation/references.js';
import { asks, marked, opensAsWish, requests } from '../../conversation/sentence-form.js';
import { changeSaid, withdrawnInPart, withdrawnShare } from '../kept.js';
import { counted, named, stepOf } from './naming.js';
import { likeliestAct, type Seen, statusOf, traitsOf } from './option.js';
import { offerAnswer } from '../plain-answer.js';
import { traitsOfSeveral } from './several.js';
import type { PossibleReading } from '../readings.js';
import { onlyNames, type Turn } from '../turn.js';

const MOST_WORDS = 6;
const WORDS_A_STEP = 4;

/** What there is to choose between, by traits that say nothing of the customer. */
export function choiceOf(readings: readonly PossibleReading[], turn: Turn): Alternatives {
  const [whole] = turn.heard;
  const { about, after } = situationOf(turn.conversation, turn.policy.intents);
  const seen: Seen = {
    whole,
    most: likeliestAct(whole)[1],
    alone: turn.alone()[0],
    last: turn.heard.at(-1),
    about,
    after,
    article: turn.policy.questions.articleOf(turn.conversation.memory.told?.text ?? ''),
    open: new Set(ticketsInMind(turn.conversation.memory.tickets).map(({ intent }) => intent))
  };
  return {
    text: turn.message,
    around: traitsAround(turn, seen),
    options: readings.map(reading =>
      reading.several === undefined ? traitsOf(reading, seen, turn) : traitsOfSeveral(reading.several, seen, turn)
    )
  };
}

/** From which share on the second thing that a message may need or ask is looked at. */
const TOO = 0.2;
const FEWEST_WORDS = 3;
const NOTHING = [[undefined, 0] as const, [undefined, 0] as const] as const;

/** What all readings of a message have around them: where it stands in its conversation, how it is put, what it sounds like. */
function traitsAround(
  turn: Turn,
  { about, after, article }: Pick<Seen, 'about' | 'after' | 'article'>
): readonly string[] {
  const { conversation, policy, said, found, told, message, heard } = turn;
  const { memory } = conversation;
  const ticket = ticketInMind(memory.tickets);
  const [whole, ...clauses] = heard;
  const [act, share] = likeliestAct(whole);
  const answer = offerAnswer(turn);
  // "Refund policy", with which one begins, is no message like those that these were learned from.
  const keyword = after === 'start' && lengthOf(message) < FEWEST_WORDS;
  // Nor does what went wrong in a way that only this shop knows.
  const strange = keyword || policy.heard.ownIssues.has(act ?? '');
  const [needs, needsToo] = (strange ? undefined : policy.readers.needs?.likeliest(message, after)) ?? NOTHING;
  const [question, questionToo] = (strange ? undefined : policy.readers.asked?.likeliest(message, after)) ?? NOTHING;
  const traits = {
    after,
    about,
    words: Math.min(MOST_WORDS, Math.floor(lengthOf(message) / WORDS_A_STEP)),
    clauses: counted(clauses.length),
    act,
    act_share: stepOf(share),
    act_alone: likeliestAct(turn.alone()[0])[0],
    says: said.intent,
    says_surely: stepOf(said.confidence),
    sounds_like: said.likely[0]?.intent,
    names_deeds: counted(said.named.length),
    declines: said.declined.length > 0,
    affirms: said.slots.affirmation,
    opens: said.slots.opens,
    strange: said.strange,
    fits: stepOf(told[0]?.score ?? 0),
    fits_next: stepOf(told[1]?.score ?? 0),
    article: told[0]?.article,
    needs: needs[0],
    needs_surely: stepOf(needs[1]),
    needs_too: needsToo[1] >= TOO ? needsToo[0] : undefined,
    asks_for: question[0],
    asks_surely: stepOf(question[1]),
    asks_too: questionToo[1] >= TOO ? questionToo[0] : undefined,
    any: stepOf(told[0]?.any ?? 0),
    asks: asks(turn),
    requests: requests(turn),
    marked: marked(message),
    wishes: opensAsWish(turn),
    only_names: onlyNames(turn),
    names_orders: counted(found.orders.length),
    means_by: [...new Set(found.mentions.map(({ how }) => how))].sort().join(' '),
    strange_order: found.unknown.length > 0,
    corrects: found.corrects,
    changes: changeSaid(turn),
    withdrawn: stepOf(withdrawnShare(turn)),
    withdrawn_in_part: stepOf(withdrawnInPart(turn)),
    proceeds: phraseIn(saidWords(message), policy.requestWords.proceeding) !== undefined,
    verified: conversation.identity_verified,
    asked: memory.pending?.missing,
    offered: memory.offered,
    takes: stepOf(answer?.takes ?? 0),
    not_taken: stepOf(answer?.declines ?? 0),
    to_withdraw: memory.to_withdraw !== undefined,
    waiting: memory.waiting !== undefined,
    decision: memory.decided?.decision,
    reason: memory.decided?.reason,
    stands: statusOf(ordersSaid(found)[0] ?? memory.order_id, turn),
    told_last: article,
    open: counted(ticketsInMind(memory.tickets).length),
    ticket: ticket?.intent,
    issue: ticket?.issue,
    worked: ticket?.worked,
    question: memory.question,
    subject: memory.subject,
    settled: memory.settled
  };
  return named(traits);
}
