import { without } from '../../conversation/asked.js';
import { asks, messageSentences, opensAsWish, requests } from '../../conversation/sentence-form.js';
import { askedParts } from '../../meaning/asked-parts.js';
import { isCourtesy, type TurnMeaning } from '../../meaning/turn.js';
import { meaningOf } from '../../meaning/weigh.js';
import { hear } from '../receive.js';
import type { Run } from '../run.js';
import type { Services } from '../steps.js';
import { type PartAsked, readPart, type SeveralAsked } from './several.js';

/**
 * "Nah, leave it. Have I paid for it yet?", "yes please, and will I get an e-mail?": what was offered is answered in the
 * first sentence, and the rest is read by itself. Undefined where the first sentence is no such answer, or where the rest
 * asks for nothing and says no goodbye.
 */
export function answeredFirst(run: Run, services: Pick<Services, 'requireIdentity'>): SeveralAsked | undefined {
  const { policy, conversation, message } = run;
  const { offered, to_withdraw, pending, waiting } = conversation.memory;
  if ((offered ?? to_withdraw) === undefined || pending !== undefined || waiting !== undefined) return undefined;
  const [first, ...others] = messageSentences(message);
  if (first === undefined || others.length === 0) return undefined;
  const received = hear(message.slice(...first), conversation, run);
  const read = meaningOf({ ...received, conversation, policy });
  const rest = message.slice(first[1]).trim();
  if (read.meaning.kind === 'dropped') return restInstead(rest, run);
  return takes(read.meaning, offered) ? withRest({ received, read }, rest, run, services) : undefined;
}

/** It does what was offered: the deed, or taking a request back. */
const takes = (meaning: TurnMeaning, offered: string | undefined): boolean =>
  meaning.kind === 'wish' ? meaning.intent === offered : meaning.kind === 'task' && meaning.task.does === 'withdraw';

/** What was declined is offered no more; what else the message says is what it means. */
function restInstead(rest: string, run: Run): SeveralAsked | undefined {
  const { policy } = run;
  const conversation = { ...run.conversation, memory: without(run.conversation.memory, ...OFFERS) };
  const asked = { message: rest, policy };
  const [last] = messageSentences(rest).slice(-1);
  const goodbye = last === undefined ? '' : rest.slice(...last);
  const farewell = isCourtesy(policy.intents.get(policy.understander.understand(goodbye).intent));
  const wants = asks(asked) || requests(asked) || opensAsWish(asked);
  if (!wants && !farewell) return undefined;
  const received = hear(wants ? rest : goodbye, conversation, run);
  const read = meaningOf({ ...received, conversation, policy });
  return { main: { received, read }, before: [], after: [], declined: true };
}

const OFFERS = ['offered', 'offered_slots', 'offer_waits', 'to_withdraw'] as const;

/** What was taken is done, and what is asked besides is told after it. */
function withRest(
  main: PartAsked,
  rest: string,
  run: Run,
  services: Pick<Services, 'requireIdentity'>
): SeveralAsked | undefined {
  const around = { conversation: run.conversation, opened: true, run, services };
  const parts = askedParts({ message: rest, policy: run.policy }).map(({ text }) => readPart(text, around));
  const told = parts.flatMap(part => (part?.does === 'tells' ? [part] : []));
  return told.length === 0 || told.length < parts.length ? undefined : { main, before: [], after: told };
}
