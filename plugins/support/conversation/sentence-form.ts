import { messageWords, phraseIn, saidWords } from './phrases.js';
import { messageParts } from './wishes.js';

/** A text whose form is looked at, and the words that tell it. */
export interface InForm {
  readonly message: string;
  readonly policy: FormWords;
}

/** Words with which questions, requests, conditions and wishes begin. */
export interface FormWords {
  readonly opensQuestion: ReadonlySet<string>;
  readonly opensRequest: ReadonlySet<string>;
  readonly opensCondition: ReadonlySet<string>;
  /** What stands before them and says nothing. */
  readonly leadsIn: ReadonlySet<string>;
  /** What joins two sentences. */
  readonly joints: RegExp;
  readonly requestWords: Readonly<
    Record<'affirming' | 'allowing' | 'courteous' | 'leave' | 'stating' | 'tagging', readonly string[]>
  >;
}

/** The message asks something, by its mark or by how a sentence of it begins. */
export const asks = (turn: InForm): boolean =>
  marked(turn.message) ||
  messageClauses(turn.message).some(sentence => opensAsQuestion(sentence, turn.policy)) ||
  endsAsQuestion(turn);

/** "It was 1250 right". */
function endsAsQuestion({ message, policy: { requestWords } }: InForm): boolean {
  const words = saidWords(message);
  if (words.length < FEWEST_TAGGED) return false;
  const said = words.join(' ');
  const tag = requestWords.tagging.find(each => said.endsWith(` ${each}`));
  return tag !== undefined && !requestWords.affirming.includes(words.at(-1 - tag.split(' ').length)!);
}

/** Words of a sentence with such an end. */
const FEWEST_TAGGED = 3;

/** A sentence of it ends with a question mark. */
export const marked = (message: string): boolean =>
  message.includes('?') && messageClauses(message).some(sentence => /\?\W*$/.test(sentence));

/** "Could the runner still go back": whether it is possible, of a thing rather than of the one who asks or is asked. */
export const asksIfPossible = (turn: InForm): boolean =>
  !requests(turn) && opening(turn, new Set(turn.policy.requestWords.allowing)) > 0;

/** "How long do I have, and who pays the postage?": where it only asks, its parts that begin like questions, each with what follows it. */
export function joinedQuestions({ message, policy }: InForm): readonly string[] {
  const parts = messageParts(message, policy.joints);
  const starts = parts
    .filter(([start, end]) => opensAsQuestion(message.slice(start, end), policy))
    .map(([start]) => start);
  const before = messageWords(message.slice(0, starts[0]));
  if (before.some(word => !policy.leadsIn.has(word))) return [];
  return starts.map((start, nth) => message.slice(start, starts[nth + 1]));
}

/** Where the sentences of a message begin and end. */
export function messageSentences(message: string): readonly (readonly [start: number, end: number])[] {
  const sentences: (readonly [number, number])[] = [];
  for (const { 0: text, index } of message.matchAll(/[^.!?;\n]+(?:[.!?;\n]+|$)/g))
    if (/\p{L}/u.test(text)) sentences.push([index, index + text.length]);
  return sentences;
}

/** Pieces of a message between marks, commas among them. */
export const messageClauses = (message: string): readonly string[] => message.split(/(?<=[.!?\n,;])\s+/);

/** It begins like a question. */
export const opensAsQuestion = (message: string, policy: FormWords): boolean =>
  opening({ message, policy }, policy.opensQuestion) > 0;

/** "Can you …", "could I …": a wish in the form of a question. "Can you tell …" only asks. */
export const requests = (turn: InForm): boolean =>
  opening(turn, turn.policy.opensRequest) > opening(turn, turn.policy.opensQuestion);

/** "Can I return it?" asks whether one may; of a sentence with a courtesy, it wishes for it. */
export const asksLeave = (clause: InForm, sentence: string): boolean =>
  opening(clause, new Set(clause.policy.requestWords.leave)) > 0 &&
  !messageWords(sentence).some(word => clause.policy.requestWords.courteous.includes(word));

/** "The pot from 1001, can I send that back". */
export const endsAskingLeave = ({ message, policy }: InForm): boolean =>
  asksLeave({ message: messageClauses(message).at(-1) ?? '', policy }, message);

/** "I need the invoice", "please stop the letters": it says what is wanted. */
export const opensAsWish = (turn: InForm): boolean =>
  opening({ ...turn, message: turn.message.replace(/['’]/g, '') }, new Set(turn.policy.requestWords.stating)) > 0;

/** "I want", "please", "could you", anywhere in it. */
export const hasWishWords = ({ message, policy }: InForm): boolean =>
  phraseIn(saidWords(message), [...policy.requestWords.stating, ...policy.opensRequest]) !== undefined;

/** "If green is sold out, could I cancel it?" */
export const isConditional = (turn: InForm): boolean =>
  opening(turn, turn.policy.opensCondition) > opening(turn, turn.policy.opensRequest);

/** How many words of the longest of these openings the message begins with. */
function opening({ message: text, policy: { leadsIn } }: InForm, openings: ReadonlySet<string>): number {
  if (asked.text !== text || asked.leadsIn !== leadsIn) asked = { text, leadsIn, all: beginningsOf(text, leadsIn) };
  // "When's it due" begins with "when".
  return asked.all.findLastIndex(([written, bare]) => openings.has(written) || openings.has(bare)) + 1;
}

interface Beginnings {
  readonly text: string;
  readonly leadsIn: ReadonlySet<string>;
  /** "Could", "could you", …; each as written, and without what an apostrophe joins to its end. */
  readonly all: readonly (readonly [written: string, bare: string])[];
}

/** Of one text it is asked many times in a row. */
let asked: Beginnings = { text: '', leadsIn: new Set(), all: [] };

function beginningsOf(text: string, leadsIn: ReadonlySet<string>): Beginnings['all'] {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? [];
  // "1002 is the one" asks nothing.
  let first = 0;
  while (first < words.length - 1 && leadsIn.has(words[first]!)) first++;
  let written = '';
  return words.slice(first, first + LONGEST_OPENING).map((word, at) => {
    written = at === 0 ? word : `${written} ${word}`;
    return [written, written.replace(/'\p{L}+$/u, '')] as const;
  });
}

/** Words. */
const LONGEST_OPENING = 5;
