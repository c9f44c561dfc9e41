import type { Option, Said } from '../../../../core/learn/index.js';
import { ordersSaid } from '../../conversation/references.js';
import type { FollowUp } from '../../kinds/follow-ups/answer.js';
import type { Told } from '../../knowledge/question-index.js';
import type { Heard } from '../../refer/types.js';
import { OFFERED, type PossibleReading } from '../readings.js';
import { counted, named, stepOf, traitOf, wordOf } from './naming.js';
import { saidOf } from './said.js';
import {
  answersItself,
  handsOver,
  isCourtesy,
  isDecided,
  personIntent,
  tellsOfOrder,
  type Turn,
  type TurnMeaning
} from '../turn.js';

/** What the traits of every reading look at. */
export interface Seen {
  readonly whole: Heard | undefined;
  /** The share of the likeliest act. */
  readonly most: number;
  readonly alone: Heard | undefined;
  readonly last: Heard | undefined;
  readonly about: string | undefined;
  /** What the agent had said before. */
  readonly after: string;
  readonly open: ReadonlySet<string>;
  /** The article of which a sentence was told last. */
  readonly article: string | undefined;
}

/** Of one reading: what it does, what leads to it and how much, and how it goes with what was said. */
export function traitsOf({ meaning, ways }: PossibleReading, seen: Seen, turn: Turn): Option {
  const offering = ways.filter(way => way.startsWith(OFFERED));
  const acts = ways.filter(way => !way.startsWith(OFFERED));
  const share = mostOf(acts, seen.whole, turn);
  const wish = meaning.kind !== 'task' && 'intent' in meaning ? traitsOfWish(meaning.intent, seen, turn) : undefined;
  const [told, another] = sentencesOf(meaning);
  const fits = fitOf(meaning);
  const { order_id, line_ids = [] } = 'slots' in meaning ? meaning.slots : {};
  const followUps = followUpsOf(meaning);
  const [says, saysToo] = saidWith(meaning, turn);
  return {
    named: [
      ...named({
        does: whatOf(meaning, turn),
        tells: fits !== undefined,
        beside: besideOf(meaning) !== undefined,
        says: says?.mark,
        says_too: saysToo?.mark
      }),
      ...acts.map(wordOf)
    ],
    leading: [
      ...named({
        kind: kindOf(meaning),
        share: stepOf(share),
        fits: stepOf(fits ?? 0),
        asks: acts.some(act => turn.policy.asking.has(act)),
        worded: (followUps[0]?.words.length ?? 0) > 0,
        told_before: toldBefore(meaning, seen, turn),
        answered_before: answeredBefore(meaning, turn),
        ...wish?.leading
      }),
      ...offering.map(wordOf)
    ],
    paired: named({
      alone: stepOf(mostOf(acts, seen.alone, turn)),
      likeliest: share > 0 && share >= seen.most,
      order: whichOrder(order_id, turn),
      stands: statusOf(order_id, turn),
      asked: stepOf(
        Math.max(0, ...acts.map(act => turn.policy.readers.asked?.share(act, turn.message, seen.after) ?? 0))
      ),
      likely: stepOf(told?.likely ?? 0),
      alike: stepOf(told?.alike ?? 0)
    }),
    own: named({
      ...wish?.own,
      last: stepOf(mostOf(acts, seen.last, turn)),
      lines: line_ids.length > 0,
      tells_both: another !== undefined,
      both_fit: stepOf(another?.score ?? 0),
      beside_fits: stepOf(besideOf(meaning)?.score ?? 0),
      told_by: fits === undefined ? undefined : acts.find(way => way.startsWith('told_')),
      answers: counted(followUps.length),
      answers_to: followUps[0]?.acts.join(' '),
      particular: followUps[0] === undefined ? 0 : counted(conditionsOf(followUps[0]))
    }),
    said: [says, saysToo].filter(each => each !== undefined)
  };
}

/** What is said with it, and what beside that: sentences of articles, and answers as they are written down. */
export function saidWith(meaning: TurnMeaning, { policy }: Turn): readonly [Said | undefined, Said | undefined] {
  const [told, another] = sentencesOf(meaning);
  return [
    saidOf(told?.text ?? weighedAs(followUpsOf(meaning), policy)?.says.text),
    saidOf(another?.text ?? besideOf(meaning)?.text)
  ];
}

/** Of some ways to answer the one as which the first is weighed: what a shop says in words of its own as what it goes before, which lessons know. */
export const weighedAs = (followUps: readonly FollowUp[], policy: Turn['policy']): FollowUp | undefined =>
  followUps.find(each => isLearned(each, policy)) ?? followUps[0];

/** Whether lessons know an answer by its words; true as well where nothing is learned. */
export const isLearned = ({ says }: FollowUp, { chooser }: Turn['policy']): boolean =>
  chooser?.knows?.(traitOf('says', saidOf(says.text)!.mark)) !== false;

/** The ways in which a question is answered. */
export const followUpsOf = (meaning: TurnMeaning): readonly FollowUp[] =>
  meaning.kind === 'task' && meaning.task.does === 'answer' ? meaning.task.followUps : [];

/** What has to hold for a way to answer: the more, the more it is made for just this. */
const conditionsOf = ({ after, decisions, hints, reasons, articles, before, needs }: FollowUp): number =>
  [after, decisions, hints, reasons, articles, before].filter(list => list.length > 0).length + needs.length;

/** Of what wishes for something: what it is, whether the message names or declines it, and whether it was asked for before. */
function traitsOfWish(intent: string, { about, open }: Seen, turn: Turn) {
  const { said } = turn;
  return {
    leading: {
      class: classOf(intent, turn),
      sounds: stepOf(said.likely.find(each => each.intent === intent)?.share ?? 0),
      is_named: said.named.includes(intent)
    },
    own: {
      declined: said.declined.includes(intent),
      same: intent === about,
      is_open: open.has(intent)
    }
  };
}

/** The likeliest act, and its share. */
export function likeliestAct(heard: Heard | undefined): readonly [act: string | undefined, share: number] {
  let best: readonly [string | undefined, number] = [undefined, 0];
  for (const each of heard?.shares ?? []) if (each[1] > best[1]) best = each;
  return best;
}

/** The largest share of these acts; of something that went wrong that of all issues together. */
function mostOf(acts: readonly string[], heard: Heard | undefined, { policy }: Turn): number {
  if (heard === undefined) return 0;
  const shareOf = (act: string): number =>
    act === 'fault'
      ? policy.issues.reduce((sum, { name }) => sum + (heard.shares.get(name) ?? 0), 0)
      : (heard.shares.get(act) ?? 0);
  return Math.max(0, ...acts.map(shareOf));
}

const kindOf = (meaning: TurnMeaning): string => (meaning.kind === 'task' ? meaning.task.does : meaning.kind);

/** What it does, with the intent of a wish, and whether that is only offered. */
export function whatOf(meaning: TurnMeaning, { policy }: Turn): string {
  if (meaning.kind === 'task') return meaning.task.does;
  if (!('intent' in meaning)) return meaning.kind;
  const intent = policy.intents.has(meaning.intent) ? meaning.intent : policy.unknown.name;
  return `${meaning.kind} ${intent}${meaning.kind === 'wish' && meaning.asked === true ? ' offered' : ''}`;
}

/** What an intent is, whatever it is called: so that one that was never learned of is chosen like others of its class. */
function classOf(name: string, turn: Turn): string {
  const { policy } = turn;
  const intent = policy.intents.get(name);
  if (name === personIntent(policy)) return 'person';
  if (isDecided(turn, name)) return 'decided';
  if (handsOver(turn, name)) return 'handed over';
  if (tellsOfOrder(intent)) return 'tells of an order';
  if (isCourtesy(intent)) return 'courtesy';
  if (answersItself(intent)) return intent.requires.identity ? 'own account' : 'rules';
  return policy.intents.get(name)?.ends.state ?? 'none';
}

/** The sentences that are told. */
function sentencesOf(meaning: TurnMeaning): readonly Told[] {
  if (meaning.kind !== 'task') return [];
  const { task } = meaning;
  if (task.does === 'tell') return task.told;
  return task.does === 'answer' && task.told !== undefined ? [task.told] : [];
}

/** How well the sentence fits that is told first. */
export const fitOf = (meaning: TurnMeaning): number | undefined => sentencesOf(meaning)[0]?.score;

/** The sentence that is told beside what is done or answered. */
function besideOf(meaning: TurnMeaning): Told | undefined {
  if (meaning.kind === 'wish') return meaning.told?.[0];
  return meaning.kind === 'task' && 'beside' in meaning.task ? meaning.task.beside : undefined;
}

/** Whether the sentence is the one that was told last, or of the same article. */
export function toldBefore(meaning: TurnMeaning, { article }: Seen, { conversation }: Turn): string | undefined {
  const [told] = sentencesOf(meaning);
  const last = conversation.memory.told?.text;
  if (told === undefined || last === undefined) return undefined;
  if (told.text === last) return 'itself';
  return article === told.article ? 'its article' : 'another';
}

/** Whether the question was the one that was answered last, and of the same order. */
export function answeredBefore(meaning: TurnMeaning, { conversation: { memory } }: Turn): boolean {
  if (meaning.kind !== 'task' || meaning.task.does !== 'answer' || memory.question === undefined) return false;
  const order = meaning.slots.order_id ?? memory.order_id;
  return meaning.task.question === memory.question && order === memory.order_id;
}

/** How an order of the customer stands; undefined for none that is known. */
export const statusOf = (order: string | undefined, { conversation: { memory } }: Turn): string | undefined =>
  memory.known?.find(({ order_id }) => order_id === order)?.status;

/** Whether the order was named now, talked about last, or neither. */
function whichOrder(order: string | undefined, { found, conversation }: Turn): string {
  if (order === undefined) return 'none';
  if (ordersSaid(found).includes(order)) return 'named';
  if (found.orders.some(({ order_id }) => order_id === order)) return 'pointed at';
  return order === conversation.memory.order_id ? 'last' : 'other';
}
