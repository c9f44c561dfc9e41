import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import { followUpsFor } from './follow-ups.js';
import { changeSaid, lastTakesBack } from './kept.js';
import { afterNo } from './troubles.js';
import { soundsTakenBack } from './taken-back.js';
import { lengthOf, saidWords } from '../conversation/phrases.js';
import { isLeftToShop } from './stances.js';
import { asks, endsAsking, marked, requests } from '../conversation/sentence-form.js';
import {
  isAfterArticle,
  isCourtesy,
  isDecided,
  onlyNames,
  personIntent,
  shareAlone,
  tellsOfOrder,
  type Turn
} from './turn.js';
import { soundsWished } from './wished.js';

/** Words of "what about the lamp?", which asks the same of it. */
const FEW = 5;

/** How likely each command is, before it is known whether it is possible: by the examples, and by what the message says. */
export function likelihoods(turn: Turn): ReadonlyMap<string, number> {
  const { heard, policy, said, found, told, conversation, message } = turn;
  const { weighing } = policy;
  const { pending } = conversation.memory;
  const issues = new Set(policy.issues.map(({ name }) => name));
  const shares = new Map<string, number>();
  const [whole, ...clauses] = heard;
  // Words that nobody knows do nothing.
  for (const [act, share] of said.strange && !policy.heard.knows(message) ? [] : (whole?.shares ?? [])) {
    const command = issues.has(act) ? 'fault' : act;
    shares.set(command, (shares.get(command) ?? 0) + share);
  }
  // "Ok thanks. And how long does it take?": a question in a clause is asked, and a person in one is called.
  for (const clause of clauses)
    for (const [act, share] of clause.shares)
      if ((policy.asking.has(act) || act === 'person') && share >= weighing.clause_at)
        shares.set(act, Math.max(shares.get(act) ?? 0, share * weighing.clause_counts));
  // "I would like that, yes. My husband bought one already": what was asked is answered in a clause.
  const { offered, to_withdraw, waiting } = conversation.memory;
  if (offered !== undefined || to_withdraw !== undefined)
    for (const clause of clauses)
      for (const act of ['yes', 'no'])
        if ((clause.shares.get(act) ?? 0) >= weighing.clause_at)
          shares.set(act, Math.max(shares.get(act) ?? 0, clause.shares.get(act)!));
  const add = (command: string, share: number) => shares.set(command, (shares.get(command) ?? 0) + share);
  const lessen = (commands: Iterable<string>, factor: number) => {
    for (const command of commands) shares.set(command, (shares.get(command) ?? 0) * factor);
  };
  // "I must wait how long" begins like no question, and is one by its words.
  const sounds = () => shareAlone(turn, ...policy.asking) >= weighing.intent_clearly;
  const asked = asks(turn) || (!requests(turn) && sounds());
  const intent = policy.intents.get(said.intent);
  const plainly = said.confidence >= weighing.plainly;
  const decided = isDecided(turn, said.intent);
  const deed = said.named.some(name => isDecided(turn, name) && !said.declined.includes(name));
  const numbers = found.mentions.some(({ how }) => how === 'number');
  const other = found.mentions.some(({ how }) => how === 'other') && ordersSaid(found).length === 1;
  if (deed && !asked) lessen(policy.asking, weighing.asked_remark);
  // "Ok, do the return then" agrees to nothing where nothing was offered.
  const open = [pending, offered, to_withdraw, waiting].some(each => each !== undefined);
  if (deed && !asked && !open) lessen(['yes', 'thanks', 'done'], weighing.asked_remark);
  // "I want to return it", after a refund was refused, insists on nothing.
  const { decided: last } = conversation.memory;
  if (deed && last !== undefined && !said.named.includes(last.intent)) lessen(['insist'], weighing.asked_remark);
  // "Too much faff. Cancel the whole thing" answers no offer of another kind.
  // "He doesn't want it, so let's do the return" is no no to a return.
  if (deed && !asked && offered !== undefined)
    lessen(said.named.includes(offered) ? ['no'] : ['yes', 'no'], weighing.asked_remark);
  // "The tracking number please" asks, and most that does not look like a question is none.
  if (!asked) lessen(policy.asking, weighing.not_asked);
  // "For when had you promised it?", after a refusal, asks for something else than yes.
  else if (saidWords(message).some(word => policy.interrogatives.has(word))) lessen(['insist'], weighing.asked_remark);
  const short = lengthOf(message) <= FEW;
  // "Can I return it?"
  const focused = short && requests(turn) && found.orders.length === 1;
  // "Refund ORD-1001" says all there is to say.
  if (deed && (!asked || requests(turn)) && (numbers || soundsWished(turn)))
    add('new_wish', (numbers || other || focused) && !found.corrects ? weighing.deed_of_order : weighing.deed_named);
  else if (
    plainly &&
    said.intent !== policy.unknown.name &&
    !(asked && (decided || intent?.ends.state === 'escalated')) &&
    (intent?.offer !== undefined || intent?.plan.length === 0)
  )
    add('new_wish', weighing.sounds_like_wish);
  // "Hello" is a greeting, and an intent of its own.
  const answers = (shares.get('yes') ?? 0) + (shares.get('no') ?? 0);
  const courteous = plainly && isCourtesy(intent);
  const asking = Math.max(...[...policy.asking].map(act => shares.get(act) ?? 0), 0);
  // "Lovely. Is that changed now?" asks, however it thanks.
  const besides = marked(message) && asking >= weighing.act_surely;
  if (courteous && !besides && !(open && answers >= weighing.heard)) add('new_wish', weighing.greets);
  // "Whats the ticket nr" asks about the own request, however far from any shop it sounds.
  if (intent?.ends.state === 'refused') {
    if (plainly && asking < weighing.act_surely) add('new_wish', (1 - asking) * weighing.outside);
    else lessen(['new_wish'], weighing.asked_remark);
  }
  // "Gimme the case number" asks for no person, however like one it sounds.
  if (plainly && said.intent === personIntent(policy) && asking < weighing.act_surely)
    add('person', weighing.sounds_like_wish);
  if (asked && tellsOfOrder(intent)) add('status', said.confidence * weighing.sounds_like_question);
  else if (asked && intent?.ends.state === 'answered' && !decided && intent.plan.length > 0)
    add('rules', said.confidence * weighing.sounds_like_question);
  // Of what a rule asked, "I couldn't tell you that" asks nothing back.
  if (pending?.missing === 'fact' && !asked) lessen(['repeat'], weighing.asked_remark);
  const others = ordersSaid(found).some(order => order !== conversation.memory.order_id);
  // "And where are the bowls?" asks how they stand by its own words, however short.
  if (asked && !deed && others && (!short || shareAlone(turn, 'status') >= weighing.heard))
    add('status', weighing.asks_of_other);
  if ((marked(message) || endsAsking(turn)) && !requests(turn))
    lessen(['add_note', 'both', 'fault', 'less', 'other_thing', 'withdraw', 'withdraw_one'], weighing.asked_remark);
  const [best] = told;
  // The less the surer another question is. After an article "day 30 is today" asks as well.
  if (best !== undefined && (asked || isAfterArticle(turn)) && !(deed && requests(turn)))
    add('rules', (1 - asking) * Math.max(0, Math.min(1, best.score) - weighing.told_beyond) * weighing.told);
  // "58 are pending on my card", where the records say what that is.
  const refused = conversation.memory.decided?.decision === 'not_eligible';
  const known = (act: string) =>
    followUpsFor(turn, act).some(({ words, reasons }) => words.length > 0 && reasons.length > 0);
  if (refused && [...shares].some(([act, share]) => share >= weighing.heard && known(act)))
    lessen(['new_wish'], weighing.asked_remark);
  const trouble = afterNo(turn);
  if (trouble !== undefined) {
    add('fault', trouble.share);
    lessen(['insist', 'frustrated'], weighing.asked_remark);
  }
  // An address: figures that name no order, while a person works on one; "12 Harbour Street" is no wish of its own.
  const counted = message.match(/\d+/g)?.length ?? 0;
  const placed = counted > 0 && /\d\s+\p{L}{3}/u.test(message) && said.named.length + said.hits.length === 0;
  const figures = (counted > 1 || placed) && found.mentions.every(({ how }) => how === 'pronoun');
  if (figures && !asked && !deed && openTickets(conversation.memory.tickets).length > 0) {
    add('add_note', weighing.figures_told);
    if (placed) lessen(['new_wish'], weighing.asked_remark);
  }
  if (pending?.missing === 'identity' && conversation.identity_verified) add('ready', weighing.verified);
  const elsewhere = asked && tellsOfOrder(intent) && said.intent !== pending?.intent;
  // "Where is 1002?", where it was asked which order is meant, asks of its own.
  if (elsewhere) lessen(['names_thing'], weighing.asked_remark);
  // "A linen thing for the table, no idea of the number", where it was asked which order is meant.
  const named = numbers ? !elsewhere : !asked && !deed && ordersSaid(found).length === 1;
  if ((named && pending?.missing === 'order') || onlyNames(turn)) add('names_thing', weighing.only_names);
  // "The other one" says that another is meant, and which only where there are two.
  const another = short && !asked && found.mentions.some(({ how }) => how === 'other');
  if (another) {
    lessen(['insist'], 0);
    add('other_thing', weighing.only_names);
  }
  if (found.corrects) add('other_thing', weighing.corrects);
  if (isLeftToShop(saidWords(message), turn)) lessen(['withdraw', 'withdraw_one'], 0);
  const takesBack = lastTakesBack(turn);
  if (takesBack > 0) {
    add('withdraw', takesBack * weighing.clause_counts);
    lessen(['thanks', 'add_note', 'new_wish', 'other_deed'], weighing.asked_remark);
  }
  const worded = changeSaid(turn);
  const change = worded !== 'withdraw' || soundsTakenBack(turn) ? worded : undefined;
  if (change !== undefined) {
    const keeps = found.excluded.lines.length > 0;
    add(change, change === 'other_thing' && !keeps ? weighing.puts_right : weighing.keeps);
    // "The pot goes back, the runner stays": it is no wish of its own.
    lessen(['new_wish', ...policy.asking], weighing.asked_remark);
    if (change === 'other_deed') lessen(['less', 'withdraw', 'withdraw_one'], weighing.asked_remark);
    if (change === 'other_thing' && keeps) lessen(['withdraw', 'withdraw_one'], weighing.asked_remark);
  }
  return shares;
}
