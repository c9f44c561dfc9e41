/** Remembers the results of a pure function for the `most` short texts that were asked for last. */
export const remembered = <T>(most: number, longest: number, work: (text: string) => T): ((text: string) => T) =>
  leastRecent(most, longest, text => text, work);

/** The same for arguments with a key of their own; one with a key longer than `longest` is worked out each time. */
export function leastRecent<A, T>(
  most: number,
  longest: number,
  keyOf: (argument: A) => string,
  work: (argument: A) => T
): (argument: A) => T {
  const known = new Map<string, T>();
  return argument => {
    const key = keyOf(argument);
    if (key.length > longest) return work(argument);
    const result = known.get(key) ?? work(argument);
    known.delete(key);
    known.set(key, result);
    if (known.size > most) known.delete(known.keys().next().value!);
    return result;
  };
}
