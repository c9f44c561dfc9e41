/** Finds many literal beginnings at once, so that a pattern runs only where it can match. */
interface Node {
  next: Map<number, Node> | undefined;
  values: number[] | undefined;
}

/** Letters of scripts that put blanks between words: an anchor counts only at the start of such a word. */
const inSpacedWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code > 127 && code < 0xe00);

export class Anchors {
  private readonly first: (Node | undefined)[] = new Array<Node | undefined>(0x10000).fill(undefined);
  private readonly root: Node = { next: undefined, values: undefined };

  /** Registers `value` under a literal beginning. */
  add(anchor: string, value: number): void {
    let node = this.root;
    for (let i = 0; i < anchor.length; i++) {
      const code = anchor.charCodeAt(i);
      node.next ??= new Map();
      let child = node.next.get(code);
      if (child === undefined) {
        child = { next: undefined, values: undefined };
        node.next.set(code, child);
        if (i === 0) this.first[code] = child;
      }
      node = child;
    }
    node.values ??= [];
    if (!node.values.includes(value)) node.values.push(value);
  }

  /** Calls `visit` for every place with its values; returns the number of characters and values looked at. */
  scan(text: string, visit: (values: readonly number[], at: number) => void): number {
    let work = text.length;
    let inWord = false;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const word = inSpacedWord(code);
      if (word && inWord) continue;
      inWord = word;
      let node = this.first[code];
      for (let k = i + 1; node !== undefined; k++) {
        if (node.values !== undefined) {
          work += node.values.length;
          visit(node.values, i);
        }
        if (node.next === undefined || k >= text.length) break;
        work++;
        node = node.next.get(text.charCodeAt(k));
      }
    }
    return work;
  }
}
