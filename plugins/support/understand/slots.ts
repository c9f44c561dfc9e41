import { readQuantity } from './quantity.js';
import type { Scene } from './scene.js';
import type { Part, Pick, RefundDestination, ReportedIssue, Slots } from './types.js';
import type { OrderId } from './read.js';

/** A slot phrase that was found: which slot, which value. */
export interface SlotHit {
  readonly slot: string;
  readonly value: string;
  readonly sentence: number;
  readonly from: number;
  readonly to: number;
  /** Place of the phrase in the files, from 0. */
  readonly rank: number;
  readonly negated: boolean;
}

/** Reads the slots off a message; the first mention of a thing counts. */
export function readSlots(
  scenes: readonly Scene[],
  orderIds: readonly OrderId[],
  found: readonly SlotHit[],
  numbers: Readonly<Record<string, number>>
): Slots {
  const hits = found.filter(hit => !isInAnswer(hit, found));
  const first = (slot: string): string | null => hits.find(hit => hit.slot === slot)?.value ?? null;
  const tokens = scenes.flatMap(scene => scene.tokens);
  const said = (...slots: string[]): boolean =>
    onlySays(
      scenes,
      hits.filter(hit => slots.includes(hit.slot))
    );
  const quantity = readQuantity(scenes, hits, numbers);
  const yes = first('yes') !== null;
  return {
    order_ids: [...new Set(orderIds.map(({ id }) => id))],
    emails: [...new Set(tokens.filter(({ kind }) => kind === 'email').map(({ word }) => word))],
    quantity: quantity === 0 ? null : quantity,
    amount: tokens.find(({ kind }) => kind === 'amount')?.word ?? null,
    part: (highest(hits.filter(({ slot }) => slot === 'part')) as Part | null) ?? (quantity === 0 ? 'pieces' : null),
    other_order: first('other_order') !== null,
    goods: first('goods') !== null || scenes.some(({ ownObject }) => ownObject.some(at => at >= 0)),
    reported_issue: reportedIssue(hits),
    fault_denied: hits.some(({ slot, value }) => slot === 'reported_issue' && value === DENIED),
    delivery_charge_only: first('delivery_charge_only') !== null,
    refund_destination: destination(hits, scenes),
    affirmation: said('yes', 'no', 'acknowledgement') && yes !== (first('no') !== null) ? (yes ? 'yes' : 'no') : null,
    opens: openingOf(scenes, hits),
    pick: said('pick', 'yes', 'acknowledgement', 'slot_filler') ? picked(hits) : null,
    acknowledgement: tokens.length > 0 && first('acknowledgement') !== null && said('acknowledgement', 'yes'),
    only_slots: tokens.some(({ kind }) => kind === 'order_id' || kind === 'email') && said('slot_filler'),
    words: contentWords(scenes)
  };
}

const ANSWERS: ReadonlySet<string> = new Set(['yes', 'no']);

/** "Please do", in "please do not": it stands in a longer answer. */
const isInAnswer = (hit: SlotHit, hits: readonly SlotHit[]): boolean =>
  ANSWERS.has(hit.slot) &&
  hits.some(
    ({ slot, sentence, from, to }) =>
      ANSWERS.has(slot) &&
      sentence === hit.sentence &&
      from <= hit.from &&
      hit.to <= to &&
      to - from > hit.to - hit.from
  );

/** Whether the message consists of these hits, fillers, order numbers and addresses. */
function onlySays(scenes: readonly Scene[], hits: readonly SlotHit[]): boolean {
  return scenes.every((scene, index) =>
    scene.tokens.every(
      ({ kind }, at) =>
        kind === 'order_id' ||
        kind === 'email' ||
        scene.filler[at] === true ||
        hits.some(hit => hit.sentence === index && hit.from <= at && at < hit.to)
    )
  );
}

/** "Yes, that would be kind", "no, leave it": the answer with which the message begins, where no other stands in it. */
function openingOf([first]: readonly Scene[], hits: readonly SlotHit[]): 'yes' | 'no' | null {
  const answers = hits.filter(({ slot }) => slot === 'yes' || slot === 'no');
  const [answer] = answers;
  if (first === undefined || answer === undefined || answers.some(({ slot }) => slot !== answer.slot)) return null;
  const before = first.filler.slice(0, answer.from);
  return answer.sentence === 0 && before.every(Boolean) ? (answer.slot as 'yes' | 'no') : null;
}

/** Of overlapping phrases the longest counts: "all of them" and "the other one" are not "one". */
function picked(hits: readonly SlotHit[]): Pick | null {
  const [longest] = hits.filter(({ slot }) => slot === 'pick').sort((a, b) => b.to - b.from - (a.to - a.from));
  return (longest?.value ?? null) as Pick | null;
}

const NONE = 'none';
const DENIED = 'denied';

/** "Nothing is broken" and "my card has expired" report nothing: such a phrase takes back the word on which it ends. */
function reportedIssue(hits: readonly SlotHit[]): ReportedIssue | null {
  const reports = hits.filter(({ slot }) => slot === 'reported_issue');
  const none = reports.filter(({ value }) => value === NONE || value === DENIED);
  const found = reports.find(
    hit => !none.includes(hit) && !none.some(({ sentence, to }) => sentence === hit.sentence && to === hit.to)
  );
  return (found?.value ?? null) as ReportedIssue | null;
}

/**
 * The place that is wished for: "not on store credit, on my card" wishes for one, and so does "on my Visa, not the card I paid
 * with". The phrase written first wins.
 */
function destination(hits: readonly SlotHit[], scenes: readonly Scene[]): RefundDestination | null {
  const denied = ({ sentence, to, negated }: SlotHit): boolean => negated || scenes[sentence]?.negated[to - 1] === true;
  const wished = hits.filter(hit => hit.slot === 'refund_destination' && !denied(hit));
  return highest(wished) as RefundDestination | null;
}

const highest = (hits: readonly SlotHit[]): string | null =>
  [...hits].sort((a, b) => a.rank - b.rank)[0]?.value ?? null;

function contentWords(scenes: readonly Scene[]): string[] {
  const words = scenes.flatMap(({ tokens, filler }) =>
    tokens
      .filter(({ kind, word }, at) => kind === 'word' && word.length > 2 && filler[at] !== true)
      .map(({ word }) => word)
  );
  return [...new Set(words)];
}
