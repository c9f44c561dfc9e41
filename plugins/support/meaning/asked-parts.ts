import { lengthOf, messageWords } from '../conversation/phrases.js';
import { messageParts } from '../conversation/wishes.js';
import {
  asks,
  isConditional,
  marked,
  messageSentences,
  opensAsQuestion,
  opensAsWish,
  requests
} from '../conversation/sentence-form.js';
import type { FollowUp } from '../kinds/follow-ups/answer.js';
import { answersItself, isAsking, isDecided, shareIn, type Turn, type TurnMeaning } from './turn.js';

type Asked = Pick<Turn, 'message' | 'policy'>;

/** A part of a message that asks for something. */
export interface PartOfMessage {
  /** With the story that stands before it, where it is the first. */
  readonly text: string;
  readonly bare: string;
}

/**
 * "When is it due, and do you bring it on a Saturday?": the parts of a message that ask for something, each by itself. What
 * asks nothing belongs to the part before it, and what stands before the first to that.
 */
export function askedParts({ message, policy }: Asked): readonly PartOfMessage[] {
  const starts: number[] = [];
  for (const [from, to] of messageSentences(message)) {
    const pieces = messageParts(message.slice(from, to), policy.joints);
    const before = starts.length;
    let opened: number | undefined;
    for (const [start, end] of pieces) {
      const text = message.slice(from + start, from + end);
      if (!asksFirst(text, policy) && opened === undefined) continue;
      // "Could you also tell me" is one.
      const first: number = opened ?? from + start;
      opened = lengthOf(text) <= FEWEST_WORDS ? first : undefined;
      if (opened === undefined) starts.push(first);
    }
    if (opened !== undefined) starts.push(opened);
    const [first] = pieces;
    if (starts.length === before && first !== undefined && marked(message.slice(from, to)))
      starts.push(from + first[0]);
  }
  const bare = starts.map((start, nth) => message.slice(start, starts[nth + 1]).trim());
  return textsFrom(starts, message).map((text, nth) => ({ text, bare: bare[nth]! }));
}

/** What begins at these places, the first with what stands before it. */
const textsFrom = (starts: readonly number[], message: string): readonly string[] =>
  starts.map((start, nth) => message.slice(nth === 0 ? 0 : start, starts[nth + 1]).trim());

/**
 * "Express costs how much, and is it quick?", "go ahead and cancel it, and how long is the hold?": where not all of its parts
 * begin like a question or a wish, those between joints in which something may be asked, or a deed is named. It is not known
 * whether it is.
 */
export function possibleParts({ message, policy }: Asked): readonly PartOfMessage[] {
  if (!asks({ message, policy })) return [];
  const starts: number[] = [];
  for (const [from, to] of messageSentences(message)) {
    const asking = asks({ message: message.slice(from, to), policy });
    for (const [start, end] of messageParts(message.slice(from, to), policy.joints)) {
      const text = message.slice(from + start, from + end);
      const marks = message[from + end] === '?';
      if ((asking && mayAsk(text, marks, policy)) || namesDeed(text, policy)) starts.push(from + start);
    }
  }
  return textsFrom(starts, message).map(text => ({ text, bare: text }));
}

/** A word of it begins questions, or it ends with their mark and is long enough. */
function mayAsk(text: string, marks: boolean, policy: Turn['policy']): boolean {
  if (isConditional({ message: text, policy }) && !opensAsQuestion(text, policy)) return false;
  const words = messageWords(text);
  return words.some(word => policy.opensQuestion.has(word)) || (marks && words.length >= FEWEST_OF_MARKED);
}

const namesDeed = (text: string, policy: Turn['policy']): boolean =>
  policy.understander.deeds(text).named.some(name => isDecided({ policy }, name));

/** Words of a part that asks by its mark alone. */
const FEWEST_OF_MARKED = 3;

/** Of a piece that only begins something: "could you …". */
const FEWEST_WORDS = 2;

/** It begins like a question or a wish; what it is asked under, "if I order today", is no part of its own. */
function asksFirst(text: string, policy: Turn['policy']): boolean {
  const part = { message: text, policy };
  if (isConditional(part)) return false;
  return opensAsQuestion(text, policy) || requests(part) || opensAsWish(part) || wishesFor(part);
}

/** "Cancel the blanket", beside a question: it names a deed, and sounds like a wish. */
function wishesFor({ message, policy }: Asked): boolean {
  if (!namesDeed(message, policy)) return false;
  const heard = policy.heard.whole(message);
  return heard !== undefined && shareIn(heard, 'new_wish', 'other_deed') >= policy.weighing.deed_beside_question;
}

/** "The tracking hasn't moved, is that normal?": beside what records say, the sentence that answers it in general. */
export function withSentence(meaning: TurnMeaning, way: string, { told, policy }: Turn): TurnMeaning {
  const [best] = told;
  // "Please return the runner. Who pays the postage?": what is asked beside a deed.
  const asked = told.find(({ question }) => question !== undefined);
  const deed = meaning.kind === 'wish' && isDecided({ policy }, meaning.intent) && meaning.told === undefined;
  if (deed && asked !== undefined && asked.score >= policy.weighing.article_fits_subject)
    return { ...meaning, told: [asked] };
  if (best === undefined || best.score < policy.weighing.article_beside || best.on_record?.includes(way) === true)
    return meaning;
  if (meaning.kind === 'task') {
    const { task } = meaning;
    const ofRecords = task.does === 'answer' && task.followUps.some(each => answersQuestion(each, policy));
    return ofRecords || task.does === 'note' ? { ...meaning, task: { ...task, beside: best } } : meaning;
  }
  const intent = meaning.kind === 'wish' && !meaning.asked ? policy.intents.get(meaning.intent) : undefined;
  if (intent === undefined || meaning.kind !== 'wish' || meaning.told !== undefined || meaning.first !== undefined)
    return meaning;
  return answersItself(intent) && intent.requires.identity ? { ...meaning, told: [best] } : meaning;
}

/** It answers a question, and not with what an article says; "all right" is no answer that a sentence could be told beside. */
const answersQuestion = ({ acts, articles }: FollowUp, policy: Turn['policy']): boolean =>
  articles.length === 0 && (acts.length === 0 || acts.some(act => isAsking(act, policy)));
