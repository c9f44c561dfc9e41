/** Prints a line for what was tried, and one for each thing that does not hold. */
export type Print = (name: string, summary: string, violations: readonly string[]) => void;
