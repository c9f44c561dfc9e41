/** A group of an expression while it is read. */
export interface Group {
  /** Largest variable count of a repetition inside, 0 for none. */
  repeats: number;
  /** Product of the fixed counts inside. */
  copies: number;
  alternatives: boolean;
  /** The literal text being read, and the longest that every match has so far. */
  run: string;
  longest: string;
  readonly zeroWidth: boolean;
}

export const newGroup = (zeroWidth: boolean): Group => ({
  repeats: 0,
  copies: 1,
  alternatives: false,
  run: '',
  longest: '',
  zeroWidth
});

/** Ends the literal text being read; the longest is kept. */
export function endRun(group: Group): void {
  if (group.run.length > group.longest.length) group.longest = group.run;
  group.run = '';
}
