import { without } from '../../conversation/asked.js';
import { asks, messageSentences, opensAsWish, requests } from '../../conversation/sentence-form.js';
import { askedParts } from '../../meaning/asked-parts.js';
import {
  isCourtesy,
  type PartAsked,
  type PartsRead,
  type ReadTurn,
  type Received,
  type TurnMeaning
} from '../../meaning/turn.js';
import { namesOther } from '../../meaning/plain-answer.js';
import { likeliestOf, meaningOf } from '../../meaning/weigh.js';
import { hear } from '../receive.js';
import type { Run } from '../run.js';
import type { Services } from '../steps.js';
import { piecesOf, readPieces, shareOf } from './several.js';

/**
 * "Nah, leave it. Have I paid for it yet?", "yes please, and will I get an e-mail?": what was offered is answered in the
 * first sentence, and the rest is read by itself. Undefined where the first sentence is no such answer, or where the rest
 * asks for nothing and says no goodbye.
 */
export function answeredFirst(
  whole: Received,
  run: Run,
  services: Pick<Services, 'requireIdentity'>
): ReadTurn | undefined {
  const { policy, conversation, message } = run;
  const { offered, to_withdraw, pending, waiting } = conversation.memory;
  if ((offered ?? to_withdraw) === undefined || pending !== undefined || waiting !== undefined) return undefined;
  const [first, ...others] = messageSentences(message);
  if (first === undefined || others.length === 0) return undefined;
  const received = hear(message.slice(...first), conversation, run);
  const read = meaningOf({ ...received, conversation, policy, part: true });
  const rest = message.slice(first[1]).trim();
  if (read.meaning.kind === 'dropped') return restInstead(rest, run);
  if (!takes(read.meaning, offered)) return undefined;
  const ways = withRest({ received, read }, rest, run, services);
  const turn = { ...whole, conversation, policy };
  // "Yes. No, wait": what follows may take it back, or be about something else.
  const taken = ways.length > 1 || !(namesOther(turn) || policy.understander.understand(rest).slots.opens === 'no');
  return taken ? likeliestOf(ways, turn) : undefined;
}

/** It does what was offered: the deed, or taking a request back. */
const takes = (meaning: TurnMeaning, offered: string | undefined): boolean =>
  meaning.kind === 'wish' ? meaning.intent === offered : meaning.kind === 'task' && meaning.task.does === 'withdraw';

/** What was declined is offered no more; what else the message says is what it means. */
function restInstead(rest: string, run: Run): ReadTurn | undefined {
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
  return { ...read, several: { main: { received, read }, before: [], after: [], declined: true } };
}

const OFFERS = ['offered', 'offered_slots', 'offered_beside', 'offer_waits', 'to_withdraw'] as const;

/** What was taken is done, alone or with what is asked besides told after it. */
function withRest(
  main: PartAsked,
  rest: string,
  run: Run,
  services: Pick<Services, 'requireIdentity'>
): readonly PartsRead[] {
  const asked = askedParts({ message: rest, policy: run.policy });
  const pieces = asked.length > 0 ? { parts: asked, known: true } : piecesOf(rest, run);
  const ways = readPieces(pieces, { conversation: run.conversation, opened: true, run, services });
  const told = ways.filter(parts => parts.length > 0 && parts.every(({ does }) => does === 'tells'));
  const alone = { main, before: [], after: [], share: 1, sure: true };
  return [
    alone,
    ...told.map(after => ({ ...alone, after, share: shareOf(after), sure: after.every(({ sure }) => sure) }))
  ];
}
