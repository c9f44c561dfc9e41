import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ajvPackage } from '../../core/index.js';
import type { Outcome } from '../../core/learn/index.js';
import type { ReadingTried, RehearsedTicket, Verdict } from '../../plugins/support/scenarios/rehearsal.js';
import { readLines } from '../conversations/lines.js';

/** A message, and which of the answers that the agent could give a clerk would give. */
export interface TaughtMessage {
  readonly say: string;
  /** What was done and said, as it is `kept`; the first is the best. None where no answer that could be given is right. */
  readonly right: readonly string[];
  /** What the conversation went on with. */
  readonly went_on: string;
  /** Where no answer is right, the least wrong: what the conversation went on with where absent. */
  readonly least_wrong?: string;
  /** Marks of all answers that could be chosen from. What could not is neither right nor wrong. */
  readonly offered: readonly string[];
  /** What a clerk would have said instead, where no answer is right. */
  readonly missed?: string;
}

/** One line of a file: a conversation that somebody held as a customer, and judged as a head of support. */
export interface TaughtConversation {
  readonly id: string;
  /** Whether the customer is known. */
  readonly verified: boolean;
  readonly turns: readonly TaughtMessage[];
}

/** By its name. */
export const isTaught = (file: string): boolean => basename(file).startsWith('taught-');

const TEXT = { type: 'string', minLength: 1 };
const TEXTS = { type: 'array', items: TEXT };
const MESSAGE = {
  type: 'object',
  additionalProperties: false,
  required: ['say', 'right', 'went_on', 'offered'],
  properties: { say: TEXT, right: TEXTS, went_on: TEXT, least_wrong: TEXT, offered: TEXTS, missed: { type: 'string' } }
};
const CONVERSATION = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'verified', 'turns'],
  properties: { id: TEXT, verified: { type: 'boolean' }, turns: { type: 'array', minItems: 1, items: MESSAGE } }
};
const { Ajv2020 } = ajvPackage();
const validate = new Ajv2020({ allErrors: true, verbose: true, strict: false }).compile<TaughtConversation>(
  CONVERSATION
);

/** Throws with the line and place of everything wrong, and quotes none of it. */
export const readTaught = (file: string): readonly TaughtConversation[] => readLines(file, validate);

/** Writes the conversation into the file, instead of what stands there under its id. */
export function keepTaught(file: string, conversation: TaughtConversation): void {
  const others = existsSync(file) ? readTaught(file).filter(({ id }) => id !== conversation.id) : [];
  writeFileSync(file, [...others, conversation].map(each => `${JSON.stringify(each)}\n`).join(''));
}

/** By which answers that were offered are known. */
export const markOf = (answer: string): string =>
  createHash('sha256').update(answer).digest('hex').slice(0, MARK_LENGTH);

const MARK_LENGTH = 6;

const DATE =
  /\b(\d{1,2}) (January|February|March|April|May|June|July|August|September|October|November|December) (\d{4})\b/g;
const DAY = 86_400_000;

/** What is counted in working days is another day away each time. */
const COUNTED = /(You usually have the money by) day -?\d+/g;

/** An answer as it is kept: days as how far they are from today, as those of the demo records are. */
export const kept = (answer: string): string =>
  answer
    .replace(DATE, date => `day ${Math.round((Date.parse(`${date} UTC`) - Math.floor(Date.now() / DAY) * DAY) / DAY)}`)
    .replace(COUNTED, '$1 a day');

const sentencesIn = (answer: string): readonly string[] => answer.split(/(?<=[.?!\]])\s+/);

/** They have no sentence in common, and do not both do something to tickets. */
function isApart(one: string, other: string): boolean {
  if (one.startsWith('[') && other.startsWith('[')) return false;
  const said = new Set(sentencesIn(other));
  return sentencesIn(one).every(each => !said.has(each));
}

/** Says what an answer does to tickets and what it says; tickets are counted from the oldest, so that two runs say the same. */
export function answerOf({ reply, tickets }: ReadingTried, before: readonly RehearsedTicket[]): string {
  const number = (id: string) => `T${tickets.findIndex(({ ticket_id }) => ticket_id === id) + 1}`;
  const done = tickets.flatMap(ticket => {
    const was = before.find(({ ticket_id }) => ticket_id === ticket.ticket_id);
    const now = shown(ticket);
    if (was === undefined) return [`[opens ${number(ticket.ticket_id)} ${now}] `];
    if (was.status !== ticket.status) return [`[${number(ticket.ticket_id)} is ${ticket.status} now: ${now}] `];
    return shown(was) === now ? [] : [`[changes ${number(ticket.ticket_id)} to ${now}] `];
  });
  const said = tickets.reduce(
    (text, { ticket_id }) => text.replaceAll(ticket_id, number(ticket_id)),
    reply.reply.trim()
  );
  return done.join('') + said;
}

const shown = ({ intent, order_id, line_ids, amount }: RehearsedTicket): string =>
  [intent, order_id, line_ids?.join('+'), amount]
    .filter(part => part !== null && part !== undefined && part !== '')
    .join(' ');

/**
 * What each attempt at a message came to: harm is what opens, closes or changes a ticket and is not right. Where nothing is
 * right, what is the least wrong is to be said. What could not be chosen from then is wrong where something was right, and
 * it says nothing of that.
 */
export function verdictOn(
  { right: wanted, went_on, least_wrong = went_on, offered }: Omit<TaughtMessage, 'say' | 'missed'>,
  attempts: readonly ReadingTried[],
  before: readonly RehearsedTicket[]
): Verdict {
  const right = wanted.length > 0 ? wanted : [least_wrong];
  const known = new Set(offered);
  const answers = attempts.map(attempt => kept(answerOf(attempt, before)));
  const outcomes = answers.map((answer): Outcome | undefined => {
    if (right.includes(answer)) return 'right';
    const judged = known.has(markOf(answer)) || (wanted.length > 0 && right.every(each => isApart(answer, each)));
    if (!judged) return undefined;
    return answer.startsWith('[') ? 'harmful' : 'wrong';
  });
  const goesOn = answers.indexOf(went_on);
  return { outcomes, goesOn: goesOn < 0 ? undefined : goesOn };
}
