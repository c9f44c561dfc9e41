import type { Exchange, Held, Proof } from './play.js';
import { shownTicket } from './tickets.js';

export interface Totals {
  readonly conversations: number;
  readonly without_fault: number;
  readonly turns: number;
  /** Conversations in which a ticket was wrong. */
  readonly wrong_tickets: number;
  readonly repeated_replies: number;
}

export function totalsOf(held: readonly Held[]): Totals {
  const faults = held.flatMap(each => each.faults);
  return {
    conversations: held.length,
    without_fault: held.filter(each => each.faults.length === 0).length,
    turns: held.reduce((sum, { turns }) => sum + turns, 0),
    wrong_tickets: held.filter(each => each.faults.some(({ kind }) => kind === 'wrong_ticket')).length,
    repeated_replies: faults.filter(({ kind }) => kind === 'repeated').length
  };
}

/** One line that tells nothing of what was said. */
export const lineOf = ({ conversations, without_fault, turns, wrong_tickets, repeated_replies }: Totals): string =>
  `${without_fault} of ${conversations} without a fault, ${turns} turns, wrong tickets ${wrong_tickets}, repeated replies ${repeated_replies}`;

/** The results of a conversation as data: kinds of faults by turn, and with `told` what was said and found. */
export const dataOf = ({ conversation, turns, faults, transcript }: Held, told: boolean): object => ({
  id: conversation.id,
  turns,
  faults: told ? faults : faults.map(({ turn, kind }) => ({ turn, kind })),
  ...(told && { title: conversation.title, transcript: transcript.map(step => linesOf(step).join('\n')) })
});

/** The first fault of a conversation, with all that was said up to there; nothing for one without a fault. */
export function firstFaultOf({ conversation, faults, transcript }: Held): string {
  const [first] = faults;
  if (first === undefined) return '';
  let turn = 0;
  const until = transcript.filter(step => ('said' in step ? ++turn : turn + 1) <= first.turn);
  return [
    `${conversation.id} ${conversation.title ?? ''}`.trimEnd(),
    ...until.flatMap(linesOf),
    ...faults.filter(each => each.turn === first.turn).map(({ kind, what }) => `! ${kind}: ${what}`)
  ].join('\n  ');
}

function linesOf(step: Exchange | Proof): readonly string[] {
  if ('address' in step) return [`(${step.address} ${step.verified ? 'is' : 'is not'} verified)`];
  const { said, reply, tickets } = step;
  return [
    `> ${said}`,
    `< ${reply.reply.replaceAll('\n', '\n    ')}`,
    `  ${[`${reply.state}, ${reply.intent}`, ...tickets.map(shownTicket)].join('; ')}`
  ];
}
