/** Remembers the results of a pure function for the last `most` short texts. */
export function remembered<T>(most: number, longest: number, work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return text => {
    if (text.length > longest) return work(text);
    let result = known.get(text);
    if (result === undefined) {
      result = work(text);
      if (known.size >= most) known.delete(known.keys().next().value!);
      known.set(text, result);
    }
    return result;
  };
}
