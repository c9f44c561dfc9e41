import type { Locale } from '../locales/locale.js';
import type { Intent } from '../kinds/intent.js';
import type { Memory, Pending, Wish } from '../records/types.js';
import type { KnownOrder } from '../refer/types.js';
import { listed } from './known-orders.js';

/** One answer that can be given with a click. */
export interface Choice {
  readonly label: string;
  /** What tells it from the others. */
  readonly detail: string | null;
  /** The message that gives this answer. */
  readonly message: string;
}

/** What the agent has asked, for a page that offers its answers. */
export interface OpenQuestion {
  readonly about: Pending['missing'] | 'next';
  /** None where the answer has to be written. */
  readonly choices: readonly Choice[];
}

/** The wish that a choice stands for, where the message is that choice word for word: a click. Those not chosen wait. */
export function clickedWish(
  message: string,
  { pending, known = [], order_id }: Memory,
  intents: Intents,
  locale?: Locale
): (Wish & { readonly waiting?: readonly Wish[]; readonly fixed?: boolean }) | undefined {
  if (pending?.missing !== 'choice') return undefined;
  const { wishes, candidates = [], orders, slots } = pending;
  const say = sayIn(locale);
  const chosen = wishes?.find(wish => wishChoice(wish, known, intents, say).message === message);
  if (chosen !== undefined) return { ...chosen, waiting: wishes!.filter(wish => wish !== chosen), fixed: true };
  const intent = candidates.find(name => say(intents.get(name)?.offer ?? '') === message);
  if (wishes !== undefined || intent === undefined) return undefined;
  return { intent, slots: { ...(order_id === undefined || orders !== undefined ? {} : { order_id }), ...slots } };
}

type Intents = ReadonlyMap<string, Intent>;

const plain = (text: string): Choice => ({ label: text, detail: null, message: text });
const yesOrNo = (say: Say) => ['Yes', 'No'].map(say).map(plain);
const MOST_PIECES = 10;

/** The question that a conversation waits with; null where none is open. */
export function openQuestion(
  { pending, known = [], waiting = [], offered_slots, to_withdraw }: Memory,
  intents: Intents,
  locale?: Locale
): OpenQuestion | null {
  const say = sayIn(locale);
  const open = waiting.length > 0 || offered_slots !== undefined || to_withdraw !== undefined;
  if (pending === undefined) return open ? { about: 'next', choices: yesOrNo(say) } : null;
  return { about: pending.missing, choices: choicesOf(pending, known, intents, say) };
}

/** A text of the files, or a value of a record, in the language of the conversation. */
type Say = (text: string) => string;

const sayIn =
  (locale?: Locale): Say =>
  text =>
    locale?.text(text) ?? locale?.notation.word(text) ?? text;

function choicesOf(pending: Pending, known: readonly KnownOrder[], intents: Intents, say: Say): readonly Choice[] {
  const { missing, orders = [], lines = [], slots, wishes, candidates = [] } = pending;
  const order = known.find(({ order_id }) => order_id === slots.order_id);
  switch (missing) {
    case 'identity':
      return [];
    case 'order':
      return orderChoices(orders, known, say);
    case 'items': {
      const named = (order?.lines ?? [])
        .filter(({ line_id }) => lines.includes(line_id))
        .map(({ name }) => plain(name));
      return named.length === 1 ? yesOrNo(say) : named;
    }
    case 'quantity': {
      const [line] = slots.line_ids ?? [];
      const most = order?.lines.find(({ line_id }) => line_id === line)?.quantity ?? 0;
      return Array.from({ length: Math.min(most, MOST_PIECES) }, (_, i) => plain(String(i + 1)));
    }
    case 'fact':
      return pending.fact?.values?.map(value => plain(say(value.replaceAll('_', ' ')))) ?? yesOrNo(say);
    case 'choice':
      if (wishes !== undefined) return wishes.map(wish => wishChoice(wish, known, intents, say));
      if (candidates.length === 1) return yesOrNo(say);
      return candidates
        .flatMap(name => intents.get(name)?.offer ?? [])
        .map(say)
        .map(plain);
  }
}

const orderChoices = (ids: readonly string[], known: readonly KnownOrder[], say: Say): readonly Choice[] =>
  listed(ids, known).map(({ order_id, items, status }) => ({
    label: order_id,
    detail: items.length === 0 ? null : `${items.join(', ')} · ${say(status)}`,
    message: order_id
  }));

function wishChoice({ intent, slots }: Wish, known: readonly KnownOrder[], intents: Intents, say: Say): Choice {
  const { order_id, line_ids = [] } = slots;
  const lines = known.find(order => order.order_id === order_id)?.lines ?? [];
  const items = lines.filter(({ line_id }) => line_ids.includes(line_id)).map(({ name }) => name);
  const label = say(intents.get(intent)?.offer ?? intent);
  const about = [...items, ...(order_id === undefined ? [] : [order_id])];
  return { label, detail: about.length === 0 ? null : about.join(', '), message: [label, ...about].join(', ') };
}
