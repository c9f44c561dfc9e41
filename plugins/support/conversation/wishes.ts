import type { Intent } from '../kinds/intent.js';
import { isByName, unfitFor } from './references.js';
import type { Conversation, Memory, Wish } from '../records/types.js';
import type { ActRecogniser, Resolution } from '../refer/types.js';
import type { Weighing } from '../refer/weighing-kind.js';
import type { Understander, Understanding } from '../understand/types.js';

interface Read {
  readonly found: Resolution;
  readonly unfit: ReadonlySet<string>;
  readonly conversation: Conversation;
}

interface Parts {
  readonly policy: {
    readonly understander: Understander;
    readonly joints: RegExp;
    readonly intents: ReadonlyMap<string, Pick<Intent, 'name' | 'notOf' | 'requires' | 'decide'>>;
    readonly heard: ActRecogniser;
    readonly readers: { readonly needs?: { share(need: 'deed', text: string, after: string): number } | undefined };
    readonly weighing: Pick<Weighing, 'deed_beside_question' | 'intent_clearly'>;
  };
  /** What a part that asks about an order, and names no deed, wishes for. */
  readonly asked: (part: string) => string | undefined;
}

/** `asked`: its part of the message is a question. */
export interface PartWish extends Wish {
  readonly asked: boolean;
}

/**
 * The wishes of a message that holds several, in the order said, each with the order and lines that its own part names.
 * Parts that wish for nothing belong to the wish before them, or to the first.
 */
export function wishesIn(
  message: string,
  { found, unfit, conversation }: Read,
  { policy, asked: askedOf }: Parts
): readonly PartWish[] {
  const wishes: { intent: string; start: number; end: number; asked: boolean }[] = [];
  const parts = messageParts(message, policy.joints);
  if (parts.length < 2) return [];
  for (const [start, end] of parts) {
    const text = message.slice(start, end);
    const named = found.mentions.filter(each => each.start >= start && each.start < end);
    const meant = named.flatMap(({ orders }) => orders);
    const fits = meant.length > 0 ? unfitFor(meant, conversation, policy.intents) : unfit;
    const part = policy.understander.understand(text, fits);
    const [deed = 'unknown', another] = part.named;
    const last = wishes.at(-1);
    // "The runner stays" wishes for nothing, and "it does not fit my oven" is the reason for what was wished for.
    const names = named.some(({ excluded, how }) => !excluded && how !== 'pronoun');
    const asked = askedOf(text);
    const told = part.named.length === 0 && named.some(isByName) ? asked : undefined;
    const said = part.intent === 'unknown' && another === undefined ? deed : part.intent;
    const least = policy.weighing.deed_beside_question;
    const worded =
      (policy.heard.whole(text)?.shares.get('new_wish') ?? 0) >= least ||
      (policy.readers.needs?.share('deed', text, 'start') ?? 0) >= least;
    // "… and also the bath mat": without a deed of its own it goes with the deed before it.
    const same = part.named.length === 0 && policy.intents.get(last?.intent ?? '')?.decide !== undefined;
    const guess = names && asked === undefined && worded && !same ? likeliest(part, policy) : 'unknown';
    // "From the 1001 order: …" names it, and wishes for nothing.
    const decided = policy.intents.get(said)?.decide !== undefined;
    const sounds = !decided || part.named.length > 0 || worded || part.confidence >= policy.weighing.intent_clearly;
    const intent = told ?? (said === 'unknown' ? guess : sounds ? said : 'unknown');
    const counts = intent !== 'unknown' && names && policy.intents.get(intent)?.requires.order === true;
    if (!counts || last?.intent === intent) {
      if (last !== undefined) last.end = end;
    } else wishes.push({ intent, start, end, asked: asked !== undefined });
  }
  const of = ({ start, end }: { start: number; end: number }): Wish['slots'] => {
    const own = found.mentions.filter(each => each.start >= start && each.start < end && !each.excluded);
    const lines = own.flatMap(each => each.lines);
    const order_id = lines[0]?.order_id ?? own.find(each => each.orders.length === 1)?.orders[0];
    const line_ids = lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
    return { ...(order_id === undefined ? {} : { order_id }), ...(line_ids.length === 0 ? {} : { line_ids }) };
  };
  const meant = wishes.map(wish => ({ intent: wish.intent, slots: of(wish), asked: wish.asked }));
  // Each is about something of its own: "it was late, I want the fee back" is one wish.
  const apart = meant.every(
    ({ slots }, nth) =>
      slots.order_id !== undefined && !meant.slice(0, nth).some(other => sameThing(other.slots, slots))
  );
  return apart && new Set(wishes.map(({ intent }) => intent)).size > 1 ? meant : [];
}

/** Of a part that is worded as a wish and names a thing: the likeliest deed, where it stands out. */
function likeliest({ likely }: Understanding, { intents, weighing }: Parts['policy']): string {
  const deeds = likely.filter(({ intent }) => intents.get(intent)?.decide !== undefined);
  const all = deeds.reduce((sum, { share }) => sum + share, 0);
  const [best] = deeds;
  return best !== undefined && best.share / all >= weighing.intent_clearly ? best.intent : 'unknown';
}

/** Of the same order, and not of other lines. */
const sameThing = (one: Wish['slots'], { order_id, line_ids = [] }: Wish['slots']): boolean =>
  one.order_id === order_id &&
  (line_ids.length === 0 || one.line_ids === undefined || one.line_ids.some(line => line_ids.includes(line)));

/** Where the parts of a message between its joints begin and end. */
export function messageParts(message: string, joints: RegExp): readonly (readonly [number, number])[] {
  const parts: [number, number][] = [];
  let start = 0;
  for (const joint of message.matchAll(joints)) {
    if (message.slice(start, joint.index).trim() !== '') parts.push([start, joint.index]);
    start = joint.index + joint[0].length;
  }
  if (message.slice(start).trim() !== '') parts.push([start, message.length]);
  return parts;
}

/** The wish that an order is spoken of for: one that waits for its turn, or the last one. */
export function wishAbout(order: string | undefined, memory: Memory): string | undefined {
  const { pending, waiting = [], decided, settled } = memory;
  const own = [...(pending?.wishes ?? []), ...waiting].find(({ slots }) => slots.order_id === order);
  return own?.intent ?? pending?.intent ?? decided?.intent ?? settled;
}
