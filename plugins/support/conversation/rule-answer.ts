import { type Reading, wordAmong } from './reading.js';
import type { Understanding } from '../understand/types.js';
import type { ActRecogniser } from '../refer/types.js';
import type { Conversation } from '../records/types.js';

interface Asked {
  readonly message: string;
  readonly conversation: Conversation;
  readonly policy: { readonly heard: ActRecogniser };
}

/** Acts that answer a question by yes or no. */
const SAYS: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['ready', true],
  ['no', false]
]);

/**
 * The answer to what a rule asks, by yes or no or by one of its words, whatever else the message sounds like: "yes I have it", "no, it
 * went out with the rubbish", "I think it is broken". The wish goes on with it. Undefined where no such question is open, or something else is wished for.
 */
export function ruleAnswered({ named, denies, slots }: Understanding, run: Asked): Reading | undefined {
  const { pending } = run.conversation.memory;
  if (pending?.missing !== 'fact' || pending.fact === undefined) return undefined;
  if (named.some(deed => deed !== pending.intent)) return undefined;
  const yes = slots.affirmation === null ? saidIn(run) : slots.affirmation === 'yes';
  const { name, values } = pending.fact;
  const said = values === null ? yes : yes === false || denies ? undefined : wordIn(run.message, values);
  if (said === undefined) return undefined;
  const answers = { ...pending.slots.answers, [name]: said };
  return { kind: 'wish', intent: pending.intent, slots: { ...pending.slots, answers }, resumed: true };
}

/** What is not understood while a rule waits for its answer is no wish of its own: the rule is looked at again. */
export function ruleWaits<M extends { readonly kind: string }>(meaning: M, { conversation }: Asked): M | Reading {
  const { pending } = conversation.memory;
  if (pending?.missing !== 'fact' || !['unclear', 'choice'].includes(meaning.kind)) return meaning;
  return { kind: 'wish', intent: pending.intent, slots: pending.slots, resumed: true };
}

/** The one of these words that a message has, unless it asks itself. */
function wordIn(message: string, values: readonly string[]): string | undefined {
  const words = message.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return message.includes('?') ? undefined : wordAmong(words.join(' '), values);
}

/** What the message is as a whole, else what its first clause or its first word is. */
function saidIn({ message, policy }: Asked): boolean | undefined {
  const [clause = ''] = message.split(/[,.!?;–-]/);
  const [word = ''] = message.trim().split(/\s+/);
  const heard = [message, clause, word].map(text => policy.heard.recognise(text, { asked: 'confirmation' })[0]?.act);
  if (heard[0] === 'withdraw' || heard[0] === 'skip') return undefined;
  const act = heard.find(each => each !== undefined && SAYS.has(each));
  return act === undefined ? undefined : SAYS.get(act);
}
