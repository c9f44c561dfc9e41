import type { DocumentSet } from '../../../core/index.js';
import { AskedAssembly } from './asked.js';
import { FaultsAssembly } from './faults.js';
import type { LabelReader } from './labelled-reader.js';
import { NeedsAssembly, type MessageNeed } from './needs.js';
import { OffersAssembly } from './offers.js';
import { SlotsAssembly, type SlotReader } from './slot-reader.js';
import { StandingAssembly } from './standing.js';

/** What reads one thing off a message each; absent where the language has no examples of it. */
export interface Readers {
  /** What is told of the goods and of where the money should go. */
  readonly slots?: SlotReader | undefined;
  /** Whether an open request is taken back. */
  readonly standing?: LabelReader<'withdrawn' | 'stands'> | undefined;
  /** Whether what was offered is taken. */
  readonly offers?: LabelReader<'takes' | 'declines' | 'neither'> | undefined;
  /** What would answer the message. */
  readonly needs?: LabelReader<MessageNeed> | undefined;
  /** Which question it asks. */
  readonly asked?: LabelReader<string> | undefined;
}

/** What the readers are assembled from. */
export const READERS = [
  SlotsAssembly,
  StandingAssembly,
  OffersAssembly,
  NeedsAssembly,
  FaultsAssembly,
  AskedAssembly
] as const;

export const readersOf = (set: DocumentSet): Readers => ({
  slots: set.get(SlotsAssembly),
  standing: set.get(StandingAssembly),
  offers: set.get(OffersAssembly),
  needs: set.get(NeedsAssembly),
  asked: set.get(AskedAssembly)
});
