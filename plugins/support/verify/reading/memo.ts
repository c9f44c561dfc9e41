/** Remembers the results of a pure function for at most `most` short texts, and at least for the half that was asked for last. */
export const remembered = <T>(most: number, longest: number, work: (text: string) => T): ((text: string) => T) =>
  leastRecent(most, longest, text => text, work);

/** The same for arguments with a key of their own; one with a key longer than `longest` is worked out each time. */
export function leastRecent<A, T>(
  most: number,
  longest: number,
  keyOf: (argument: A) => string,
  work: (argument: A) => T
): (argument: A) => T {
  // Two halves, of which the earlier one is dropped whole: what is asked for again and again costs a look.
  let recent = new Map<string, T>();
  let earlier = recent;
  return argument => {
    const key = keyOf(argument);
    if (key.length > longest) return work(argument);
    let result = recent.get(key);
    if (result !== undefined) return result;
    result = earlier.get(key) ?? work(argument);
    if (recent.size >= most / 2) [recent, earlier] = [new Map(), recent];
    recent.set(key, result);
    return result;
  };
}
