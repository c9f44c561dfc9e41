import type { Term } from '../parse/words.js';

/** A word of a clause and the word of a passage that says the same. */
export interface Pair {
  readonly ours: Term;
  readonly theirs: Term;
  /** One is the opposite of the other. */
  readonly turned: boolean;
}
