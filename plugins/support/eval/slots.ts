import type { DocumentSet } from '../../../core/index.js';
import { type Evaluation, percent, table } from '../../../core/workbench/index.js';
import { LEARNED_SLOTS, type LearnedSlot } from '../stated/slot-examples-kind.js';
import { SlotsAssembly, type StatedSlots } from '../stated/slot-reader.js';
import { FollowUps } from '../kinds/follow-ups/kind.js';
import { jointsOf } from '../policy/local-policy.js';
import { WeighingKind } from '../refer/weighing-kind.js';

/** A message, and what it tells by slot; nothing where it tells none of it. */
interface SlotRow {
  readonly id: string;
  readonly text: string;
  readonly slots?: StatedSlots;
}

const SLOTS = Object.keys(LEARNED_SLOTS) as readonly LearnedSlot[];
const told = (slots: StatedSlots): string => SLOTS.flatMap(slot => slots[slot] ?? []).join(' ');

export async function evaluateSlots(set: DocumentSet, rows: readonly SlotRow[]): Promise<Evaluation> {
  const reader = set.get(SlotsAssembly);
  const weighing = set.of(WeighingKind)[0]?.value;
  const joints = jointsOf(set.of(FollowUps).flatMap(({ value: { joins } }) => joins));
  const read = (text: string) => (weighing === undefined ? undefined : reader?.read(text, weighing, joints));
  const predictions = rows.map(({ id, text }) => ({ id, slots: read(text) ?? {} }));
  const verdicts = rows.flatMap(({ id, slots }, at) => {
    if (slots === undefined) return [];
    const [meant, read] = [told(slots), told(predictions[at]!.slots)];
    const verdict = read === meant ? 'right' : read === '' ? 'missed' : 'wrong';
    return [{ id, verdict, said: read === '' ? 'nothing' : read, meant }];
  });
  const telling = verdicts.filter(({ meant }) => meant !== '');
  const silent = verdicts.filter(({ meant }) => meant === '');
  const share = (of: typeof verdicts, verdict: string): number => of.filter(each => each.verdict === verdict).length;
  const rate = (of: typeof verdicts, verdict: string): number => (of.length === 0 ? 0 : share(of, verdict) / of.length);
  const values = [...new Set(telling.map(({ meant }) => meant))].sort();
  return {
    predictions,
    figures: {
      told_read: rate(telling, 'right'),
      told_misread: rate(telling, 'wrong'),
      silent_misread: rate(silent, 'wrong')
    },
    report: [
      `told and read: ${percent(share(telling, 'right'), telling.length)} of ${telling.length}`,
      `told and misread: ${percent(share(telling, 'wrong'), telling.length)}`,
      `read where nothing is told: ${percent(share(silent, 'wrong'), silent.length)} of ${silent.length}`,
      '',
      ...table(
        ['value', 'messages', 'read'],
        values.map(value => {
          const of = telling.filter(({ meant }) => meant === value);
          return [value, of.length, percent(share(of, 'right'), of.length)];
        })
      )
    ].join('\n'),
    verdicts: verdicts.map(({ id, verdict, said }) => ({ id, verdict, said })),
    errors: verdicts.flatMap(({ id, verdict, said, meant }) =>
      verdict === 'right' ? [] : [`${verdict}  ${id}  ${said}  instead of ${meant || 'nothing'}`]
    )
  };
}
