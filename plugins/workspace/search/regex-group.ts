/** Texts one of which every match contains; empty where none is known. */
export type Required = readonly string[];

/** A group of an expression while it is read. */
export interface Group {
  /** Largest variable count of a repetition inside, 0 for none. */
  repeats: number;
  /** Product of the fixed counts inside. */
  copies: number;
  /** Literal characters and classes that every pass through the group needs. */
  readonly needed: Set<string>;
  /** Those that a pass may leave out; a class or a group is told apart from nothing. */
  readonly optional: Set<string>;
  /** The literal text being read. */
  run: string;
  /** What the alternative being read requires, and what those before it did. */
  required: Required;
  readonly alternatives: Required[];
  readonly zeroWidth: boolean;
}

/** In place of a character: a class, a group, a back reference. */
export const UNCLEAR = '';

/** Whether each pass through the group can be read in one way only, whatever it leaves out. */
export const isDistinct = ({ needed, optional }: Group): boolean =>
  needed.size > 0 && ![...needed, ...optional].includes(UNCLEAR) && ![...optional].some(one => needed.has(one));

/** More of them cost more to look for than they save. */
const MOST_TEXTS = 16;

export const newGroup = (zeroWidth: boolean): Group => ({
  repeats: 0,
  copies: 1,
  needed: new Set(),
  optional: new Set(),
  run: '',
  required: [],
  alternatives: [],
  zeroWidth
});

const shortest = (texts: Required): number => (texts.length === 0 ? 0 : Math.min(...texts.map(({ length }) => length)));

/** Keeps what leaves fewer places to look at: longer texts, and of those fewer. */
export function keepBest(group: Group, texts: Required): void {
  const gain = shortest(texts) - shortest(group.required);
  if (gain > 0 || (gain === 0 && texts.length < group.required.length && texts.length > 0)) group.required = texts;
}

/** Ends the literal text being read. */
export function endRun(group: Group): void {
  if (group.run !== '') keepBest(group, [group.run]);
  group.run = '';
}

export function endAlternative(group: Group): void {
  endRun(group);
  group.alternatives.push(group.required);
  group.required = [];
}

/** What every match of a group contains, once it was read to its end. */
export function requiredBy(group: Group): Required {
  endAlternative(group);
  if (group.alternatives.some(texts => texts.length === 0)) return [];
  const all = [...new Set(group.alternatives.flat())];
  return all.length > MOST_TEXTS ? [] : all;
}
