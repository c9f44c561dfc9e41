import { differencesOf, type PlayedReply, type PlayedTicket } from './differences.js';
import type { Scenario } from './scenario.js';

/** A conversation under way with an agent that runs. */
export interface Talk {
  say(message: string): Promise<PlayedReply>;
  /** Whether the address proves who the customer is. */
  verify(email: string): Promise<boolean>;
  ticket(id: string): Promise<PlayedTicket | undefined>;
}

export interface Played {
  /** By step; none for a verification, which has no reply. */
  readonly replies: readonly (PlayedReply | undefined)[];
  /** What differs in the first step that differs; the conversation ends there. */
  readonly failures: readonly string[];
}

/** Holds the conversation of a scenario. */
export async function play({ steps }: Scenario, talk: Talk): Promise<Played> {
  const replies: (PlayedReply | undefined)[] = [];
  for (const [i, step] of steps.entries()) {
    if ('verify' in step) {
      const verified = await talk.verify(step.verify);
      if (verified !== step.expect.verified)
        return {
          replies,
          failures: [
            `step ${i + 1}, verify ${step.verify}`,
            `verified: expected ${step.expect.verified}, was ${verified}`
          ]
        };
      replies.push(undefined);
      continue;
    }
    const reply = await talk.say(step.say);
    const ticket = reply.ticket_id === null ? undefined : await talk.ticket(reply.ticket_id);
    const differences = differencesOf(step.expect, reply, ticket, replies);
    if (differences.length > 0)
      return {
        replies,
        failures: [
          `step ${i + 1}, say "${step.say}"`,
          ...differences,
          `reply: "${reply.reply}"`,
          ...reply.unverified_claims.map(
            ({ claim, reason, values }) => `withheld: "${claim}" (${reason}: ${values.join(', ')})`
          )
        ]
      };
    replies.push(reply);
  }
  return { replies, failures: [] };
}
