/** Letters of scripts that put blanks between words: an anchor counts only at the start of such a word. */
const inSpacedWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code > 127 && code < 0xe00);

const NONE = -1;
const START_CAPACITY = 1 << 12;

/** Finds many literal beginnings at once, so that a pattern runs only where it can match. */
export class Anchors {
  /** What is registered at each state. */
  private readonly values: (number[] | undefined)[] = [undefined];
  /** Transitions: a hash table from a state and a character to the next state. */
  private keys = new Float64Array(START_CAPACITY).fill(NONE);
  private targets = new Int32Array(START_CAPACITY);
  private used = 0;
  /** The state behind a character with which an anchor begins, or 0. */
  private readonly first = new Int32Array(0x10000);

  /** Registers `value` under a literal beginning. */
  add(anchor: string, value: number): void {
    let state = 0;
    for (let i = 0; i < anchor.length; i++) {
      const code = anchor.charCodeAt(i);
      let next = this.follow(state, code);
      if (next === 0) {
        next = this.values.push(undefined) - 1;
        this.link(state, code, next);
        if (i === 0) this.first[code] = next;
      }
      state = next;
    }
    const values = (this.values[state] ??= []);
    if (!values.includes(value)) values.push(value);
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
      let state = this.first[code] as number;
      for (let k = i + 1; state !== 0; k++) {
        const values = this.values[state];
        if (values !== undefined) {
          work += values.length;
          visit(values, i);
        }
        if (k >= text.length) break;
        work++;
        state = this.follow(state, text.charCodeAt(k));
      }
    }
    return work;
  }

  /** The next state, or 0 where there is none. */
  private follow(state: number, code: number): number {
    const { keys } = this;
    const key = state * 0x10000 + code;
    const mask = keys.length - 1;
    for (let slot = slotOf(state, code) & mask; ; slot = (slot + 1) & mask) {
      const found = keys[slot] as number;
      if (found === key) return this.targets[slot] as number;
      if (found === NONE) return 0;
    }
  }

  private link(state: number, code: number, target: number): void {
    if (++this.used * 2 > this.keys.length) this.grow();
    const mask = this.keys.length - 1;
    let slot = slotOf(state, code) & mask;
    while (this.keys[slot] !== NONE) slot = (slot + 1) & mask;
    this.keys[slot] = state * 0x10000 + code;
    this.targets[slot] = target;
  }

  private grow(): void {
    const { keys, targets } = this;
    this.keys = new Float64Array(keys.length * 2).fill(NONE);
    this.targets = new Int32Array(this.keys.length);
    this.used = 1;
    keys.forEach((key, i) => {
      if (key !== NONE) this.link(Math.floor(key / 0x10000), key % 0x10000, targets[i] as number);
    });
  }
}

const slotOf = (state: number, code: number): number =>
  (Math.imul(state, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b)) >>> 12;
